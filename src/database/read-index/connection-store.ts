import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { withinTime } from '../../kernel/long-work.ts'
import type { Tracing } from '../../observability/tracing.ts'
import { listPool } from '../list-connections.ts'
import { Refused, type ReplicaConnection, type ReplicaPort } from './reads.ts'
import type { Binding, Progress } from './rules.ts'

const setting = 'signpost.connection'

/** Shared by all connections of this process. */
const token = randomBytes(6).toString('hex')

/**
 * Adds a setting of ours to a connection's start, which reaches only the server itself: a pooler refuses an unknown
 * setting, or drops it.
 */
export function beginningDirectly(url: string): string {
  const told = new URL(url)
  const options = [told.searchParams.get('options'), `-c ${setting}=${token}`]
  told.searchParams.set('options', options.filter((option) => option !== null).join(' '))
  return told.href
}

/** Checks that the answering session has the setting. */
export const isBegunDirectly = `coalesce(current_setting('${setting}', true) = '${token}', false)`

/** Checks that a connection was refused because of the setting. */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)

const bindStatement = `
select system_identifier::text as system, extract(epoch from pg_postmaster_start_time())::text as "startedAt",
  pg_backend_pid() as process, ${isBegunDirectly} as "isDirect"
from pg_control_system()`

/**
 * INVARIANT (position, then timeline): a server that leaves a timeline reports it before it replays the next one. So
 * the stream's timeline is read after the position, by a data dependency: then all replayed data lies on it.
 */
const progressStatement = `
select p.position, p."startedAt", p.process,
  (select s.received_tli from pg_stat_wal_receiver s
    where p.position is not null and s.status = 'streaming') as timeline,
  exists (select from server_run r where r.token = $1) as "holdsRun"
from (
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position,
    extract(epoch from pg_postmaster_start_time())::text as "startedAt", pg_backend_pid() as process
  offset 0
) p`

/** Time to wait for a late answer before its connection is closed. */
const graceMs = 1_000
/** Changes of server per hour at which a URL counts as a load balancer. */
const strayLimit = 3
const strayMs = 3_600_000

const ignore = () => undefined

type Said = Omit<Progress, 'isDirect'> & { process: number }

/** A connection's server, and its backend process. */
type Bound = Binding & { readonly process: number }

/** The connection that a replica is read on, after it was found to be up to date. */
export type Reading = {
  query<R extends object>(config: object): Promise<R[]>
  /** Checks that a statement's `pg_backend_pid()` is that of this connection: a pooler could read from another server. */
  isDirect(process: unknown): boolean
}

/** Reads a batch on a replica. `at` is the primary's time, by which expiry is evaluated. */
export type ReadOn<Batch, Answer> = (on: Reading, batch: Batch, at: string) => Promise<Answer>

export type ReplicaOptions<Batch, Answer> = {
  /** The pool whose kind of connections it uses. */
  primary: pg.Pool
  read: ReadOn<Batch, Answer>
  poolSize: number
  waitMs: number
  /** Time after which the replica cancels a statement; never when absent. */
  statementMs?: number
  tracing: Tracing | null
}

/** Opens all of its connections at once, so that no request waits for one, and all lead to the same server. */
async function warmUp(connect: Replica<unknown, unknown>['connect'], poolSize: number): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: poolSize }, connect))
  for (const one of opened) if (one.status === 'fulfilled') one.value.release(true)
}

export type Replica<Batch, Answer> = ReplicaPort<Batch, Answer> & {
  /** Host and port, for the log. */
  readonly name: string
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** A missing table of the registry means another database (SQLSTATE undefined_table). */
const isOtherDatabase = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '42P01'

/** The connections to one replica. */
export function openReplica<Batch, Answer>(
  url: string,
  { primary, read, poolSize, waitMs, statementMs, tracing }: ReplicaOptions<Batch, Answer>,
): Replica<Batch, Answer> {
  const pool = listPool(primary, { poolSize, waitMs, tracing }, { url: beginningDirectly(url), statementMs })
  const bindings = new Map<pg.PoolClient, Bound>()
  let strays: number[] = []
  pool.on('remove', (client) => void bindings.delete(client as pg.PoolClient))
  const { hostname, port } = new URL(url)

  async function bind(client: pg.PoolClient): Promise<Bound> {
    if (client.listenerCount('error') === 0) client.on('error', ignore)
    const binding = (await client.query<Bound>(bindStatement)).rows[0]!
    const others = [...bindings].filter(([, { startedAt }]) => startedAt !== binding.startedAt)
    // Another server at the same address: the former was restarted, or both exist.
    if (others.length > 0) strays.push(performance.now())
    for (const [other] of others) bindings.delete(other)
    bindings.set(client, binding)
    // Asking all connections shows which: those to the former are dead, or still alive.
    if (others.length > 0) void warmUp(connect, poolSize)
    return binding
  }

  async function connect(): Promise<ReplicaConnection<Batch, Answer>> {
    strays = strays.filter((at) => at > performance.now() - strayMs)
    if (strays.length >= strayLimit) throw new Refused('balanced')
    const client = await pool.connect().catch((error) => {
      throw isRefusedByPooler(error) ? new Refused('pooled') : error
    })
    try {
      return connection(client, bindings.get(client) ?? (await bind(client)))
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  function connection(client: pg.PoolClient, binding: Bound): ReplicaConnection<Batch, Answer> {
    let pending: Promise<unknown> | null = null
    const query = async <R extends object>(config: object): Promise<R[]> => {
      const asked = client.query<R>(config as never)
      pending = asked
      const { rows } = await asked
      pending = null
      return rows
    }
    const isDirect = (process: unknown) => binding.isDirect && binding.process === process
    const on: Reading = { query, isDirect }
    return {
      binding,
      async progress(run) {
        const asked = { name: 'read-index-progress', text: progressStatement, values: [run] }
        const [answer] = await query<Said>(asked).catch((error) => {
          throw isOtherDatabase(error) ? new Refused('foreign') : error
        })
        const { process, ...said } = answer!
        return { ...said, isDirect: isDirect(process) }
      },
      read: (batch, at) => read(on, batch, at),
      release(isSound) {
        if (isSound) client.release()
        else if (pending) releaseLate(client, pending)
        else client.release(true)
      },
    }
  }

  void warmUp(connect, poolSize)
  return {
    name: `${hostname}:${port || 5432}`,
    pool,
    connect,
    close: () => pool.end(),
  }
}

/** A connection with a late answer is usable again once the answer has arrived. */
function releaseLate(client: pg.PoolClient, pending: Promise<unknown>): void {
  // It is closed at once: the other end may be gone, and would never close it.
  withinTime(
    graceMs,
    () => pending,
    () => new Error('The replica did not answer'),
  ).then(
    () => client.release(),
    () => client.release(true),
  )
}
