import { type RawBuilder, sql } from 'kysely'
import { textColumns, wordColumns } from '../identities/record.ts'

/** Erased value of a column (`t.…`), and the condition that it still has data. */
export type Blank = { to: RawBuilder<unknown>; isLeft: (column: RawBuilder<unknown>) => RawBuilder<boolean> }

const gone: Blank = { to: sql`null`, isLeft: (column) => sql<boolean>`${column} is not null` }
const empty: Blank = { to: sql`''`, isLeft: (column) => sql<boolean>`${column} <> ''` }
const none: Blank = { to: sql`'none'`, isLeft: (column) => sql<boolean>`${column} <> 'none'` }
const list: Blank = { to: sql`'[]'`, isLeft: (column) => sql<boolean>`${column} <> '[]'` }
/** A distinct value for each row, if rows must differ. */
const ownId: Blank = { to: sql`t.id::text`, isLeft: (column) => sql<boolean>`${column} <> t.id::text` }
/** For a claim: its steps write the keyed hash (registry/aliases/reservation.ts). */
const hashed: Blank = { to: sql`t.skeleton`, isLeft: (column) => sql<boolean>`${column} not like '=%'` }

/** Condition that a column names one of the given identities. */
export type Is = (column: string) => RawBuilder<boolean>

export type ErasureTarget = {
  table: string
  key: string
  /** Condition of the rows (`t`) that hold data of the identities. */
  of: (is: Is) => RawBuilder<boolean>
  /** Columns to erase. Null: the whole row. */
  blanks: Readonly<Record<string, Blank>> | null
  /** Further assignments in such a row. */
  also?: RawBuilder<unknown>
}

