import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import { type Call, type Owner, requireAnyScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { maximumLimit, parseConnection } from '../../kernel/page.ts'
import {
  as,
  flag,
  type KindOf,
  list,
  moment,
  owner,
  parts,
  type RecordOf,
  shape,
  text,
  whole,
} from '../../kernel/record.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import { readMoment } from '../../kernel/stored.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { OpeningFailed, open, seal } from '../../vault/seal.ts'
import {
  beginning,
  type ChangedKind,
  type ChangeRow,
  changedKinds,
  hasOrder,
  type Position,
  readChanges,
} from './store.ts'

/** Records are called as their tables. */
export type ChangedObject = (typeof changedKinds)[ChangedKind]['table']

const change = parts({
  object: as<ChangedObject>(text('identity, alias, endpoint, consent_grant, webhook or api_key').schema),
  id: text(),
  updatedAt: moment(),
  deleted: flag(),
})
type ChangeRecord = KindOf<typeof change>

/** A page of the feed, the cursor of the next one, and the delay by an open transaction. */
export const changeFeed = shape('change_feed', {
  url: owner(text()),
  changes: owner(list(change), { name: 'data' }),
  cursor: owner(text('The cursor of the next page, even if that is still empty')),
  hasMore: owner(flag()),
  behindSeconds: owner(whole('The delay of the feed by an open transaction')),
})
/** A URL is REST's alone. */
export type ChangeFeed = Omit<RecordOf<typeof changeFeed>, 'url'>

/** Scope that each kind needs: a key gets the changes that it may read. */
const needed: Readonly<Record<ChangedKind, Scope>> = {
  identity: 'identities:read',
  alias: 'aliases:read',
  endpoint: 'endpoints:read',
  consentGrant: 'consents:read',
  webhook: 'webhooks:read',
  apiKey: 'keys:write',
}

export const changeScopes = Object.values(needed) as [Scope, ...Scope[]]

const recordOf = ({ kind, id, updated_at, deleted }: ChangeRow): ChangeRecord => ({
  object: changedKinds[kind].table,
  id: encodeId(kind, id),
  updatedAt: readMoment(updated_at),
  deleted,
})

type Asked = { cursor?: string | null | undefined; first?: number | null | undefined }
type Deps = { db: Database; keyring: Keyring }

export function createChanges({ db, keyring }: Deps) {
  let isOn = false

  /** The feed is off if the engine does not order transactions, and until a moved database has a new epoch. */
  async function requireOn(): Promise<void> {
    isOn ||= await hasOrder(db)
    if (!isOn) throw new SignpostError('service_unavailable', { retryAfter: 60 })
  }

  return {
    /** The caller's own records in the order of their last change, after the cursor or from the beginning. */
    async list(call: Call, { cursor, first }: Asked): Promise<ChangeFeed> {
      requireAnyScope(call, changeScopes)
      const { caller } = call
      const { limit } = parseConnection({ first: first ?? maximumLimit })
      if (cursor === '') throw new SignpostError('cursor_invalid', { param: 'cursor' })
      const held = cursor ? readCursor(keyring, caller, cursor) : null
      await requireOn()
      const kinds = (Object.keys(changedKinds) as ChangedKind[]).filter((kind) => hasScope(caller.scopes, needed[kind]))
      const after = held?.position ?? beginning
      const { rows, state } = await readChanges(db, caller, kinds, after, limit + 1)
      if (state.foreign) throw new SignpostError('service_unavailable', { retryAfter: 60 })
      if (held) requireCurrent(held, state.epoch, state.newest, kinds)
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const position = last ? { changed: last.changed, id: last.id } : after
      return {
        changes: page.map(recordOf),
        cursor: writeCursor(keyring, caller, { epoch: state.epoch, kinds, position }),
        hasMore: rows.length > limit,
        behindSeconds: state.behind_seconds,
      }
    },
  }
}

/** Content of a cursor: its position, the history it belongs to, and the kinds whose changes before it were delivered. */
type Held = { epoch: string; kinds: readonly ChangedKind[]; position: Position }

const saltLength = 16
/** The length of the longest cursor. */
const longestCursor = 2_048
/** Each cursor has a separate key, which no row names. */
const keyId = '00000000-0000-0000-0000-000000000000'

const placeOf = ({ consumerId, livemode }: Owner) => ({ purpose: 'changes', record: consumerId, livemode })

/**
 * Derived from a key that is never rotated. The salt gives every cursor a separate key: however many are sealed, no key
 * seals enough for a nonce to repeat.
 */
const keyOf = (keyring: Keyring, { consumerId, livemode }: Owner, salt: Buffer): Buffer =>
  keyring.hash('cursor', livemode, `changes|${consumerId}|${salt.toString('hex')}`)

function writeCursor(keyring: Keyring, owner: Owner, held: Held): string {
  const salt = randomBytes(saltLength)
  const sealed = seal(keyOf(keyring, owner, salt), keyId, placeOf(owner), Buffer.from(JSON.stringify(held)))
  return Buffer.concat([salt, sealed]).toString('base64url')
}

/** @throws SignpostError cursor_invalid if it is no cursor of this consumer and environment */
function readCursor(keyring: Keyring, owner: Owner, cursor: string): Held {
  if (cursor.length > longestCursor) throw new SignpostError('cursor_invalid', { param: 'cursor' })
  const bytes = Buffer.from(cursor, 'base64url')
  // One cursor has one spelling, so cursors are compared as text.
  if (bytes.toString('base64url') !== cursor) throw new SignpostError('cursor_invalid', { param: 'cursor' })
  try {
    const key = keyOf(keyring, owner, bytes.subarray(0, saltLength))
    return JSON.parse(open(key, keyId, placeOf(owner), bytes.subarray(saltLength)).toString('utf8'))
  } catch (error) {
    if (error instanceof OpeningFailed) throw new SignpostError('cursor_invalid', { param: 'cursor' })
    throw error
  }
}

/**
 * Refuses a cursor of another history, or of a key that could not read every kind that this one may read: it could skip
 * changes. The feed begins again. @throws SignpostError cursor_expired
 */
function requireCurrent(held: Held, epoch: string, newest: string, kinds: readonly ChangedKind[]): void {
  const isAhead = BigInt(held.position.changed) >= BigInt(newest)
  const isTold = kinds.every((kind) => held.kinds.includes(kind))
  if (held.epoch !== epoch || isAhead || !isTold) throw new SignpostError('cursor_expired', { param: 'cursor' })
}
