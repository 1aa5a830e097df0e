import { sql } from 'kysely'
import { version } from '../kernel/version.ts'
import type { Database } from './orm.ts'
import { OtherVersionRuns } from './other-version-runs.ts'

/** A process that was not seen for so long is gone. */
const goneAfterSeconds = 30

/**
 * Refuses while a process of another version runs on the database, or may run: one that was killed is believed gone after 30
 * seconds. Versions before 0.2 don't say which they are.
 *
 * @throws OtherVersionRuns
 */
export async function requireNoOtherVersion(db: Database): Promise<void> {
  const { rows: tables } = await sql<{ is: boolean }>`select to_regclass('node') is not null as is`.execute(db)
  if (!tables[0]!.is) return
  const { rows } = await sql<{ nodes: number; seconds: number }>`
    select count(*)::int as nodes, round(extract(epoch from now() - max(seen_at)))::int as seconds from node n
    where seen_at > now() - ${goneAfterSeconds} * interval '1 second' and (to_jsonb(n) ->> 'version') is distinct from ${version}`.execute(
    db,
  )
  const { nodes, seconds } = rows[0]!
  if (nodes === 0) return
  throw new OtherVersionRuns(
    `Rows are moved to new tables, and ${nodes} processes of another version run on this database (last seen ${seconds} s ago). Stop them, wait ${goneAfterSeconds} s if one was killed, and run migrate again.`,
  )
}
