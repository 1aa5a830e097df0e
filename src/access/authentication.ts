import { hash } from 'node:crypto'
import type { Database } from '../database/orm.ts'
import { throwFromDatabase } from '../database/violations.ts'
import { bound, type Caller } from '../kernel/call.ts'
import { type ErrorCode, SignpostError } from '../kernel/errors.ts'
import { createFairQueue } from '../kernel/fair-queue.ts'
import { inPlace, overloaded, queueBounds } from '../kernel/queue-bounds.ts'
import type { Keyring } from '../vault/keyring.ts'
import { isApiKey } from '../vault/secret.ts'
import { isMarked } from './api-keys/rules.ts'
import { findKeyByHash, findKeysByHash, type KeyRow } from './api-keys/store.ts'
import { createKeyQueue, KeyCache } from './key-cache.ts'
import { clientNetwork } from './quotas/client-network.ts'
import type { Limits } from './quotas/service.ts'

type Deps = {
  db: Database
  keyring: Keyring
  limits: Pick<Limits, 'requireAuthentications' | 'admitFailure'>
  /** True while revocations arrive; otherwise every key is looked up. */
  isLive: () => boolean
  /** Notes that a key was used, and from where. */
  used: (caller: Caller, address: string) => void
}

/** Errors that hold for the key until a change of it is announced. */
const isAboutTheKey = (error: unknown): error is SignpostError =>
  error instanceof SignpostError && (error.type === 'authentication_error' || error.code === 'consumer_suspended')

const bearer = /^Bearer +(\S+)$/i

/** Key hashes are shared by both environments: the row, not the prefix, decides which one a key opens. */
const anyEnvironment = false

/**
 * Limits the keys that are read from the database at once, with a turn for each network, so that unknown callers can't
 * take all of it.
 */
export const keyReadings = 8

type Find = (stored: Buffer) => Promise<KeyRow | undefined>

function contextOf(deps: Deps) {
  return {
    ...deps,
    cache: new KeyCache(),
    /** The look-ups of single keys. A load balancer may be one network, so one network may take the whole queue. */
    reading: createFairQueue({
      ...queueBounds,
      places: keyReadings,
      shareOf: () => keyReadings,
      waiting: queueBounds.waitingInAll,
    }),
    /**
     * Look-ups under way, shared by requests with the same key. Those that began before the last announcement are left
     * out.
     */
    underWay: new Map<string, Promise<Caller>>(),
    counts: { hits: 0, misses: 0 },
    findInBatch: createKeyQueue((hashes) => findKeysByHash(deps.db, hashes)),
  }
}

type Context = ReturnType<typeof contextOf>

async function read(keyring: Keyring, stored: Buffer, find: Find): Promise<{ caller: Caller; livesMs: number | null }> {
  const row = await find(stored).catch(throwFromDatabase)
  if (!row) throw new SignpostError('api_key_invalid')
  const { id, hash, consumer_id: consumerId, livemode, scopes, router, limits } = row
  if (!isMarked(keyring, { id, hash, consumerId, livemode }, row.mark)) throw new SignpostError('api_key_invalid')
  if (row.revoked_at) throw new SignpostError('api_key_revoked')
  if (row.ran_out) throw new SignpostError('api_key_expired')
  if (row.suspended_at) throw new SignpostError('consumer_suspended')
  const caller: Caller = { consumerId, consumerName: row.name, keyId: id, livemode, scopes, router, limits }
  return { caller, livesMs: row.lives_ms }
}

/**
 * INVARIANT (no stale entry): a result is cached only if no announcement came since its read began, and announcements
 * arrive.
 */
async function lookUp({ cache, isLive, keyring }: Context, id: string, stored: Buffer, find: Find): Promise<Caller> {
  const { generation } = cache
  const readAt = performance.now()
  const isCurrent = isLive() ? () => isLive() && cache.generation === generation : () => false
  try {
    const { caller, livesMs } = await read(keyring, stored, find)
    if (isCurrent()) cache.know(id, caller, readAt, livesMs)
    return caller
  } catch (error) {
    if (isAboutTheKey(error) && isCurrent()) cache.refuse(id, error.code, readAt)
    throw error
  }
}

