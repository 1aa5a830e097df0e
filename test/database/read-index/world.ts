import type { Mark } from '../../../src/database/read-index/rules.ts'

/** An entry of a log: a write, or the row that names a run. Its number is its own in all histories. */
type Entry = { id: number; run?: string }

export type Server = {
  system: string
  startedAt: number
  timeline: number
  replays: boolean
  /** The whole log, including entries that are not flushed or replayed yet. */
  log: Entry[]
  flushed: number
  /** The server that it follows. */
  upstream: Server | null
  run: string | null
}

const newServer = (upstream: Server | null): Server => ({
  system: 'one',
  startedAt: 0,
  timeline: 1,
  replays: upstream !== null,
  log: [],
  flushed: 0,
  upstream,
  run: null,
})

const idsOf = (log: readonly Entry[]): Set<number> => new Set(log.map(({ id }) => id))

/**
 * A primary, its replicas, and what may become of them. A position is the count of entries: two histories may have the
 * same. A server that is promoted takes its timeline's next number, as does any other that is.
 */
export class World {
  primary = newServer(null)
  readonly servers: Server[] = [this.primary]
  /** The server behind each replica's address. */
  readonly places: Server[]
  readonly acknowledged = new Set<number>()
  #next = 1

  constructor(replicas: number) {
    this.places = Array.from({ length: replicas }, () => newServer(this.primary))
    this.servers.push(...this.places)
    this.commit(1)
    this.mark()
    for (const [nth] of this.places.entries()) this.replay(nth, 9)
  }

  server(nth: number): Server {
    return this.servers[nth % this.servers.length]!
  }
  #replica(nth: number): Server | undefined {
    const replicas = this.servers.filter(({ replays }) => replays)
    return replicas[nth % replicas.length]
  }

  /** Writes to a server that is no replica, without an acknowledgement. */
  insert(nth: number): void {
    const server = nth % 3 === 0 ? this.server(nth) : this.primary
    if (!server.replays) server.log.push({ id: this.#next++ })
  }

  /** Only the primary's writers are answered. */
  flush(server: Server = this.primary): void {
    if (server.replays) return
    server.flushed = server.log.length
    if (server === this.primary) for (const { id } of server.log) this.acknowledged.add(id)
  }

  commit(nth: number): void {
    this.insert(nth)
    for (const server of this.servers) this.flush(server)
  }

  /** Replays some entries, if what it holds is the beginning of what the other one has. */
  replay(nth: number, count: number): void {
    const server = this.#replica(nth)
    if (!server?.upstream || !this.streams(server)) return
    const { log, flushed, timeline } = server.upstream
    server.timeline = timeline
    server.log.push(...log.slice(server.log.length, Math.min(flushed, server.log.length + count)))
    server.flushed = server.log.length
  }

  streams({ log, upstream }: Server): boolean {
    if (!upstream || log.length > upstream.flushed) return false
    const last = log.at(-1)
    return last === undefined || upstream.log[log.length - 1]!.id === last.id
  }

  #restart(server: Server, keeps: number): void {
    server.log = server.log.slice(0, keeps)
    server.flushed = server.log.length
    server.startedAt = this.#next++
    server.run = null
  }

  crash(nth: number): void {
    const server = this.server(nth)
    this.#restart(server, server.flushed)
  }

  /** Puts a server back to an older copy of itself; its connections end. */
  rewind(nth: number, by: number): void {
    const server = this.server(nth)
    this.#restart(server, Math.max(0, server.flushed - by))
  }

  /** A replica becomes a server in its own right, whether or not it is wanted. */
  promote(nth: number): Server | undefined {
    const server = this.#replica(nth)
    if (!server) return undefined
    Object.assign(server, { replays: false, upstream: null, timeline: server.timeline + 1, run: null })
    return server
  }

  /** The primary never comes back, and a replica that lost nothing takes its place; the others follow it. */
  failOver(nth: number): void {
    const needed = this.primary.log.slice(0, this.primary.flushed)
    const heir = this.#replica(nth)
    if (!heir || heir.log.length < needed.length || needed.some(({ id }, at) => heir.log[at]!.id !== id)) return
    const former = this.primary
    this.primary = this.promote(nth)!
    for (const server of this.servers) if (server.upstream === former && server.replays) server.upstream = this.primary
  }

  /** Promotes a replica by mistake, writes to it, and lets another replica follow it. */
  stray(nth: number, count: number): void {
    const stray = this.promote(nth)
    if (!stray) return
    for (let n = 0; n < count; n++) stray.log.push({ id: this.#next++ })
    stray.flushed = stray.log.length
    const child = this.#replica(nth)
    if (child) child.upstream = stray
    this.replay(nth, count)
  }

  follow(nth: number, whom: number): void {
    const server = this.#replica(nth)
    const upstream = this.server(whom)
    if (server && server !== upstream && !upstream.replays) server.upstream = upstream
  }

  /** An address leads somewhere else; what is connected stays where it is. */
  lead(place: number, nth: number): void {
    this.places[place % this.places.length] = this.server(nth)
  }

  /** Returns the mark of the primary. It writes the row of its run first. */
  mark(): Mark | null {
    const { primary } = this
    if (primary.run === null) {
      primary.run = `run ${this.#next}`
      primary.log.push({ id: this.#next++, run: primary.run })
      this.flush()
      return null
    }
    const { flushed, timeline, system, run } = primary
    return { position: flushed, timeline, run: { token: run, system }, at: String(this.#next) }
  }

  holdsRun = ({ log }: Server, token: string): boolean => log.some(({ run }) => run === token)

  /** Returns the entries that a reader of this server sees. */
  seen = ({ log, flushed }: Server): Set<number> => idsOf(log.slice(0, flushed))

  /** Returns the acknowledged writes that the primary still has; writes lost by a primary are left out. */
  promised(): Set<number> {
    return this.acknowledged.intersection(idsOf(this.primary.log))
  }
}
