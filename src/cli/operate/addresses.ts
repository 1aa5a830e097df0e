import { SingleBar } from 'cli-progress'
import { type Config, readConfig } from '../../config/config.ts'
import type { Database } from '../../database/orm.ts'
import { ignoreClosedTerminal } from '../../process/stopping.ts'
import { type AddressSealer, addressSealer, markOrigin, requireOrigin } from '../../vault/address-key.ts'
import { openKeyring, writeSealCounts } from '../../vault/data-key-store.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { type AddressKeyPair, makeKeyFile, readPrivateKeyFile } from '../../vault/open-address.ts'
import { countAddresses, type Sealer } from '../../vault/rotation/address-store.ts'
import {
  type AddressOpeners,
  type AddressTarget,
  rotateAddresses,
  tryAddresses,
  type Unopenable,
} from '../../vault/rotation/addresses.ts'
import { withRotationLock } from '../../vault/rotation/lock-store.ts'
import { chooseKeyProvider, commandDatabaseUrl, withDatabase } from '../database.ts'
import { given } from '../failure.ts'
import { CliError } from '../options.ts'

type KeyOptions = { privateKeyFile?: string[]; keyring?: boolean; json?: boolean }
type RotateOptions = KeyOptions & { to: string; batch: number; grace: number; dryRun?: boolean }

export function keygen({ privateKeyFile, json }: { privateKeyFile: string; json?: boolean }): void {
  const { publicKey, keyId } = given(() => makeKeyFile(privateKeyFile))
  if (json) console.log(JSON.stringify({ public_key: publicKey, key_id: keyId }))
  else console.log(publicKey)
  if (!json) {
    process.stderr.write(
      `Key ${keyId}: ${privateKeyFile} opens the addresses sealed to it. Keep copies, none on a gateway.\n`,
    )
  }
}

type Keys = { pairs: readonly AddressKeyPair[]; isRingNamed: boolean }

const keysOf = ({ privateKeyFile = [], keyring = false }: KeyOptions): Keys => ({
  pairs: privateKeyFile.map((path) => given(() => readPrivateKeyFile(path))),
  isRingNamed: keyring,
})

/**
 * Makes openers of the given keys. Without the key ring an address keeps its mark, and its mark is sealed again with
 * it.
 *
 * INVARIANT (no forged address): anybody with a public key can seal to it. With the key ring, an address without a
 * valid mark is not opened, so that a rotation gives no forged address a mark or the key ring's seal.
 */
function openersOf({ pairs, isRingNamed }: Keys, ring: Keyring | null): AddressOpeners {
  const byRing = async (record: string, livemode: boolean, sealed: Buffer) =>
    ring!.open('address', record, livemode, sealed)
  const byPair = ({ open }: AddressKeyPair) =>
    ring
      ? async (record: string, livemode: boolean, sealed: Buffer) =>
          requireOrigin(ring, record, livemode, await open(record, livemode, sealed))
      : open
  return new Map([
    ...pairs.map((pair) => [pair.keyId, byPair(pair)] as const),
    ...(isRingNamed ? [['keyring', byRing] as const] : []),
  ])
}

const targetOf = (sealer: AddressSealer | null, ring: Keyring | null): AddressTarget =>
  sealer
    ? {
        sealer: sealer.keyId,
        seal: (record, livemode, address) =>
          sealer.seal(record, livemode, ring ? markOrigin(ring, record, livemode, address) : address),
      }
    : {
        sealer: 'keyring',
        seal: async (record, livemode, address) => ring!.seal('address', record, livemode, address),
      }

/** Shows progress on standard error: a bar, or a line of JSON for each step. */
function progressOf(json: boolean | undefined) {
  const bar = new SingleBar({
    format: '{bar} {value} of {total} addresses, {eta_formatted} left',
    stream: process.stderr,
  })
  return {
    show(done: number, total: number): void {
      if (json) console.log(JSON.stringify({ done, total }))
      else if (!bar.isActive && total > 0) bar.start(total, done)
      bar.setTotal(total)
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}

const tell =
  (json: boolean | undefined) =>
  ({ endpoint, sealer }: Unopenable): void =>
    console.log(
      json ? JSON.stringify({ unopenable: endpoint, sealed_by: sealer }) : `${endpoint} is not opened (${sealer})`,
    )

const listOf = (counts: Record<Sealer, number>) =>
  Object.entries(counts)
    .map(([sealer, count]) => `${count} by ${sealer}`)
    .join(', ') || 'none'

export async function rotate(options: RotateOptions): Promise<void> {
  ignoreClosedTerminal()
  const config = readConfig()
  const { json, dryRun, to, batch: batchSize } = options
  const graceMs = options.grace * 1_000
  const keys = keysOf(options)
  const sealer = to === 'keyring' ? null : given(() => addressSealer(to))
  if (!keys.isRingNamed && keys.pairs.length === 0) throw new CliError('Give --private-key-file, --keyring, or both.')
  if (sealer ? keys.pairs.some(({ keyId }) => keyId === sealer.keyId) : keys.isRingNamed) {
    throw new CliError('The old and the new key are the same.')
  }

  await withRotationLock(await commandDatabaseUrl(config), async (db) => {
    const ring = keys.isRingNamed || !sealer ? await ringOf(db, config) : null
    const [openers, target] = [openersOf(keys, ring), targetOf(sealer, ring)]
    const progress = progressOf(json)
    const watching = { batchSize, onProgress: progress.show, onUnopenable: tell(json) }
    const moved = await (dryRun
      ? tryAddresses({ db, openers, ...watching, except: target.sealer })
      : rotateAddresses({ db, openers, target, graceMs, ...watching })
    ).finally(progress.stop)
    if (ring) await writeSealCounts(db, ring)
    const sealed = await countAddresses(db)
    const left = Object.entries(sealed).reduce(
      (sum, [sealer, count]) => sum + (sealer === target.sealer ? 0 : count),
      0,
    )
    const isLeft = left > (dryRun ? moved : 0)
    if (json) console.log(JSON.stringify({ finished: true, dry_run: dryRun ?? false, moved, sealed }))
    else
      console.log(
        `${moved} addresses ${dryRun ? 'would be moved' : 'moved'} to ${target.sealer}. Sealed: ${listOf(sealed)}.`,
      )
    if (isLeft) process.exitCode = 1
  })
}

export async function verify(options: KeyOptions): Promise<void> {
  const config = readConfig()
  const { json } = options
  const keys = keysOf(options)
  await withDatabase(await commandDatabaseUrl(config), async (db) => {
    const openers = openersOf(keys, keys.isRingNamed ? await ringOf(db, config) : null)
    const isTrying = openers.size > 0
    const progress = progressOf(json)
    let unopened = 0
    const onUnopenable = (unopenable: Unopenable) => {
      unopened++
      tell(json)(unopenable)
    }
    const opened = isTrying
      ? await tryAddresses({ db, openers, onProgress: progress.show, onUnopenable }).finally(progress.stop)
      : 0
    const sealed = await countAddresses(db)
    if (json) console.log(JSON.stringify({ sealed, ...(isTrying ? { opened, unopened } : {}) }))
    else console.log(`Sealed: ${listOf(sealed)}.${isTrying ? ` Opened: ${opened}, not opened: ${unopened}.` : ''}`)
    if (unopened > 0) process.exitCode = 1
  })
}

const ringOf = async (db: Database, config: Config): Promise<Keyring> =>
  openKeyring(db, await chooseKeyProvider(config))