/**
 * Returns true if this key is looked up before the queue: it worked here before, or its network has failures left.
 *
 * DECISION: a network without failures left locks out no good key, seen or not: its other keys are looked up in a
 * queue.
 */
async function mayFail({ cache, limits }: Context, id: string, address: string): Promise<boolean> {
  if (cache.hasWorked(id)) return true
  try {
    await limits.requireAuthentications(address)
    return true
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'rate_limited') return false
    throw error
  }
}

const findInTurn = ({ reading, db }: Context, address: string, stored: Buffer) =>
  inPlace(reading, clientNetwork(address), overloaded, () => findKeyByHash(db, stored))

async function identify(context: Context, key: string, id: string, address: string): Promise<Caller> {
  if (!isApiKey(key)) throw new SignpostError('api_key_invalid')
  context.counts.misses++
  const stored = context.keyring.hash('api_key_hash', anyEnvironment, key)
  const mayGoAhead = await mayFail(context, id, address)
  const find = mayGoAhead ? findInTurn.bind(null, context, address) : context.findInBatch
  if (!context.isLive()) return lookUp(context, id, stored, find)
  const joined = context.underWay.get(id)
  if (joined) return joined
  const begun = lookUp(context, id, stored, find).finally(() => {
    if (context.underWay.get(id) === begun) context.underWay.delete(id)
  })
  context.underWay.set(id, begun)
  return begun
}

/** Authenticates a key that the cache doesn't have. A failure counts against the network. */
async function settled(
  { used, limits }: Context,
  identifying: () => Promise<Caller>,
  address: string,
): Promise<Caller> {
  try {
    const caller = await identifying()
    used(caller, address)
    return caller
  } catch (error) {
    if (error instanceof SignpostError && error.type === 'authentication_error') await limits.admitFailure(address)
    throw error
  }
}

const refused = (code: ErrorCode) => () => Promise.reject(new SignpostError(code))

/**
 * Returns a caller whose key is cached at once, without a promise. `address` is the client's: failures count against
 * its network.
 * @throws SignpostError api_key_missing · api_key_invalid · api_key_expired · api_key_revoked · consumer_suspended ·
 * rate_limited
 */
function authenticate(context: Context, header: string | undefined, address: string): Caller | Promise<Caller> {
  if (header === undefined || header === '') return settled(context, refused('api_key_missing'), address)
  const key = bearer.exec(header)?.[1]
  if (key === undefined) return settled(context, refused('api_key_invalid'), address)
  // The cache comes first: each key in it is well-formed.
  const id = hash('sha256', key, 'base64')
  const found = context.isLive() ? context.cache.find(id, performance.now()) : undefined
  if (found === undefined) return settled(context, () => identify(context, key, id, address), address)
  context.counts.hits++
  if (typeof found !== 'object') return settled(context, refused(found), address)
  context.used(found, address)
  return found
}

/** Forgets one key, or all of them when announcements may have been missed. */
function forget({ underWay, cache }: Context, keyId?: string): void {
  underWay.clear()
  if (keyId === undefined) cache.clear()
  else cache.forget(keyId)
}

/** Removes the keys of one consumer from the cache, or all keys if no consumer is named. */
function forgetConsumer({ underWay, cache }: Context, consumerId: string): void {
  underWay.clear()
  if (consumerId === '') cache.clear()
  else cache.forgetConsumer(consumerId)
}

/** Authenticates callers by the key in the Authorization header. Source: docs/rules.md#keys. */
export function createAuthentication(deps: Deps) {
  const context = contextOf(deps)
  return {
    reading: context.reading,
    /** The number of cached keys, and of keys that had to be looked up. */
    counts: context.counts as Readonly<Context['counts']>,
    ...bound(context, { authenticate, forget, forgetConsumer }),
  }
}

export type Authentication = ReturnType<typeof createAuthentication>
