import { withinTime } from '../../kernel/deadline.ts'
import type { BucketStore, Draw, Drawn } from './token-bucket.ts'

type Asked = { kind: 'bucket-draw'; id: number; draw: Draw; gate?: Draw }
type Answered = { kind: 'bucket-drawn'; id: number; drawn: Drawn }

/** One end of the channel between the cluster's root process and a worker. */
export type Channel = {
  send(message: Asked | Answered): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

const isAsked = (message: unknown): message is Asked => (message as Partial<Asked> | null)?.kind === 'bucket-draw'
const isAnswered = (message: unknown): message is Answered =>
  (message as Partial<Answered> | null)?.kind === 'bucket-drawn'

/** In the root process: answers a worker's draws from the buckets that all workers share. */
export function serveBuckets(store: BucketStore, worker: Channel): void {
  worker.on('message', async (message) => {
    if (!isAsked(message)) return
    const { id, draw, gate } = message
    worker.send({ kind: 'bucket-drawn', id, drawn: await store.draw(draw, gate) })
  })
}

/** In a worker: draws from the buckets of the root process. */
export function createClusterBuckets(root: Channel, { timeoutMs = 250 } = {}): BucketStore {
  const waiting = new Map<number, (drawn: Drawn) => void>()
  let last = 0
  root.on('message', (message) => {
    if (!isAnswered(message)) return
    waiting.get(message.id)?.(message.drawn)
    waiting.delete(message.id)
  })
  const ask = (asked: Asked) =>
    new Promise<Drawn>((resolve) => {
      waiting.set(asked.id, resolve)
      root.send(asked)
    })
  return {
    draw(draw, gate) {
      const id = ++last
      const late = () => {
        waiting.delete(id)
        return new Error('The root process does not answer')
      }
      return withinTime(timeoutMs, () => ask({ kind: 'bucket-draw', id, draw, ...(gate ? { gate } : {}) }), late)
    },
    close: async () => undefined,
  }
}
