import { together } from '../../../src/database/read-index/mark-store.ts'
import { createReplicaReads, type ReplicaConnection, type ReplicaPort } from '../../../src/database/read-index/reads.ts'
import type { Mark, Progress } from '../../../src/database/read-index/rules.ts'
import { type Server, World } from './world.ts'

/** A look-up with the writes it must see, fixed when it starts. */
type LookUp = { promised: Set<number> }
type Seen = Set<number>

export const faults = [
  'early mark',
  'position inside',
  'no timeline',
  'timeline first',
  'no run',
  'kept binding',
  'list of a former mark',
  'list joins a question',
] as const
export type Fault = (typeof faults)[number]

export type Step = { do: string; nth: number; more: number }

export type Played = { answers: number; fromReplicas: number; listsFromReplicas: number; late: number }

/**
 * Plays a history: what becomes of the servers, and every single question and answer of a gateway in between, in the order
 * of the steps. The gateway's code is the real one; its ports lead into the world.
 */
export async function play(steps: readonly Step[], fault: Fault | null): Promise<Played> {
  const world = new World(3)
  const played: Played = { answers: 0, fromReplicas: 0, listsFromReplicas: 0, late: 0 }
  let pending: (() => void)[] = []
  let limits: (() => void)[] = []
  let time = 0
  let open: { lookUps: LookUp[]; mark: Mark | null } | null = null
  let lastMark: Mark | null = null

  /** Happens when its turn comes. */
  const later = <T>(act: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      pending.push(() => {
        try {
          resolve(act())
        } catch (error) {
          reject(error)
        }
      })
    })
  const limited = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      work.then(resolve, reject)
      limits.push(() => reject(new Error('Too late')))
    })
  const answered = () => later(() => undefined)

  function port(place: number): ReplicaPort<LookUp[], Seen> {
    let kept: { connection: Connection; progress: Progress } | undefined
    return {
      async connect() {
        const connection = await later(() => new Connection(world.places[place]!))
        if (fault !== 'kept binding') return connection.port(undefined)
        const said = await connection.progress(lastMark?.run.token ?? '')
        if (said.holdsRun) kept ??= { connection, progress: said }
        return connection.port(kept)
      },
    }
  }

  class Connection {
    readonly #server: Server
    readonly #startedAt: number
    #snapshot: Seen | null = null
    constructor(server: Server) {
      this.#server = server
      this.#startedAt = server.startedAt
    }
    #ask<T>(act: (server: Server) => T): Promise<T> {
      return later(() => {
        if (this.#server.startedAt !== this.#startedAt) throw new Error('Connection terminated')
        return act(this.#server)
      })
    }

    async progress(run: string): Promise<Progress> {
      const timelineOf = (server: Server) => (world.streams(server) ? server.timeline : null)
      const first = fault === 'timeline first' ? await this.#ask(timelineOf) : null
      if (fault === 'position inside') this.#snapshot = await this.#ask(world.seen)
      const said = await this.#ask((server) => ({
        startedAt: String(server.startedAt),
        isDirect: true,
        position: server.replays ? server.flushed : null,
        holdsRun: fault === 'no run' || world.holdsRun(server, run),
      }))
      const timeline = fault === 'timeline first' ? first : await this.#ask(timelineOf)
      await answered()
      return { ...said, timeline: fault === 'no timeline' ? (lastMark?.timeline ?? null) : timeline }
    }

    async read(): Promise<Seen> {
      const seen = this.#snapshot ?? (await this.#ask(world.seen))
      await answered()
      return seen
    }

    port(kept: { connection: Connection; progress: Progress } | undefined): ReplicaConnection<LookUp[], Seen> {
      const bound = kept?.connection ?? this
      return {
        binding: { system: bound.#server.system, startedAt: String(bound.#startedAt), isDirect: true },
        progress: async (run) => {
          const said = await this.progress(run)
          return kept ? { ...kept.progress, position: said.position } : said
        },
        read: () => this.read(),
        release: () => undefined,
      }
    }
  }

  let asking: Promise<Mark | null> | null = null
  async function askMark(): Promise<Mark | null> {
    const mark = await later(() => world.mark())
    lastMark = mark
    await answered()
    return mark
  }
  const takeMark = together(() => {
    asking = askMark().finally(() => {
      asking = null
    })
    return asking
  })
  const common = {
    waitMs: 20,
    clock: () => time,
    pause: (ms: number) =>
      later(() => {
        time += ms
      }),
    inWait: limited,
    inRead: limited,
  }
  const reads = createReplicaReads<LookUp[], Seen>({
    ...common,
    replicas: [port(0), port(1), port(2)],
    takeMark: async () => {
      const mark = await takeMark()
      return early ?? mark
    },
  })
  /** Lists have their own connections and queue; they share the questions for marks. */
  const lists = createReplicaReads<LookUp[], Seen>({
    ...common,
    replicas: [port(0), port(1), port(2)],
    takeMark: async () => {
      if (fault === 'list of a former mark' && lastMark) return lastMark
      if (fault === 'list joins a question' && asking) return asking
      return takeMark()
    },
  })
  let early: Mark | null = null

  function ask(): void {
    open ??= { lookUps: [], mark: fault === 'early mark' ? world.mark() : null }
    open.lookUps.push({ promised: world.promised() })
  }

  function close(): void {
    if (!open) return
    const { lookUps, mark } = open
    open = null
    early = mark
    answer(reads, lookUps)
  }

  function list(): void {
    answer(lists, [{ promised: world.promised() }])
  }

  function answer(by: typeof reads, lookUps: LookUp[]): void {
    const fromPrimary = () => later(() => world.seen(world.primary))
    by.read(lookUps, fromPrimary).then(
      (seen) => {
        for (const { promised } of lookUps) {
          played.answers++
          const missing = promised.difference(seen).intersection(world.promised())
          if (missing.size > 0) played.late++
        }
      },
      () => undefined,
    )
  }

  const acts: Record<string, (nth: number, more: number) => void> = {
    commit: (nth) => world.commit(nth),
    insert: (nth) => world.insert(nth),
    flush: () => world.flush(),
    replay: (nth, more) => world.replay(nth, 1 + (more % 4)),
    crash: (nth) => world.crash(nth),
    rewind: (nth, more) => world.rewind(nth, 1 + (more % 6)),
    promote: (nth) => void world.promote(nth),
    'fail over': (nth) => world.failOver(nth),
    follow: (nth, more) => world.follow(nth, more),
    lead: (nth, more) => world.lead(nth, more),
    ask,
    close,
    list,
    drain: () => undefined,
    'ask and close': () => {
      ask()
      close()
    },
    stray: (nth, more) => world.stray(nth, 1 + more),
    go: (nth) => pending.splice(nth % Math.max(1, Math.min(3, pending.length)), 1)[0]?.(),
    expire: (nth) => limits.splice(nth % Math.max(1, limits.length), 1)[0]?.(),
    wait: (_, more) => {
      time += 100 * more
    },
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  for (const { do: what, nth, more } of steps) {
    acts[what]!(nth, more)
    time++
    await turn()
    for (let n = 0; what === 'drain' && n < more; n++) {
      acts.go!(0, 0)
      await turn()
    }
  }
  close()
  while (pending.length > 0) {
    const all = pending
    pending = []
    for (const act of all) act()
    time++
    await turn()
  }
  limits = []
  const byReplicas = ({ counts }: typeof reads) => counts.replicas.reduce((sum, count) => sum + count, 0)
  played.fromReplicas = byReplicas(reads)
  played.listsFromReplicas = byReplicas(lists)
  return played
}

/** Possible steps, repeated by their frequency. */
export const steps = [
  ...['commit', 'commit', 'commit', 'commit', 'insert', 'flush'],
  ...Array<string>(6).fill('replay'),
  ...['crash', 'rewind', 'promote', 'stray', 'fail over', 'follow', 'lead', 'expire', 'wait', 'wait'],
  ...['ask', 'close', 'ask and close', 'ask and close', 'ask and close', 'list', 'list'],
  ...Array<string>(8).fill('go'),
  ...Array<string>(8).fill('drain'),
]
