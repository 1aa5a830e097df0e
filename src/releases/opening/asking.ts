import { setTimeout as pause } from 'node:timers/promises'
import { channels, type Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { announceJobs, isPending } from './job-store.ts'

type Deps = {
  db: Database
  listener: Pick<Listener, 'on'>
  /** Seals a reference to the opener. */
  sealReference: (id: string, livemode: boolean, reference: string) => Promise<Buffer>
  /** How long a request waits for the opener. */
  waitMs: number
  /** How many requests may wait at once: while no opener runs, the others are told at once that theirs is pending. */
  atMost: number
}

/** An announcement may be lost on its way: a request looks by itself, too. */
const lookMs = 250

/** How a gateway, which opens nothing, has the opener's process make a release. */
export function createAsking({ db, listener, sealReference, waitMs, atMost }: Deps) {
  const waiting = new Map<string, () => void>()
  listener.on(channels.releases, (id) => waiting.get(id)?.())

  async function look(id: string, until: number): Promise<void> {
    for (;;) {
      const told = new Promise<void>((settle) => waiting.set(id, settle))
      const left = until - performance.now()
      if (left <= 0 || !(await isPending(db, id))) return
      await Promise.race([told, pause(Math.min(lookMs, left))])
    }
  }

  return {
    sealReference,

    /** Calls an opener, and waits for it a while. The release may wait still when this returns. */
    async settle(id: string): Promise<void> {
      await announceJobs(db).catch(() => undefined)
      if (waiting.size >= atMost) return
      waiting.set(id, () => undefined)
      try {
        await look(id, performance.now() + waitMs)
      } finally {
        waiting.delete(id)
      }
    },
  }
}

export type Asking = ReturnType<typeof createAsking>
