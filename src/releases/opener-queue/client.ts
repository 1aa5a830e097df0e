import { setTimeout as pause } from 'node:timers/promises'
import { channels, type Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { type Call, outside } from '../../kernel/call.ts'
import { createPool, enoughUnderWay, placeIn } from '../../kernel/queue-bounds.ts'
import { announceJobs, isPending } from './store.ts'

type Deps = {
  db: Database
  listener: Pick<Listener, 'on'>
  /** Seals a reference to the opener. */
  sealReference: (id: string, livemode: boolean, reference: string) => Promise<Buffer>
  /** The longest wait of a request for the opener. */
  waitMs: number
}

/** Polls too, since a notification may be lost. */
const pollMs = 250
/**
 * Requests of one consumer that wait for an opener at once: while it doesn't answer, the others are pending at once.
 */
const waitsOfConsumer = 8

/** Lets a gateway, which opens nothing, have the opener's process issue a release. */
export function createOpenerClient({ db, listener, sealReference, waitMs }: Deps) {
  const waiting = new Map<string, () => void>()
  const waits = createPool(waitsOfConsumer)
  listener.on(channels.releases, (id) => waiting.get(id)?.())

  async function waitFor(id: string, until: number): Promise<void> {
    for (;;) {
      const notified = new Promise<void>((settle) => waiting.set(id, settle))
      const left = until - performance.now()
      if (left <= 0 || !(await isPending(db, id))) return
      await Promise.race([notified, pause(Math.min(pollMs, left))])
    }
  }

  return {
    sealReference,

    /**
     * Notifies the openers, and waits for them for a limited time without the request's place. The release may still be
     * pending when this returns.
     *
     * INVARIANT (neighbours): an unanswered release of one consumer delays no other consumer's request.
     */
    async settle(call: Call, id: string): Promise<void> {
      await announceJobs(db).catch(() => undefined)
      const place = await placeIn(waits, call.caller.consumerId, enoughUnderWay('releases', 1)).catch(() => null)
      if (place === null) return
      try {
        await outside(call, () => waitFor(id, performance.now() + waitMs))
      } finally {
        waiting.delete(id)
        place.leave()
      }
    },
  }
}

export type OpenerClient = ReturnType<typeof createOpenerClient>
