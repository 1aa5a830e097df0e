import { SignpostError } from '../kernel/errors.ts'
import { createOpener, type OpenerSecrets } from '../releases/opener.ts'
import { createAnswering } from '../releases/opening/answering.ts'
import { createOpeningsLog, type OpeningsLog } from '../releases/opening/openings-log.ts'
import { createPacing, steadyClock } from '../releases/opening/pacing.ts'
import { startOpenerWorker } from '../releases/opening/worker.ts'
import { readSealed, version } from '../vault/address-key.ts'
import { requireOrigin } from '../vault/address-origin.ts'
import type { Keyring } from '../vault/keyring.ts'
import { OpeningFailed, UnknownKey } from '../vault/seal.ts'
import { ConfigError } from './environment.ts'
import { type Kernel, type KernelOptions, openKernel } from './kernel.ts'
import { makingOf } from './releases.ts'

/** A private half that was read from a file of the opener's machine. */
export type OpeningPair = {
  readonly keyId: string
  open(record: string, livemode: boolean, sealed: Buffer, use?: 'address' | 'reference'): Promise<Buffer>
  signingSeed(livemode: boolean): Buffer
}

type Pairs = readonly [OpeningPair, ...OpeningPair[]]

/** What is no address of ours, or sealed to a key that isn't here, is one failure. */
async function opened<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof OpeningFailed ? new SignpostError('decryption_failed', { cause: error }) : error
  }
}

const pairOf = (pairs: Pairs, sealed: Buffer): OpeningPair => {
  const { keyId } = readSealed(sealed)
  const pair = pairs.find((one) => one.keyId === keyId)
  if (!pair) throw new UnknownKey('sealed to another key')
  return pair
}

/** What the opener's process opens and signs with. The first pair signs; what the key ring sealed before is opened, too. */
export const privateSecrets = (keyring: Keyring, pairs: Pairs): OpenerSecrets => ({
  open: (record, livemode, sealed) =>
    opened(async () =>
      sealed[0] === version
        ? requireOrigin(keyring, record, livemode, await pairOf(pairs, sealed).open(record, livemode, sealed))
        : keyring.opening(() => keyring.open('address', record, livemode, sealed)),
    ),
  signingSeed: pairs[0].signingSeed,
})

const openReference =
  (pairs: Pairs) =>
  (id: string, livemode: boolean, sealed: Buffer): Promise<string> =>
    opened(async () => (await pairOf(pairs, sealed).open(id, livemode, sealed, 'reference')).toString('utf8'))

/** What is kept from one process to the next. @throws ConfigError */
function openOpenings(folder: string): OpeningsLog {
  try {
    return createOpeningsLog(folder, steadyClock)
  } catch (cause) {
    throw new ConfigError('OPENER_STATE_DIR must name a folder that the opener can write to.', { cause })
  }
}

function startAnswering(kernel: Kernel, pairs: Pairs, openings: OpeningsLog) {
  const { config, db, listener, log, keyring, write } = kernel
  const pacing = createPacing({ limits: config.opener.limits, log, openings })
  const answer = createAnswering({
    write,
    making: makingOf(kernel),
    opener: pacing.paced(createOpener(privateSecrets(keyring, pairs), config.publicUrl ?? 'signpost')),
    openReference: openReference(pairs),
    log,
  })
  return startOpenerWorker({ db, listener, log, paceOf: pacing.paceOf, answer })
}

export type OpenerProcess = { stop(): Promise<void> }

/** Composes and starts the opener's process: it has no surface, and listens on nothing. */
export async function startOpener(options: KernelOptions, pairs: Pairs): Promise<OpenerProcess> {
  const openings = openOpenings(options.config.opener.stateDir)
  const kernel = await openKernel(options)
  const worker = startAnswering(kernel, pairs, openings)
  await kernel.listener.start()
  const { databaseClock, buckets, readPool, dataKeys, records, orm } = kernel.closing
  return {
    async stop() {
      await worker.stop()
      databaseClock?.close()
      kernel.requestLog.stop()
      await Promise.all([kernel.listener.close(), kernel.keyUsage.close(), kernel.usage.close(), dataKeys.close()])
      await Promise.all([buckets.close(), readPool.close(), records.close(), kernel.tracing?.close()])
      await orm.close()
    },
  }
}
