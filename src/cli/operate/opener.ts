import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { findConsumerNamed } from '../../access/consumers/store.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { createServiceLog } from '../../kernel/log.ts'
import { privateSecrets, startOpener } from '../../process/compose/opener.ts'
import { ignoreClosedTerminal, stopOnSignals } from '../../process/stopping.ts'
import { readSealingJwk } from '../../releases/keys/rules.ts'
import { createOpener } from '../../releases/opener.ts'
import { type ExportKey, exportOwn } from '../../releases/opener-queue/exporting.ts'
import { writeOpenerKey } from '../../releases/signing.ts'
import { openKeyring } from '../../vault/data-key-store.ts'
import { type AddressKeyPair, readPrivateKeyFile } from '../../vault/open-address.ts'
import { chooseKeyProvider, commandDatabaseUrl, runningDatabaseUrl, withDatabase } from '../database.ts'
import { given } from '../failure.ts'
import { CliError, readable } from '../options.ts'

type KeyOptions = { privateKeyFile: string[]; json?: boolean }
type ExportOptions = KeyOptions & { consumer: string; env: string; sealingKey: string }

const pairsOf = ({ privateKeyFile }: KeyOptions) =>
  privateKeyFile.map((path) => given(() => readPrivateKeyFile(path))) as [AddressKeyPair, ...AddressKeyPair[]]

/** Payers pin the keys that the gateways publish, and refuse a signature of another key. */
function requirePublished({ opener }: Config, [signer]: readonly [AddressKeyPair, ...AddressKeyPair[]]): void {
  const own = writeOpenerKey(signer.signingSeed)
  if (opener.published.includes(own)) return
  throw new CliError("OPENER_PUBLIC_KEY is not the first private key's: signpost opener keys prints its value.")
}

export async function run(options: KeyOptions): Promise<void> {
  const config = readConfig()
  const pairs = pairsOf(options)
  requirePublished(config, pairs)
  const databaseUrl = await runningDatabaseUrl(config)
  ignoreClosedTerminal()
  const log = createServiceLog(config)
  for (const warning of config.misspelt) log.warn(warning)
  const keyProvider = await chooseKeyProvider(config)
  const running = await startOpener({ config, databaseUrl, keyProvider, log }, pairs)
  log.info('the opener is ready')
  stopOnSignals(running.stop, log)
}

export function keys(options: KeyOptions): void {
  const key = writeOpenerKey(pairsOf(options)[0].signingSeed)
  console.log(options.json ? JSON.stringify({ opener_public_key: key }) : key)
}

/** The owner's key, named by its thumbprint. Source: RFC 7638 */
function exportKeyOf(path: string): ExportKey {
  const text = readFileSync(readable(path, '--sealing-key'), 'utf8')
  const jwk = given(() => readSealingJwk(parsed(text)))
  const { crv, kty, x } = jwk
  return { id: createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url'), jwk }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError('--sealing-key must be a file with a JWK: {"kty": "OKP", "crv": "X25519", "x": "…"}.')
  }
}

export async function exportAddresses(options: ExportOptions): Promise<void> {
  const config = readConfig()
  const [pairs, key] = [pairsOf(options), exportKeyOf(options.sealingKey)]
  await withDatabase(await commandDatabaseUrl(config), async (db) => {
    const consumer = await findConsumerNamed(db, options.consumer)
    if (!consumer) throw new CliError('--consumer names no existing consumer: see keys list.')
    const keyring = await openKeyring(db, await chooseKeyProvider(config))
    const opener = createOpener(privateSecrets(keyring, pairs), config.publicUrl ?? 'signpost')
    const owner = { consumerId: consumer.id, livemode: options.env === 'live' }
    const counts = { exported: 0, unopened: 0 }
    for await (const line of exportOwn({ db, opener, owner, key })) {
      counts[line.jwe === null ? 'unopened' : 'exported']++
      if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
    }
    if (counts.unopened > 0) process.exitCode = 1
    const text = `Exported: ${counts.exported}. Not opened: ${counts.unopened}.`
    process.stderr.write(`${options.json ? JSON.stringify(counts) : text}\n`)
  })
}
