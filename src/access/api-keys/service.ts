import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { apiKeyPayload, apiKeyRolledPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, type Owner, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { optionalText, present, requireFuture, requireId } from '../../kernel/input.ts'
import { type Page, type RecordPage, type Removed, recordPage, recordsByIds } from '../../kernel/page.ts'
import {
  extended,
  flag,
  list,
  moment,
  nullable,
  owner,
  type RecordOf,
  record,
  secret,
  text,
} from '../../kernel/record.ts'
import { readMoment } from '../../kernel/stored.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { newApiKey, Sensitive } from '../../vault/secret.ts'
import { earlier, keyMark, requireRights, requireRollWindow, requireScopes, rollWindow } from './rules.ts'
import {
  type ApiKeyRow,
  endRolled,
  findKey,
  findKeys,
  hasRunOut,
  insertKey,
  keysOf,
  lockKey,
  revokeApiKey,
} from './store.ts'

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const apiKey = record('api_key', {
  name: owner(nullable(text())),
  scopes: owner(list(text())),
  prefix: owner(text()),
  last4: owner(text()),
  router: owner(flag()),
  expiresAt: owner(nullable(moment())),
  revokedAt: owner(nullable(moment())),
  lastUsedAt: owner(nullable(moment())),
  rolledTo: owner(nullable(text('key_…'))),
})

export type ApiKeyRecord = RecordOf<typeof apiKey>

/** The secret is shown once: null when the answer is a replay. */
export const apiKeyWithSecret = extended(apiKey, { key: owner(secret<Sensitive>('Shown once')) })
export type ApiKeyWithSecret = RecordOf<typeof apiKeyWithSecret>

export type CreateApiKeyInput = {
  scopes: readonly string[]
  name?: string | null | undefined
  expiresAt?: Date | null | undefined
  router?: boolean | null | undefined
}

const nameLimit = 200

/** Reads the rights, name and end of a new key, without judging the end. @throws SignpostError parameter_invalid */
export const readNewKey = ({ scopes, name, expiresAt, router }: CreateApiKeyInput) => ({
  scopes: requireScopes(scopes),
  name: optionalText(name, 'name', nameLimit),
  expiresAt: expiresAt ?? null,
  router: router ?? false,
})

export const apiKeyRecord = (row: ApiKeyRow): ApiKeyRecord => ({
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
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

type NewApiKey = Owner & {
  scopes: readonly string[]
  name: string | null
  router: boolean
  expiresAt: Date | null
}

/** Stores the hash of a new key. @returns the row and the secret, which can't be shown again */
export async function issueApiKey(
  db: Database,
  keyring: Keyring,
  id: string,
  key: NewApiKey,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const secret = newApiKey(key.livemode)
  const hash = keyring.hash('api_key_hash', false, secret)
  const row = await insertKey(db, {
    id,
    consumer_id: key.consumerId,
    livemode: key.livemode,
    name: key.name,
    scopes: [...key.scopes],
    hash,
    mark: keyMark(keyring, { id, hash, consumerId: key.consumerId, livemode: key.livemode }),
    prefix: secret.slice(0, 12),
    last4: secret.slice(-4),
    router: key.router,
    expires_at: key.expiresAt,
  })
  return { row, secret }
}

export type ApiKeyDeps = {
  db: Database
  readLists: ReadLists
  write: Write
  keyring: Keyring
  newId: () => string
  clock: () => number
  /** Removes a key from this node's cache at once; the other nodes are notified. */
  forget: (keyId: string) => void
}

/**
 * Replaces a key: the new one has the same rights and the same end, or an earlier one; the old one ends after `expiresIn`
 * seconds.
 */
export async function rollApiKey(
  db: Database,
  keyring: Keyring,
  id: string,
  old: ApiKeyRow,
  { expiresIn, endsBy = null }: { expiresIn: number; endsBy?: Date | null },
): Promise<{ row: ApiKeyRow; secret: string }> {
  if (old.revoked_at !== null) throw new SignpostError('resource_missing')
  if (old.rolled_to_id !== null) throw new SignpostError('roll_in_progress')
  if (await hasRunOut(db, old.id)) throw new SignpostError('resource_missing')
  const { consumer_id: consumerId, livemode, scopes, name, router } = old
  const expiresAt = earlier(old.expires_at, endsBy)
  const made = await issueApiKey(db, keyring, id, { consumerId, livemode, scopes, name, router, expiresAt })
  await endRolled(db, old.id, made.row.id, expiresIn)
  return made
}

export function createApiKeys({ db, readLists, write, keyring, newId, clock, forget }: ApiKeyDeps) {
  return {
    async create(call: Call, sent: CreateApiKeyInput): Promise<ApiKeyWithSecret> {
      requireScope(call, 'keys:write')
      const input = readNewKey(sent)
      requireRights(call, input)
      const { consumerId, livemode } = call.caller
      const validate = () => void requireFuture(input.expiresAt, clock())
      const make = async ({ db, emit }: Change) => {
        const end = await endOfMaker(db, call)
        if (end && input.expiresAt && input.expiresAt > end)
          throw new SignpostError('parameter_invalid', { param: 'expiresAt' })
        const key = { ...input, consumerId, livemode, expiresAt: input.expiresAt ?? end }
        const { row, secret } = await issueApiKey(db, keyring, newId(), key)
        emit('api_key.created', apiKeyPayload(row.id))
        return { ...apiKeyRecord(row), key: new Sensitive(secret) }
      }
      return write(call, make, validate)
    },

    async list(call: Call, page: Page): Promise<RecordPage<ApiKeyRecord>> {
      requireScope(call, 'keys:write')
      const list = await readOwn<ApiKeyRow>(readLists, call.caller.consumerId, keysOf(call.caller), page)
      return recordPage(list, apiKeyRecord)
    },

    /** Records for public ids, null for each that is absent, malformed or not the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(ApiKeyRecord | null)[]> {
      requireScope(call, 'keys:write')
      return recordsByIds('apiKey', ids, (uuids) => findKeys(db, call.caller, uuids), apiKeyRecord)
    },

    /** A new key with the same rights and end; the old one ends after `expiresIn` seconds. */
    async roll(call: Call, id: string, expiresIn: number = rollWindow.default): Promise<ApiKeyWithSecret> {
      requireScope(call, 'keys:write')
      requireRollWindow(expiresIn)
      const uuid = requireId('apiKey', id)
      const rolled = await write(call, async ({ db, emit }) => {
        const old = present(await lockKey(db, call.caller, uuid))
        requireRights(call, old)
        const endsBy = await endOfMaker(db, call)
        const { row, secret } = await rollApiKey(db, keyring, newId(), old, { expiresIn, endsBy })
        emit('api_key.rolled', apiKeyRolledPayload(old.id, row.id))
        return { ...apiKeyRecord(row), key: new Sensitive(secret) }
      })
      forget(uuid)
      return rolled
    },

    async revoke(call: Call, id: string): Promise<Removed> {
      requireScope(call, 'keys:write')
      const uuid = requireId('apiKey', id)
      const removed = await write(call, async ({ db, emit }) => {
        const row = present(await lockKey(db, call.caller, uuid))
        requireRights(call, row)
        if (await revokeApiKey(db, row.id)) emit('api_key.revoked', apiKeyPayload(row.id))
        return { id: encodeId('apiKey', row.id), livemode: row.livemode }
      })
      forget(uuid)
      return removed
    },
  }
}

/**
 * Returns the end of the calling key: the keys that it creates end no later.
 * @throws SignpostError api_key_revoked if the calling key has ended since the request was authenticated
 */
async function endOfMaker(db: Database, { caller }: Call): Promise<Date | null> {
  const maker = await findKey(db, caller, caller.keyId)
  if (!maker || maker.revoked_at !== null) throw new SignpostError('api_key_revoked')
  return maker.expires_at
}
