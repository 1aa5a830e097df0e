import { type Fixture, note, query, type Registry } from '../fixture.ts'
import type { Figure, Findings } from '../goals.ts'
import { drive, type Measured } from '../load.ts'
import { load, ms } from './load.ts'

async function sizeOf({ databaseUrl }: Registry): Promise<string> {
  const [row] = await query(databaseUrl, 'select pg_size_pretty(pg_database_size(current_database())) as size')
  return String(row!.size)
}

/**
 * Reads all that look-ups read once, so that it is in memory as far as there is room: a service that has run for a day has
 * it there, and a round of some seconds would find a few of its pages.
 */
async function readOnce({ databaseUrl }: Registry): Promise<string> {
  await query(databaseUrl, 'create extension if not exists pg_prewarm')
  const [row] = await query(
    databaseUrl,
    `with asked as (
       select oid, reltoastrelid from pg_class
       where oid = any('{alias,identity,consumer,consent_grant,consent_request}'::regclass[])
     ), read as (
       select oid from asked
       union all select reltoastrelid from asked where reltoastrelid <> 0
       union all select indexrelid from pg_index where indrelid in (select oid from asked)
     )
     select pg_size_pretty(sum(pg_prewarm(oid::regclass, 'read')) * 8192) as size from read`,
  )
  return String(row!.size)
}

/** p50 with random keys on a large registry over p50 on a small one, both under the same PostgreSQL. */
export async function growth(
  fixture: Fixture,
  aliases: { small: number; large: number },
  rounds: number,
  seconds: number,
): Promise<Findings> {
  const small = await fixture.registry(aliases.small)
  const began = performance.now()
  const large = await fixture.registry(aliases.large)
  const seeded = (performance.now() - began) / 1_000
  const servers = { small: await fixture.serve('signpost', small), large: await fixture.serve('signpost', large) }
  const figures: Figure[] = []
  const lines = [`seeding took ${seeded.toFixed(0)} s, and ${await sizeOf(large)} of the disk`]
  lines.push(`look-ups read ${await readOnce(small)} and ${await readOnce(large)}, which was read once before`)
  for (const line of lines) note(line)
  for (const [connections, atMost] of [
    [1, 1.4],
    [64, 1.7],
  ] as const) {
    const rows: { small: Measured; large: Measured }[] = []
    // A round more, unjudged: the caches of the large one fill.
    for (let round = 0; round <= rounds; round++) {
      const row = {
        small: await drive(load(small, servers.small, { seconds, connections }), servers.small.pid),
        large: await drive(load(large, servers.large, { seconds, connections }), servers.large.pid),
      }
      if (round > 0) rows.push(row)
      note(`growth ${round}/${rounds}, ${connections} connections: p50 ${ms(row.small.p50)} and ${ms(row.large.p50)}`)
    }
    const name = `p50 at ${large.aliases.toLocaleString('en')} aliases / at ${small.aliases.toLocaleString('en')}, ${connections} connection${connections === 1 ? '' : 's'}`
    figures.push({ name, values: rows.map((row) => row.large.p50 / row.small.p50), atMost })
    const last = rows.at(-1)!
    lines.push(
      `${connections}: p50 ${ms(last.small.p50)} and ${ms(last.large.p50)}, p99 ${ms(last.small.p99)} and ${ms(last.large.p99)}`,
    )
  }
  for (const served of Object.values(servers)) await served.stop()
  return { figures, lines }
}
