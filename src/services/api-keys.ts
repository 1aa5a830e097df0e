import { sql } from 'kysely'
import type { Keyring } from '../crypto/keyring.ts'
import { newApiKey } from '../crypto/secret.ts'
import { Sensitive } from '../crypto/sensitive.ts'
import { SignpostError } from '../domain/errors.ts'
import { decodeId, encodeId } from '../domain/id.ts'
import type { Page } from '../domain/page.ts'
import { hasEveryScope, isScope, type Scope } from '../domain/scopes.ts'
import type { Database } from '../persistence/orm.ts'
import { readPages } from '../persistence/pages.ts'
import { type Call, requireScope } from './caller.ts'
import { requireFuture } from './consent-grants.ts'
import type { Removed } from './endpoints.ts'
import { optionalText, present, type RecordPage, requireId } from './records.ts'
import type { Write } from './writing.ts'

export type ApiKeyRecord = {
  id: string
  livemode: boolean
  name: string | null
  scopes: string[]
  prefix: string
  last4: string
  router: boolean
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  rolledTo: string | null
  createdAt: Date
  updatedAt: Date
}

/** The secret is shown once: null when the answer is a replay. */
export type ApiKeyWithSecret = ApiKeyRecord & { key: Sensitive | null }

export type ApiKeyRow = Awaited<ReturnType<typeof findKey>> & {}

export type CreateApiKeyInput = {
  scopes: readonly string[]
  name?: string | null | undefined
  expiresAt?: Date | null | undefined
  router?: boolean | null | undefined
}

const nameLimit = 200
export const rollWindow = { default: 86_400, max: 604_800 }

function findKey(db: Database, caller: { consumerId: string; livemode: boolean }, uuid: string) {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', uuid)
    .where('consumer_id', '=', caller.consumerId)
    .where('livemode', '=', caller.livemode)
    .forUpdate()
    .executeTakeFirst()
}

