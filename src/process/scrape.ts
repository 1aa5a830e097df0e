import { withinTime } from '../kernel/deadline.ts'
import { keptOf, type Metrics, renderSnapshots, type Scrape, type Snapshot } from '../observability/metrics.ts'

type Message =
  | { kind: 'metrics-wanted'; id: number }
  | { kind: 'metrics'; id: number; snapshot: Snapshot }
  | { kind: 'scrape-wanted'; id: number }
  | { kind: 'scraped'; id: number; text: string }

/** One end of the channel between the root process and a child. */
type Channel = {
  send(message: Message): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
}

/** The root process's end of a child, which ends some time. */
export type Child = Channel & { once(event: 'exit', listener: () => void): unknown }

/** A child that is too busy to answer counts as it did the last time. */
const timeoutMs = 1_000

const asMessage = (message: unknown): Partial<Message> => (message ?? {}) as Partial<Message>

let last = 0

/** Asks the other end, and returns its answer; undefined when none comes. */
async function ask<A extends 'metrics' | 'scraped'>(
  channel: Channel,
  kind: (Message & { kind: `${string}-wanted` })['kind'],
  answer: A,
): Promise<Extract<Message, { kind: A }> | undefined> {
  const id = ++last
  const { promise, resolve } = Promise.withResolvers<Extract<Message, { kind: A }>>()
  const hear = (message: unknown) => {
    const heard = asMessage(message)
    if (heard.kind === answer && heard.id === id) resolve(heard as Extract<Message, { kind: A }>)
  }
  channel.on('message', hear)
  try {
    channel.send({ kind, id })
    return await withinTime(
      timeoutMs,
      () => promise,
      () => new Error('no answer in time'),
    )
  } catch {
    return undefined
  } finally {
    channel.off('message', hear)
  }
}

/** In a child: says what it has counted whenever the root process asks. */
export function answerScrapes(root: Channel, metrics: Metrics): void {
  root.on('message', async (message) => {
    const { kind, id } = asMessage(message)
    if (kind === 'metrics-wanted') root.send({ kind: 'metrics', id: id!, snapshot: await metrics.snapshot() })
  })
}

/** In a child: the metrics of all processes. */
export const scrapeOf =
  (root: Channel): Scrape =>
  async () => {
    const answer = await ask(root, 'scrape-wanted', 'scraped')
    if (!answer) throw new Error('The root process does not answer')
    return answer.text
  }

/** In the root process: gathers from all children. */
export function createGathering(own: Metrics): { attach(child: Child): void; scrape: Scrape } {
  const latest = new Map<Child, Snapshot>()
  /** What ended processes had counted: without it every sum would fall when one of them dies. */
  let ended: Snapshot = []

  async function snapshotOf(child: Child): Promise<Snapshot> {
    const answer = await ask(child, 'metrics-wanted', 'metrics')
    if (!answer) return keptOf([latest.get(child) ?? []])
    if (latest.has(child)) latest.set(child, answer.snapshot)
    return answer.snapshot
  }

  async function gather(): Promise<string> {
    const snapshots = await Promise.all([own.snapshot(), ...[...latest.keys()].map(snapshotOf)])
    return renderSnapshots([...snapshots, ended])
  }

  let gathering: Promise<string> | undefined
  const scrape: Scrape = () => {
    gathering ??= gather().finally(() => {
      gathering = undefined
    })
    return gathering
  }
  return {
    attach(child) {
      latest.set(child, [])
      child.on('message', async (message) => {
        const { kind, id } = asMessage(message)
        if (kind === 'scrape-wanted') child.send({ kind: 'scraped', id: id!, text: await scrape() })
      })
      child.once('exit', async () => {
        const snapshot = latest.get(child) ?? []
        latest.delete(child)
        ended = await keptOf([ended, snapshot])
      })
    },
    scrape,
  }
}
