import { LRUCache } from 'lru-cache'
import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { apiKeyPayload } from '../events/payload.ts'
import { recordEvents } from '../events/store.ts'
import { newEvent } from '../events/write.ts'
import type { Owner } from '../kernel/call.ts'
import type { Keyring } from '../vault/keyring.ts'
import { noteNetwork } from './key-networks-store.ts'
import { isPrivateAddress, networkPrefix } from './quotas/client-network.ts'

const flushMs = 5_000
/** Each process says again after this time that a network is in use. */
const knownMs = 86_400_000
const mostKnown = 100_000
const mostWaiting = 10_000

type Key = Owner & { keyId: string }
type Seen = Key & { network: string }

type Deps = {
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
export function createKeyNetworks({ db, keyring, newId, clock, takesPrivate, warn }: Deps) {
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

  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    seen({ keyId, consumerId, livemode }: Key, address: string): void {
      const network = networkPrefix(address)
      if (network === null || (!takesPrivate && isPrivateAddress(address))) return
      const name = `${keyId} ${network}`
      if (known.has(name) || waiting.size >= mostWaiting) return
      known.set(name, true)
      waiting.set(name, { keyId, consumerId, livemode, network })
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

export type KeyNetworks = ReturnType<typeof createKeyNetworks>