const apiKeyRecord = (row: ApiKeyRow): ApiKeyRecord => ({
  id: encodeId('apiKey', row.id),
  livemode: row.livemode,
  name: row.name,
  scopes: row.scopes,
  prefix: row.prefix,
  last4: row.last4,
  router: row.router,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  rolledTo: row.rolled_to_id && encodeId('apiKey', row.rolled_to_id),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** @throws SignpostError parameter_invalid */
export function requireScopes(scopes: readonly unknown[]): Scope[] {
  if (scopes.length === 0 || !scopes.every(isScope)) throw new SignpostError('parameter_invalid', { param: 'scopes' })
  return [...new Set(scopes)]
}

export type NewApiKey = {
  consumerId: string
  livemode: boolean
  scopes: readonly string[]
  name: string | null
  router: boolean
  expiresAt: Date | null
}

/** Stores the hash of a fresh key. @returns the row and the secret, which nothing can show again */
export async function issueApiKey(
  db: Database,
  keyring: Keyring,
  id: string,
  key: NewApiKey,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const secret = newApiKey(key.livemode)
  const row = await db
    .insertInto('api_key')
    .values({
      id,
      consumer_id: key.consumerId,
      livemode: key.livemode,
      name: key.name,
      scopes: [...key.scopes],
      hash: keyring.hash('api_key_hash', false, secret),
      prefix: secret.slice(0, 12),
      last4: secret.slice(-4),
      router: key.router,
      expires_at: key.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, secret }
}

type Deps = {
  db: Database
  write: Write
  keyring: Keyring
  newId: () => string
  clock: () => number
  /** Tells every node that a key no longer holds. */
  announce: () => Promise<void>
}

export function createApiKeys({ db, write, keyring, newId, clock, announce }: Deps) {
  return {
    async create(call: Call, input: CreateApiKeyInput): Promise<ApiKeyWithSecret> {
      requireScope(call, 'keys:write')
      const scopes = requireScopes(input.scopes)
      const name = optionalText(input.name, 'name', nameLimit)
      const expiresAt = requireFuture(input.expiresAt, clock())
      if (!hasEveryScope(call.caller.scopes, scopes)) throw new SignpostError('scope_missing', { param: 'scopes' })
      const { consumerId, livemode } = call.caller
      return write(call, async ({ db }) => {
        const key = { consumerId, livemode, scopes, name, router: input.router ?? false, expiresAt }
        const { row, secret } = await issueApiKey(db, keyring, newId(), key)
        return { ...apiKeyRecord(row), key: new Sensitive(secret) }
      })
    },

    async list(call: Call, page: Page): Promise<RecordPage<ApiKeyRecord>> {
      requireScope(call, 'keys:write')
      const [list] = await readPages<ApiKeyRow>(
        db,
        {
          table: 'api_key',
          kind: 'apiKey',
          belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${call.caller.livemode}`,
        },
        [call.caller.consumerId],
        page,
      )
      return { records: list!.rows.map(apiKeyRecord), hasMore: list!.hasMore }
    },

    async byId(call: Call, id: string): Promise<ApiKeyRecord | null> {
      requireScope(call, 'keys:write')
      const uuid = decodeId('apiKey', id)
      const row = uuid === null ? undefined : await findKey(db, call.caller, uuid)
      return row ? apiKeyRecord(row) : null
    },

    /** A new key with the same rights; the old one ends after `expiresIn` seconds. */
    async roll(call: Call, id: string, expiresIn: number = rollWindow.default): Promise<ApiKeyWithSecret> {
      requireScope(call, 'keys:write')
      if (!Number.isInteger(expiresIn) || expiresIn < 0 || expiresIn > rollWindow.max) {
        throw new SignpostError('parameter_invalid', { param: 'expiresIn' })
      }
      const uuid = requireId('apiKey', id)
      const rolled = await write(call, async ({ db }) => {
        const old = present(await findKey(db, call.caller, uuid))
        if (!hasEveryScope(call.caller.scopes, old.scopes as Scope[]))
          throw new SignpostError('scope_missing', { param: 'scopes' })
        if (old.rolled_to_id !== null) throw new SignpostError('roll_in_progress')
        if (old.revoked_at !== null) throw new SignpostError('resource_missing')
        const { consumerId, livemode } = call.caller
        const { scopes, name, router } = old
        const { row, secret } = await issueApiKey(db, keyring, newId(), {
          consumerId,
          livemode,
          scopes,
          name,
          router,
          expiresAt: null,
        })
        await sql`
          update api_key
          set rolled_to_id = ${row.id}, updated_at = now(),
              expires_at = least(expires_at, now() + ${expiresIn} * interval '1 second')
          where id = ${old.id}`.execute(db)
        return { ...apiKeyRecord(row), key: new Sensitive(secret) }
      })
      await announce()
      return rolled
    },

    /** For the command line, which owns every key. @returns whether there is such a key */
    async revokeById(uuid: string): Promise<boolean> {
      const row = await db
        .updateTable('api_key')
        .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())`, updated_at: sql<Date>`now()` })
        .where('id', '=', uuid)
        .returning('id')
        .executeTakeFirst()
      if (row) await announce()
      return row !== undefined
    },

    /** Revoking a revoked key changes nothing. */
    async revoke(call: Call, id: string): Promise<Removed> {
      requireScope(call, 'keys:write')
      const uuid = requireId('apiKey', id)
      const removed = await write(call, async ({ db }) => {
        const row = present(await findKey(db, call.caller, uuid))
        if (row.revoked_at === null) {
          await db
            .updateTable('api_key')
            .set({ revoked_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
            .where('id', '=', row.id)
            .execute()
        }
        return { id: encodeId('apiKey', row.id), livemode: row.livemode }
      })
      await announce()
      return removed
    },
  }
}

export type ApiKeys = ReturnType<typeof createApiKeys>
