import type { Database } from '../../database/orm.ts'
import { type Call, requireAnyScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { maximumLimit, parseConnection } from '../../kernel/page.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import { readMoment } from '../../kernel/stored.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { readCursor, requireCurrent, writeCursor } from './cursor.ts'
import { hasOrder } from './epoch-store.ts'
import { beginning, type ChangedKind, type ChangeRow, changedKinds, type FeedState, readChanges } from './store.ts'

export type ChangedObject = Exclude<ChangedKind, 'consentGrant' | 'apiKey'> | 'consent_grant' | 'api_key'
export type ChangeRecord = { object: ChangedObject; id: string; updatedAt: Date; deleted: boolean }

/** A page of the feed, the cursor of the next one, and the delay by an open transaction. */
export type ChangeFeed = { changes: ChangeRecord[]; cursor: string; hasMore: boolean; behindSeconds: number }

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

const objects: Readonly<Record<ChangedKind, ChangedObject>> = {
  identity: 'identity',
  alias: 'alias',
  endpoint: 'endpoint',
  consentGrant: 'consent_grant',
  webhook: 'webhook',
  apiKey: 'api_key',
}

const recordOf = ({ kind, id, updated_at, deleted }: ChangeRow): ChangeRecord => ({
  object: objects[kind],
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

  function requireKnown(state: FeedState): void {
    if (state.foreign) throw new SignpostError('service_unavailable', { retryAfter: 60 })
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
      requireKnown(state)
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

export type Changes = ReturnType<typeof createChanges>
