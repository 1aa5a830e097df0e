// npm run bench -- audit [--entries 2000000] [--rounds 500]
//
// Measures a page of the audit log about one identity, and by kind and actor, over many entries of one consumer: the service on an
// embedded PostgreSQL, without HTTP. The 95th percentile of each is at most 50 ms.

import { sql } from 'kysely'
import { encodeId } from '../src/kernel/id.ts'
import type { App } from '../src/process/compose/context.ts'
import { numbersOf, quantile, timesOf, withOwner } from './app.ts'
import { type Figure, show } from './figures.ts'

const { entries, rounds } = numbersOf({ entries: 2_000_000, rounds: 500 })
const subjects = 1_000
/** Entries of one statement: far fewer than the bound on a statement's time allows. */
const batch = 20_000

/** A uuid of each number, as of the identities of the entries. */
const subjectOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Entries of the coming days, which have partitions: a second apart, each of one identity in turn. */
async function fill({ db }: App, consumerId: string): Promise<void> {
  for (let at = 0; at < entries; at += batch) {
    const last = Math.min(at + batch, entries) - 1
    await sql`
      with made as materialized (
        select gen_random_uuid() as id, now() + n * interval '0.5 second' as at, n,
          ('00000000-0000-4000-8000-' || lpad((n % ${subjects})::text, 12, '0'))::uuid as subject
        from generate_series(${at}::int, ${last}::int) n),
      written as (
        insert into event (id, livemode, consumer_id, type, delivered, created_at, subjects, actor_type, actor_id, actor_consumer_id)
        select id, false, ${consumerId}::uuid, case n % 4 when 0 then 'endpoint.updated' else 'alias.created' end, false, at,
          array['idn_x'], 'api_key', subject::text, ${consumerId}::uuid from made returning 1)
      insert into audit_subject (consumer_id, subject, at, id, delivered) select ${consumerId}::uuid, subject, at, id, false from made`.execute(
      db,
    )
    process.stderr.write(`\r${last + 1} entries `)
  }
  await sql`vacuum analyze event, audit_subject`.execute(db)
}

await withOwner(async ({ app, consumerId, call }) => {
  await fill(app, consumerId)
  const page = { limit: 20, direction: 'after', cursor: null } as const
  const asked = {
    'by subject': (n: number) => ({ subject: encodeId('endpoint', subjectOf(n)) }),
    'by identity, disclosures merged': (n: number) => ({ subject: encodeId('identity', subjectOf(n)) }),
    'by kind': () => ({ kind: 'endpoint.updated' }),
    'by actor': (n: number) => ({ actor: encodeId('apiKey', subjectOf(n)) }),
  }
  const figures: Figure[] = []
  for (const [name, filterOf] of Object.entries(asked)) {
    const times = await timesOf(rounds, () =>
      app.services.audit.list(call(), page, filterOf(Math.floor(Math.random() * subjects))),
    )
    figures.push({ name: `${name}, p95 ms of ${entries} entries`, values: [quantile(times, 0.95)], atMost: 50 })
  }
  show(figures)
})
