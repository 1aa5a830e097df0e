import { ConfigError } from '../../config/environment.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createOpener, type OpenerSecrets } from '../../releases/opener.ts'
import { createOpenerHandler } from '../../releases/opener-queue/handler.ts'
import { createOpeningsLog, type OpeningsLog } from '../../releases/opener-queue/openings-log.ts'
import { createOpenerRate, steadyClock } from '../../releases/opener-queue/rate-limit.ts'
import { startOpenerWorker } from '../../releases/opener-queue/worker.ts'
import { readSealed, requireOrigin, version } from '../../vault/address-key.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { OpeningFailed, UnknownKey } from '../../vault/seal.ts'
import { close } from './closing.ts'
import { type Kernel, type KernelOptions, openKernel } from './foundation.ts'
import { issuanceOf } from './releases.ts'

/** A private half that was read from a file of the opener's machine. */
export type OpeningPair = {
  readonly keyId: string
  open(record: string, livemode: boolean, sealed: Buffer, use?: 'address' | 'reference'): Promise<Buffer>
  signingSeed(livemode: boolean): Buffer
}

type Pairs = readonly [OpeningPair, ...OpeningPair[]]

/** Maps every failure to open an address, an unknown key included, to one error. */
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

/**
 * Returns the secrets that the opener's process opens and signs with. The first pair signs; addresses that the key ring
 * sealed earlier are opened, too.
 */
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

/** Opens the log that outlives the process. @throws ConfigError */
function openOpenings(folder: string): OpeningsLog {
  try {
    return createOpeningsLog(folder, steadyClock)
  } catch (cause) {
    throw new ConfigError('OPENER_STATE_DIR must name a folder that the opener can write to.', { cause })
  }
}

function startWorker(kernel: Kernel, pairs: Pairs, openings: OpeningsLog) {
  const { config, db, listener, log, keyring, write } = kernel
  const openerRate = createOpenerRate({ limits: config.opener.limits, log, openings })
  const handle = createOpenerHandler({
    write,
    issuance: issuanceOf(kernel),
    opener: openerRate.limited(createOpener(privateSecrets(keyring, pairs), config.publicUrl ?? 'signpost')),
    openReference: openReference(pairs),
    log,
  })
  return startOpenerWorker({ db, listener, log, countsOf: openerRate.countsOf, handle })
}

export type OpenerProcess = { stop(): Promise<void> }

/** Composes and starts the opener's process: it has no surface, and listens on nothing. */
export async function startOpener(options: KernelOptions, pairs: Pairs): Promise<OpenerProcess> {
  const openings = openOpenings(options.config.opener.stateDir)
  const kernel = await openKernel(options)
  const worker = startWorker(kernel, pairs, openings)
  await kernel.listener.start()
  return {
    async stop() {
      await worker.stop()
      await close(kernel)
    },
  }
}
