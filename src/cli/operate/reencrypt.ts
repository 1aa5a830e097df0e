import { SingleBar } from 'cli-progress'
import { readConfig } from '../../config/config.ts'
import { ignoreClosedTerminal } from '../../process/stopping.ts'
import { type SealingPurpose, sealingPurposes } from '../../vault/keyring.ts'
import { countAddresses } from '../../vault/rotation/address-store.ts'
import { withRotationLock } from '../../vault/rotation/lock-store.ts'
import { type Progress, reencrypt, rewrap } from '../../vault/rotation/reencrypt.ts'
import { chooseKeyProvider, commandDatabaseUrl } from '../database.ts'

type Options = {
  purpose?: readonly SealingPurpose[]
  batch: number
  pause: number
  grace: number
  wrap?: boolean
  json?: boolean
}

const sentences: Record<string, string> = {
  add: 'Making new data keys',
  await_opens: 'Waiting until every process has them',
  promote: 'Making them primary',
  await_seals: 'Waiting until every process seals with them',
  settle: 'Waiting for running requests',
  disable: 'Taking the old keys out of use',
  destroy: 'Erasing the old keys',
}

/** Shows progress: lines of JSON, or a bar on standard error with a line for each step. */
function reporter(json: boolean | undefined): (progress: Progress) => void {
  if (json) return (progress) => console.log(JSON.stringify(progress))
  const bar = new SingleBar({ format: '  {bar} {percentage}% · {value} of {total} values · {eta} s left' })
  let last = ''
  return (progress) => {
    const isBar = progress.step === 'reencrypt'
    if (isBar && !bar.isActive && (progress.total ?? 0) > 0) bar.start(progress.total!, progress.done!)
    if (isBar && bar.isActive) {
      bar.setTotal(progress.total!)
      bar.update(progress.done!)
    }
    if (progress.step === last || isBar) return
    last = progress.step
    if (bar.isActive && progress.step !== 'settle') bar.stop()
    if (progress.step === 'finished') console.log(`Done: ${progress.reencrypted} values are sealed under new keys.`)
    else process.stderr.write(`${sentences[progress.step]}…\n`)
  }
}

export async function run(options: Options): Promise<void> {
  ignoreClosedTerminal()
  const config = readConfig()
  const { purpose: purposes = sealingPurposes, batch: batchSize, pause: pauseMs } = options
  const graceMs = options.grace * 1_000
  const provider = await chooseKeyProvider(config)

  await withRotationLock(await commandDatabaseUrl(config), async (db) => {
    if (options.wrap) {
      const wrapped = await rewrap(db, provider)
      const said =
        wrapped > 0
          ? `${wrapped} data keys are now wrapped by ${provider.id}.`
          : `Every data key was wrapped by ${provider.id} already: nothing was changed. For another key set ENCRYPTION_KEY, and the present one as ENCRYPTION_KEY_FORMER.`
      console.log(options.json ? JSON.stringify({ wrapped }) : said)
      return
    }
    const onProgress = reporter(options.json)
    await reencrypt({ db, provider, purposes, batchSize, pauseMs, graceMs, onProgress })
    const { keyring: _, ...others } = await countAddresses(db)
    const left = Object.values(others).reduce((sum, count) => sum + count, 0)
    if (left > 0 && !options.json) {
      console.log(`${left} addresses are sealed to a public key and stay: signpost addresses rotate moves them.`)
    }
  })
}
