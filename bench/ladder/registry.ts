import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import cliProgress from 'cli-progress'
import pg from 'pg'
import type { Database } from '../../src/database/orm.ts'
import { handleSkeleton } from '../../src/registry/aliases/normalization/handle.ts'
import { ruleOf } from '../../src/registry/endpoints/endpoint-types.ts'
import { refreshSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../../src/vault/keyring.ts'

const { from: copyFrom } = createRequire(import.meta.url)('pg-copy-streams') as {
  from(text: string): pg.Submittable & Writable
}

/** The nth record's uuid: the same in every run, so that answers can be checked. */
export function uuidOf(kind: string, n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

export const usernameOf = (n: number): string => `user.${n}`

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const iban = 'DE89370400440532013000'

/** Two aliases and three endpoints an identity; one of the endpoints is behind consent. */
const endpoints = [
  {
    type: 'crypto_wallet',
    address: wallet,
    level: 'public',
    priority: 10,
    capabilities: [{ asset: 'USDC', network: 'base', rail: 'onchain' }],
  },
  { type: 'bank_account', address: iban, level: 'public', priority: 5, capabilities: [{ asset: 'EUR', rail: 'sepa' }] },
  { type: 'crypto_wallet', address: wallet, level: 'consent_required', priority: 1, capabilities: [] },
] as const

const sealedAddress = randomBytes(80)

async function copy(client: pg.Client, into: string, lines: Iterable<string>, onLine: () => void): Promise<void> {
  const stream = client.query(copyFrom(`copy ${into} from stdin`))
  let chunk = ''
  for (const line of lines) {
    chunk += `${line}\n`
    onLine()
    if (chunk.length < 1 << 18) continue
    if (!stream.write(chunk)) await once(stream, 'drain')
    chunk = ''
  }
  stream.end(chunk)
  await once(stream, 'finish')
}

const bytes = (buffer: Buffer) => `\\\\x${buffer.toString('hex')}`

/** The snapshots of all identities, a thousand in a statement. */
async function refreshAll(db: Database, identities: number): Promise<void> {
  for (let first = 0; first < identities; first += 1_000) {
    const count = Math.min(1_000, identities - first)
    const ids = Array.from({ length: count }, (_, index) => uuidOf('i', first + index))
    await refreshSnapshots(db, ids)
  }
}

/** Fills an empty, migrated database by COPY: `aliases` aliases, half as many identities, one and a half as many endpoints. */
export async function seed(
  url: string,
  { db, keyring }: { db: Database; keyring: Keyring },
  consumerId: string,
  aliases: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const identities = aliases / 2
  const bar = new cliProgress.SingleBar({
    format: '  {bar} {percentage}% | {value}/{total} rows | {eta_formatted} left',
    stream: process.stderr,
  })
  bar.start(identities * (1 + 2 + 2 + endpoints.length), 0)
  let rows = 0
  const onLine = () => {
    if (++rows % 5_000 === 0) bar.update(rows)
  }
  const each = function* (line: (n: number) => Iterable<string>): Iterable<string> {
    for (let n = 0; n < identities; n++) yield* line(n)
  }
  await client.query('begin')
  await copy(
    client,
    'identity (id, livemode, consumer_id, type, default_privacy_level)',
    each((n) => [`${uuidOf('i', n)}\tf\t${consumerId}\tuser\tunlisted`]),
    onLine,
  )
  const names = (n: number) => [
    { id: uuidOf('a', n), type: 'username', value: usernameOf(n), skeleton: handleSkeleton(usernameOf(n)) },
    { id: uuidOf('m', n), type: 'email', value: `user${n}@example.com`, skeleton: `user${n}@example.com` },
  ]
  await copy(
    client,
    'alias (id, livemode, identity_id, type, value, skeleton, norm_version, privacy_level)',
    each((n) =>
      names(n).map(
        ({ id, type, value, skeleton }) => `${id}\tf\t${uuidOf('i', n)}\t${type}\t${value}\t${skeleton}\t1\tpublic`,
      ),
    ),
    onLine,
  )
  await copy(
    client,
    'alias_slot (livemode, type, skeleton, alias_id, consumer_id)',
    each((n) => names(n).map(({ id, type, skeleton }) => `f\t${type}\t${skeleton}\t${id}\t${consumerId}`)),
    onLine,
  )
  await copy(
    client,
    'endpoint (id, livemode, identity_id, type, privacy_level, priority, capabilities, address, projection)',
    each((n) =>
      endpoints.map(({ type, address, level, priority, capabilities }, index) => {
        const id = uuidOf(`e${index}-`, n)
        const projection = keyring.seal('projection', id, false, JSON.stringify(ruleOf(type).projects(address)))
        return `${id}\tf\t${uuidOf('i', n)}\t${type}\t${level}\t${priority}\t${JSON.stringify(capabilities)}\t${bytes(sealedAddress)}\t${bytes(projection)}`
      }),
    ),
    onLine,
  )
  await client.query('commit')
  bar.update(rows)
  bar.stop()
  await refreshAll(db, identities)
  await client.query('vacuum full analyze identity')
  await client.query('vacuum analyze')
  await client.end()
}
