import { hash, randomBytes } from 'node:crypto'
import { handleSkeleton } from '../../src/registry/aliases/normalization/handle.ts'
import { endpointRecord, markAlias, markEndpoint } from '../../src/registry/binding.ts'
import { ruleOf } from '../../src/registry/endpoints/endpoint-types.ts'
import type { Keyring } from '../../src/vault/keyring.ts'

/** Whose the records are, what seals them, and when they were made (Unix seconds). */
export type Seeding = { keyring: Keyring; consumerId: string; at: number }

/** What COPY reads into each table. */
export const columns = {
  identity: 'id, livemode, consumer_id, type, default_privacy_level, card, created_at, updated_at',
  alias:
    'id, livemode, consumer_id, identity_id, type, value, skeleton, norm_version, privacy_level, mark, created_at, updated_at',
  alias_slot: 'livemode, type, skeleton, alias_id, consumer_id',
  endpoint:
    'id, livemode, consumer_id, identity_id, type, privacy_level, priority, capabilities, address, projection, mark, created_at, updated_at',
} as const

export type SeededTable = keyof typeof columns
export type Rows = Record<SeededTable, string>

/** The nth record's uuid: the same in every run, so that answers can be checked. */
function uuidOf(kind: string, n: number): string {
  const hex = hash('md5', `${kind}${n}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

const usernameOf = (n: number): string => `user.${n}`

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const iban = 'DE89370400440532013000'

/** Two aliases and three endpoints an identity, in the snapshot's order; one of the endpoints is behind consent. */
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

const projected = endpoints.map(({ type, address }) => JSON.stringify(ruleOf(type).projects(address)))
/** Nothing that is measured opens an address. */
const sealedAddress = bytes(randomBytes(80))

function bytes(buffer: Buffer): string {
  return `\\\\x${buffer.toString('hex')}`
}

/** A value as `json_build_array` writes it. */
const jsonOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(jsonOf).join(', ')}]` : JSON.stringify(value ?? null)

const line = (...values: readonly (string | number)[]): string => `${values.join('\t')}\n`

/** One identity with all that belongs to it. Its snapshot is what `endpoint_snapshot` would write: the seed compares a sample. */
function rowsOf(n: number, { keyring, consumerId, at }: Seeding): Rows {
  const id = uuidOf('i', n)
  const time = new Date(at * 1_000).toISOString()
  const username = usernameOf(n)
  const email = `user${n}@example.com`
  const names = [
    { id: uuidOf('a', n), type: 'username', value: username, skeleton: handleSkeleton(username) },
    { id: uuidOf('m', n), type: 'email', value: email, skeleton: email },
  ]
  const placed = { livemode: false, identityId: id, consumerId }
  const sealed = endpoints.map(({ type, capabilities }, index) => {
    const place = { ...placed, id: uuidOf(`e${index}-`, n), type }
    const projection = keyring.seal('projection', endpointRecord(place), false, projected[index]!)
    return { id: place.id, projection, mark: markEndpoint(keyring, place, capabilities) }
  })
  const markOf = (name: { id: string; type: string; value: string }) =>
    bytes(markAlias(keyring, { ...placed, ...name }))
  const snapshot = endpoints.map(({ type, level, priority, capabilities }, index) => [
    ...[sealed[index]!.id, type, 'active', level, priority, at],
    capabilities.map(({ asset, rail, ...more }) => [asset, rail, 'network' in more ? more.network : null]),
    sealed[index]!.projection.toString('base64'),
    sealed[index]!.mark.toString('base64'),
  ])
  return {
    identity: line(id, 'f', consumerId, 'user', 'unlisted', jsonOf(snapshot), time, time),
    alias: names
      .map((name) =>
        line(name.id, 'f', consumerId, id, name.type, name.value, name.skeleton, 1, 'public', markOf(name), time, time),
      )
      .join(''),
    alias_slot: names.map((name) => line('f', name.type, name.skeleton, name.id, consumerId)).join(''),
    endpoint: endpoints
      .map(({ type, level, priority, capabilities }, index) => {
        const { id: own, projection, mark } = sealed[index]!
        const written = [JSON.stringify(capabilities), sealedAddress, bytes(projection), bytes(mark)]
        return line(own, 'f', consumerId, id, type, level, priority, ...written, time, time)
      })
      .join(''),
  }
}

/** The rows of the identities from `first` up to `end`, for COPY. */
export function rowsBetween(first: number, end: number, seeding: Seeding): Rows {
  const all = Array.from({ length: end - first }, (_, index) => rowsOf(first + index, seeding))
  const of = (table: SeededTable) => all.map((rows) => rows[table]).join('')
  return { identity: of('identity'), alias: of('alias'), alias_slot: of('alias_slot'), endpoint: of('endpoint') }
}
