import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import cliProgress from 'cli-progress'
import type { Database } from '../../src/database/orm.ts'
import { countStaleSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { copyRows } from '../copy.ts'
import { pg } from '../packages.ts'
import { columns, rowsBetween, type SeededTable, type Seeding } from './seed-rows.ts'

/** Where the rows go, and which: one lane of a seed. Told to a thread, so it holds nothing but plain values. */
export type Lane = Span & { encryptionKey: Buffer; consumerId: string; at: number }
/** The identities from `first` up to `end`, and how the connection to their database begins. */
type Span = { url: string; first: number; end: number; session: string }

const tables = Object.keys(columns) as SeededTable[]
const chunk = 1_000
/** Below this many identities a thread of its own costs more than it brings. */
const worthThreads = 20_000
const lanes = 2

/** No foreign key is looked up for what is right by its making. Triggers that keep a snapshot right are not of this kind. */
const bulkSession = '-c session_replication_role=replica -c synchronous_commit=off'

/** Copies one lane's rows, while the next ones are made. */
export async function fillLane(
  { url, first, end, session }: Span,
  seeding: Seeding,
  onChunk: (identities: number) => void,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: session })
  let under: Promise<void> = Promise.resolve()
  for (let at = first; at < end; at += chunk) {
    const until = Math.min(end, at + chunk)
    const rows = rowsBetween(at, until, seeding)
    await under
    under = (async () => {
      for (const table of tables) {
        await copyRows(pool, `copy ${table} (${columns[table]}) from stdin`, Buffer.from(rows[table]))
      }
      onChunk(until - at)
    })()
    // What fails is thrown where it is waited for.
    under.catch(() => undefined)
  }
  await under
  await pool.end()
}

async function inThread(lane: Lane, onChunk: (identities: number) => void): Promise<void> {
  const worker = new Worker(new URL('./seed-lane.ts', import.meta.url), { workerData: lane })
  worker.on('message', onChunk)
  const [code] = (await once(worker, 'exit')) as [number]
  if (code !== 0) throw new Error(`A lane of the seed ended with ${code}.`)
}

/** Leaves the indexes out of what is written until all rows are there, and makes each of them once. */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const names = tables.map((table) => `'${table}'::regclass`).join()
  await client.query('alter system set max_wal_size = 2048')
  await client.query("alter system set autovacuum = 'off'")
  await client.query('select pg_reload_conf()')
  await client.query(`update pg_index set indisready = false, indisvalid = false where indrelid in (${names})`)
  await fill()
  await client.query("set maintenance_work_mem = '1GB'")
  for (const table of tables) await client.query(`reindex table ${table}`)
  for (const name of ['max_wal_size', 'autovacuum']) await client.query(`alter system reset ${name}`)
  await client.query('select pg_reload_conf()')
  await client.query('checkpoint')
}

function progress(identities: number): { add(count: number): void; end(): void } {
  const bar = new cliProgress.SingleBar({
    format: '  {bar} {percentage}% | {value}/{total} identities | {eta_formatted} left',
    stream: process.stderr,
  })
  bar.start(identities, 0)
  return { add: (count) => bar.increment(count), end: () => bar.stop() }
}

export type SeedOptions = { url: string; encryptionKey: Buffer; consumerId: string; aliases: number }

/** Fills an empty, migrated database: `aliases` aliases, half as many identities, one and a half as many endpoints. */
export async function seed(
  { url, encryptionKey, consumerId, aliases }: SeedOptions,
  { db, keyring }: { db: Database } & Pick<Seeding, 'keyring'>,
): Promise<void> {
  const identities = aliases / 2
  const at = Math.floor(Date.now() / 1_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const bar = progress(identities)
  if (identities < worthThreads) {
    await fillLane({ url, first: 0, end: identities, session: '' }, { keyring, consumerId, at }, bar.add)
  } else {
    const share = Math.ceil(identities / lanes)
    const laneAt = (lane: number): Lane => {
      const first = lane * share
      return {
        url,
        session: bulkSession,
        encryptionKey,
        consumerId,
        at,
        first,
        end: Math.min(identities, first + share),
      }
    }
    const all = () => Promise.all(Array.from({ length: lanes }, (_, lane) => inThread(laneAt(lane), bar.add)))
    await withoutIndexes(client, async () => void (await all()))
  }
  bar.end()
  await client.query('vacuum analyze')
  await client.end()
  const { stale } = await countStaleSnapshots(db, 1_000)
  if (stale > 0) throw new Error('The seed writes snapshots that differ from the rows.')
}
