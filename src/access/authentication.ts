import { hash } from 'node:crypto'
import type { Database } from '../database/orm.ts'
import { fromDatabase } from '../database/violations.ts'
import type { Caller } from '../kernel/call.ts'
import { type ErrorCode, SignpostError } from '../kernel/errors.ts'
import type { Keyring } from '../vault/keyring.ts'
import { isApiKey } from '../vault/secret.ts'
import { findKeyByHash, findKeysByHash, type KeyRow } from './api-keys/store.ts'
import { KeyCache } from './key-cache.ts'
import { createKeyQueue } from './key-queue.ts'
import type { Limits } from './quotas/service.ts'

type Deps = {
  db: Database
  keyring: Keyring
  limits: Pick<Limits, 'requireAuthentications' | 'admitFailure'>
  /** Whether revocations arrive: while they may not, every key is looked up. */
  isLive: () => boolean
  /** Notes that a key was used. */
  used: (keyId: string) => void
  cache?: KeyCache
}

/** What is true of the key until it is announced to have changed. */
const isAboutTheKey = (error: unknown): error is SignpostError =>
  error instanceof SignpostError && (error.type === 'authentication_error' || error.code === 'consumer_suspended')

const bearer = /^Bearer +(\S+)$/i

/** Which key hash belongs to every environment: the row, not the prefix, says which one a key opens. */
const anyEnvironment = false

/** Who is calling, by the key in the Authorization header. Source: docs/rules.md#keys. */
export function createAuthentication({ db, keyring, limits, isLive, used, cache = new KeyCache() }: Deps) {
  /** Look-ups that others with the same key may wait for: none that began before the last announcement. */
  const underWay = new Map<string, Promise<Caller>>()
  const counts = { hits: 0, misses: 0 }

  const queue = createKeyQueue<KeyRow>((hashes) => findKeysByHash(db, hashes))
  type Find = (stored: Buffer) => Promise<KeyRow | undefined>
  const findOne: Find = (stored) => findKeyByHash(db, stored)

  async function read(stored: Buffer, find: Find): Promise<{ caller: Caller; livesMs: number | null }> {
    const row = await find(stored).catch((error) => {
      throw fromDatabase(error)
    })
    if (!row) throw new SignpostError('api_key_invalid')
    if (row.revoked_at) throw new SignpostError('api_key_revoked')
    if (row.ran_out) throw new SignpostError('api_key_expired')
    if (row.suspended_at) throw new SignpostError('consumer_suspended')
    const caller: Caller = {
      consumerId: row.consumer_id,
      consumerName: row.name,
      keyId: row.id,
      livemode: row.livemode,
      scopes: row.scopes,
      router: row.router,
      limits: row.limits,
    }
    return { caller, livesMs: row.lives_ms }
  }

  /** INVARIANT (no stale entry): what was read before an announcement, or while none arrive, is not remembered. */
  async function lookUp(id: string, stored: Buffer, find: Find): Promise<Caller> {
    const { generation } = cache
    const readAt = performance.now()
    const isCurrent = isLive() ? () => isLive() && cache.generation === generation : () => false
    try {
      const { caller, livesMs } = await read(stored, find)
      if (isCurrent()) cache.know(id, caller, readAt, livesMs)
      return caller
    } catch (error) {
      if (isAboutTheKey(error) && isCurrent()) cache.refuse(id, error.code, readAt)
      throw error
    }
  }

  /**
   * Whether this key's look-up goes ahead of the queue: it worked here before, or its network has failures left.
   * DECISION: a network that used them up shuts out no good key, seen or not: the rest is looked up in a queue.
   */
  async function mayFail(id: string, address: string): Promise<boolean> {
    if (cache.hasWorked(id)) return true
    try {
      await limits.requireAuthentications(address)
      return true
    } catch (error) {
      if (error instanceof SignpostError && error.code === 'rate_limited') return false
      throw error
    }
  }

  async function identify(key: string, id: string, address: string): Promise<Caller> {
    if (!isApiKey(key)) throw new SignpostError('api_key_invalid')
    counts.misses++
    const stored = keyring.hash('api_key_hash', anyEnvironment, key)
    const find = (await mayFail(id, address)) ? findOne : queue.find
    if (!isLive()) return lookUp(id, stored, find)
    const joined = underWay.get(id)
    if (joined) return joined
    const begun = lookUp(id, stored, find).finally(() => {
      if (underWay.get(id) === begun) underWay.delete(id)
    })
    underWay.set(id, begun)
    return begun
  }

  /** What a key came to that is not known to work. A failure counts against the network. */
  async function settled(identifying: () => Promise<Caller>, address: string): Promise<Caller> {
    try {
      const caller = await identifying()
      used(caller.keyId)
      return caller
    } catch (error) {
      if (error instanceof SignpostError && error.type === 'authentication_error') await limits.admitFailure(address)
      throw error
    }
  }

  const refused = (code: ErrorCode) => () => Promise.reject(new SignpostError(code))

  /**
   * A caller whose key is known to work is there at once, without a promise. `address` is the client's: its failures count
   * against its network.
   * @throws SignpostError api_key_missing · api_key_invalid · api_key_expired · api_key_revoked · consumer_suspended ·
   * rate_limited
   */
  function authenticate(header: string | undefined, address: string): Caller | Promise<Caller> {
    if (header === undefined || header === '') return settled(refused('api_key_missing'), address)
    const key = bearer.exec(header)?.[1]
    if (key === undefined) return settled(refused('api_key_invalid'), address)
    // The cache is asked first: no key that it knows is malformed.
    const id = hash('sha256', key, 'base64')
    const found = isLive() ? cache.find(id, performance.now()) : undefined
    if (found === undefined) return settled(() => identify(key, id, address), address)
    counts.hits++
    if (typeof found !== 'object') return settled(refused(found), address)
    used(found.keyId)
    return found
  }

  return {
    /** Keys that were known here, and those that had to be looked up. */
    counts: counts as Readonly<typeof counts>,

    authenticate,

    /** Forgets one key, or all of them when announcements may have been missed. */
    forget(keyId?: string): void {
      underWay.clear()
      if (keyId === undefined) cache.clear()
      else cache.forget(keyId)
    },

    /** Forgets all keys of one consumer; of all of them when it is not said which. */
    forgetConsumer(consumerId: string): void {
      underWay.clear()
      if (consumerId === '') cache.clear()
      else cache.forgetConsumer(consumerId)
    },
  }
}

export type Authentication = ReturnType<typeof createAuthentication>
