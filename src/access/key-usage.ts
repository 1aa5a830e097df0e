import { LRUCache } from 'lru-cache'
import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { apiKeyPayload } from '../events/payload.ts'
import { recordEvents } from '../events/store.ts'
import { newEvent } from '../events/write.ts'
import type { Owner } from '../kernel/call.ts'
import type { Keyring } from '../vault/keyring.ts'
import { noteNetwork } from './api-keys/store.ts'
import { isPrivateAddress, networkPrefix } from './quotas/client-network.ts'
import { flushedOften } from './usage/counter.ts'

/** The use of one key: the number of requests, and the milliseconds since the last one. */
export type KeyUse = Owner & { keyId: string; agoMs: number; requests: number }

type Used = Owner & { keyId: string; at: number; requests: number }

type Deps = {
  /** Stores the last use of each key, and adds to its count of the day. */
  write: (uses: readonly KeyUse[]) => Promise<void>
  warn: (error: unknown) => void
}

/**
 * Counts the use of keys and stores it in batches, so that no request waits for it. A process that is killed loses the
 * counts of its last seconds: they are for monitoring, never for billing.
 */
export function createKeyUsage({ write, warn }: Deps) {
  let used = new Map<string, Used>()

  async function flush(): Promise<void> {
    if (used.size === 0) return
    const uses = used
    used = new Map()
    const now = performance.now()
    try {
      await write([...uses.values()].map(({ at, ...use }) => ({ ...use, agoMs: Math.round(now - at) })))
    } catch (error) {
      warn(error)
      for (const [keyId, use] of uses) {
        const later = used.get(keyId)
        if (later) later.requests += use.requests
        else used.set(keyId, use)
      }
    }
  }

  return {
    used({ keyId, consumerId, livemode }: Owner & { keyId: string }): void {
      const known = used.get(keyId)
      if (known) {
        known.at = performance.now()
        known.requests++
      } else used.set(keyId, { keyId, consumerId, livemode, at: performance.now(), requests: 1 })
    },
    ...flushedOften(flush),
  }
}

/** Each process says again after this time that a network is in use. */
const knownMs = 86_400_000
const mostKnown = 100_000
const mostWaiting = 10_000

type Key = Owner & { keyId: string }
type Seen = Key & { network: string }

type NetworkDeps = {
  db: Database
  keyring: Keyring
  newId: () => string
  clock: () => number
  /** Behind a proxy that is not named, a private address is that of the proxy. */
  takesPrivate: boolean
  warn: (error: unknown) => void
}

/**
 * Notices that a key is used from a network that it was not used from before, off the path of the request: its owner's log is told.
 * A process that is killed loses what it saw in its last seconds, and sees it again with the next request.
 */
export function createKeyNetworks({ db, keyring, newId, clock, takesPrivate, warn }: NetworkDeps) {
  const known = new LRUCache<string, true>({ max: mostKnown, ttl: knownMs })
  let waiting = new Map<string, Seen>()

  const hashOf = ({ keyId, livemode, network }: Seen) =>
    keyring.hash('fingerprint', livemode, `key network|${keyId}|${network}`)

  async function note(seen: Seen): Promise<void> {
    const { keyId, consumerId, network, ...owner } = seen
    await inTransaction(db, async (trx) => {
      if (!(await noteNetwork(trx, keyId, hashOf(seen)))) return
      const cause = { type: 'api_key', id: keyId, consumerId, requestId: null, network } as const
      const audience = { consumerId, ...owner }
      await recordEvents(trx, [
        newEvent(newId(), 'api_key.new_network', apiKeyPayload(keyId), audience, clock(), cause),
      ])
    })
  }

  async function flush(): Promise<void> {
    const seen = waiting
    waiting = new Map()
    for (const [name, one] of seen) {
      await note(one).catch((error) => {
        known.delete(name)
        warn(error)
      })
    }
  }

  return {
    seen({ keyId, consumerId, livemode }: Key, address: string): void {
      const network = networkPrefix(address)
      if (network === null || (!takesPrivate && isPrivateAddress(address))) return
      const name = `${keyId} ${network}`
      if (known.has(name) || waiting.size >= mostWaiting) return
      known.set(name, true)
      waiting.set(name, { keyId, consumerId, livemode, network })
    },
    ...flushedOften(flush),
  }
}