/** The same for each of some columns. */
const each = <T>(columns: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(columns.map((column) => [column, value]))

const ofIdentity = (is: Is) => is('t.identity_id')
const notes = { external_reference: gone, reference_hash: gone, metadata: gone }
const touched = sql`updated_at = now()`

const ofClaim = (is: Is, of: string) =>
  sql<boolean>`(${is(`${of}.identity_id`)} or (${sql.ref(`${of}.donor_alias_id`)} is not null and ${is(`${of}.donor_identity_id`)}))`

/**
 * The places of an identity's data, and how an erasure changes each, in the order of the erasure.
 *
 * INVARIANT (nothing is left): test/system/contract/erasure.test.ts requires every column of the schema that can hold
 * text or bytes to be in this list, or in `kept` with a reason.
 */
export const holders: readonly ErasureTarget[] = [
  {
    table: 'claim',
    key: 'id',
    of: (is) => ofClaim(is, 't'),
    blanks: { value: empty, skeleton: hashed, proof_token: gone },
  },
  {
    table: 'challenge',
    key: 'id',
    of: (is) => sql<boolean>`t.id in (
      select x.id from challenge x where ${is('x.identity_id')}
      union all select x.id from claim c join challenge x on x.claim_id = c.id where ${ofClaim(is, 'c')})`,
    blanks: { code_hash: gone, token: gone, link: gone },
    also: sql`status = case when status = 'pending' then 'expired' else status end, ${touched}`,
  },
  { table: 'domain_proof', key: 'alias_id', of: ofIdentity, blanks: null },
  {
    table: 'alias',
    key: 'id',
    of: ofIdentity,
    blanks: {
      value: empty,
      skeleton: ownId,
      mark: gone,
      verification: none,
      verified_at: gone,
      verified_method: gone,
      ...notes,
    },
    also: sql`proof_expires_at = null, ${touched}`,
  },
  {
    table: 'consent_request',
    key: 'id',
    of: (is) => sql<boolean>`t.identity_id is not null and ${ofIdentity(is)}`,
    blanks: { value: empty, skeleton: ownId, sealed_purpose: gone },
    also: sql`open = false, ${touched}`,
  },
  {
    table: 'consent_grant',
    key: 'id',
    of: ofIdentity,
    blanks: { sealed_purpose: gone },
    also: touched,
  },
  {
    table: 'release',
    key: 'id',
    of: ofIdentity,
    blanks: { jwe: gone, sealed_reference: gone },
    also: sql`status = 'failed'`,
  },
  {
    table: 'release_job',
    key: 'id',
    of: (is) => sql<boolean>`exists (select from release r where r.id = t.id and ${is('r.identity_id')})`,
    blanks: null,
  },
  { table: 'payee_name', key: 'id', of: ofIdentity, blanks: null },
  {
    table: 'endpoint',
    key: 'id',
    of: ofIdentity,
    blanks: {
      address: gone,
      projection: gone,
      mark: gone,
      address_fingerprint: gone,
      details_fingerprint: gone,
      destination_fingerprint: gone,
      capabilities: list,
      verification: none,
      verified_method: gone,
      ...notes,
    },
    also: sql`removed_at = coalesce(removed_at, now()), ${touched}`,
  },
  {
    table: 'identity',
    key: 'id',
    of: (is) => is('t.id'),
    blanks: { ...each(textColumns, gone), display_name_folded: gone, ...notes },
    also: touched,
  },
]

/** Condition that a row (`t`) still holds data. */
export const isLeft = ({ blanks }: ErasureTarget): RawBuilder<boolean> =>
  blanks === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        Object.entries(blanks).map(([column, { isLeft }]) => isLeft(sql.ref(`t.${column}`))),
        sql` or `,
      )})`

/** A value of one of the service's own enums: a type, a status, a level. */
const word = 'a word of a fixed list'
/** Data of a consumer, not of one of its identities. */
const consumers = 'of a consumer, and of none of its identities'
const keyed = 'a keyed hash or a random token, which ends by itself'
const actor = 'a key, the name of a job, or the operator’s way'
const machine = 'of the service itself'

/**
 * The columns that can hold text or bytes and stay when an identity is erased, each with the reason. The other ones are
 * in `holders`. A column in neither list fails test/system/contract/erasure.test.ts.
 */
export const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  identity: { type: word, status: word, ...each(wordColumns, word) },
  // `snapshot` is derived from the endpoints: a trigger writes it from their rows.
  alias: { type: word, status: word, privacy_level: word },
  alias_reservation: { type: word, skeleton: 'freed, or a keyed hash until its cooldown ends: see eraseReservations' },
  endpoint: { type: word, status: word, privacy_level: word, release: word },
  consent_grant: { status: word },
  consent_request: { type: word, status: word },
  claim: { kind: word, type: word, status: word, reason: word, method: word },
  challenge: { method: word, purpose: word, status: word, send_state: word },
  challenge_tally: { key: keyed, shared_key: keyed },
  disclosure_record: { kind: word, verdict: word, basis: word },
  release: { status: word, alias_type: word },
  value_budget: { subject: consumers, target: keyed, asked: keyed },
  event: {
    type: word,
    subjects: 'public ids',
    grantee_subjects: 'public ids',
    changed_fields: word,
    actor_type: word,
    actor_id: actor,
  },
  api_key_network: { network: keyed },
  audit_network: { prefix: 'the network of the owner’s own key, dropped after 30 days' },
  event_body: { type: word, body: 'public ids and types alone, dropped after 30 days' },
  event_notice: { type: word, actor_type: word, actor_id: actor },
  notice_due: { before: 'ids, types, levels and capabilities of endpoints, until the grantees are told' },
  webhook: { url: consumers, description: consumers, enabled_events: word, status: word, disabled_reason: word },
  webhook_secret: { sealed: consumers },
  webhook_delivery: { kind: word, state: word },
  webhook_attempt: { error: consumers, answer: 'what a receiver of the owner’s answered, dropped after 30 days' },
  idempotency_record: {
    key: keyed,
    fingerprint: keyed,
    outcome: 'a kept answer: it ends after 24 hours, and `doctor --erased` says until when',
  },
  consumer: { name: consumers, display_name: consumers, limits: consumers, group_name: consumers },
  api_key: { name: consumers, scopes: word, hash: keyed, mark: keyed, prefix: word, last4: consumers },
  sealing_key: { x: consumers },
  rate_bucket: { key: consumers },
  request_record: { operation: word, code: word },
  data_key: { purpose: word, wrapped: machine, key_provider: machine, status: word },
  registry_epoch: { system: machine },
  node: { version: machine },
  opener: { day_share: machine },
}
