import type { Keyring } from '../crypto/keyring.ts'
import { isApiKey } from '../crypto/secret.ts'
import { SignpostError } from '../domain/errors.ts'
import { findKeyByHash } from '../persistence/api-keys.ts'
import type { Database } from '../persistence/orm.ts'
import { fromDatabase } from '../persistence/violations.ts'
import type { Caller } from './caller.ts'
import type { Limits } from './limits.ts'

const positiveMs = 10_000
const negativeMs = 2_000
const cacheSize = 10_000

type Entry = { caller: Caller | null; expiresAt: number; until: number }

type Deps = {
  db: Database
  keyring: Keyring
  clock: () => number
  limits: Pick<Limits, 'requireAuthentications' | 'admitFailure'>
}

/** Which key hash belongs to every environment: the row, not the prefix, says which one a key opens. */
const anyEnvironment = false

/** Who is calling, by the key in the Authorization header. Source: the security rules, section 3. */
export function createAuthentication({ db, keyring, clock, limits }: Deps) {
  const cache = new Map<string, Entry>()

  function remember(id: string, entry: Entry): void {
    cache.delete(id)
    cache.set(id, entry)
    if (cache.size > cacheSize) cache.delete(cache.keys().next().value!)
  }

  async function find(hash: Buffer): Promise<Caller> {
    const row = await findKeyByHash(db, hash).catch((error) => {
      throw fromDatabase(error)
    })
    if (!row) throw new SignpostError('api_key_invalid')
    if (row.revoked_at) throw new SignpostError('api_key_revoked')
    if (row.ran_out) throw new SignpostError('api_key_expired')
    const caller: Caller = {
      consumerId: row.consumer_id,
      consumerName: row.name,
      keyId: row.id,
      livemode: row.livemode,
      scopes: row.scopes,
      router: row.router,
      limits: row.limits,
    }
    const now = clock()
    const until = Math.min(now + positiveMs, row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
    remember(hash.toString('base64'), { caller, expiresAt: until, until })
    return caller
  }

  /** Who holds the key. @throws SignpostError api_key_invalid · api_key_expired · api_key_revoked · rate_limited */
  async function identify(hash: Buffer, address: string): Promise<Caller> {
    const id = hash.toString('base64')
    const entry = cache.get(id)
    if (entry && entry.until > clock()) {
      if (entry.caller) return entry.caller
      throw new SignpostError('api_key_invalid')
    }
    // DECISION: a network that used up its failures shuts out no key that worked here before: its neighbours stay served.
    if (!entry?.caller) await limits.requireAuthentications(address)
    try {
      return await find(hash)
    } catch (error) {
      if (error instanceof SignpostError && error.code === 'api_key_invalid') {
        remember(id, { caller: null, expiresAt: 0, until: clock() + negativeMs })
      }
      throw error
    }
  }

  return {
    /**
     * `address` is the client's: its failures count against its network.
     * @throws SignpostError api_key_missing · api_key_invalid · api_key_expired · api_key_revoked · rate_limited
     */
    async authenticate(header: string | undefined, address: string): Promise<Caller> {
      try {
        if (header === undefined || header === '') throw new SignpostError('api_key_missing')
        const key = /^Bearer +(\S+)$/i.exec(header)?.[1]
        if (key === undefined || !isApiKey(key)) throw new SignpostError('api_key_invalid')
        return await identify(keyring.hash('api_key_hash', anyEnvironment, key), address)
      } catch (error) {
        if (error instanceof SignpostError && error.type === 'authentication_error') await limits.admitFailure(address)
        throw error
      }
    },
    forget: (): void => cache.clear(),
  }
}

export type Authentication = ReturnType<typeof createAuthentication>
