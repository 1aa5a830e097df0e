// npm run bench -- search [--records 2000000] [--small 10000] [--rounds 2000]
//
// Measures an owner's searches over many records of its own, beside the same searches over few: the services on an embedded
// PostgreSQL, without HTTP. The median may take at most half as long again.

import { sql } from 'kysely'
import type { Call } from '../src/kernel/call.ts'
import type { Page } from '../src/kernel/page.ts'
import type { App } from '../src/process/compose/context.ts'
import { callOf, median, numbersOf, timesOf, withOwner } from './app.ts'
import { show } from './figures.ts'

const { records, small, rounds } = numbersOf({ records: 2_000_000, small: 10_000, rounds: 2_000 })
const sought = 1_000
const warmUp = 200
const page: Page = { limit: 10, direction: 'after', cursor: null }

/** Registers the records to search for. */
async function register({ services }: App, call: Call): Promise<void> {
  for (let n = 0; n < sought; n++) {
    const named = { displayName: `Sought ${n} Person`, externalReference: `person-${n}` }
    const { id: identity } = await services.identities.create(call, { type: 'user', ...named })
    const alias = { type: 'username', value: `@sought.${n}`, externalReference: `alias-${n}` }
    await services.aliases.create(call, { identity, ...alias })
  }
}

/** Fills in the other records: each with an alias, and hashes instead of references. The times spread over a year. */
async function fill({ db }: App, consumerId: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 100_000) {
    const range = sql`generate_series(${at}::int, ${Math.min(at + 100_000, count) - 1}::int) n`
    await sql`
      with made as materialized (select n, gen_random_uuid() as id, gen_random_uuid() as alias,
          now() - (n % 31536000) * interval '1 second' as at from ${range}),
      identities as (
        insert into identity (id, livemode, consumer_id, type, default_privacy_level, display_name, display_name_folded,
          reference_hash, external_reference, created_at, updated_at)
        select id, false, ${consumerId}::uuid, 'user', 'public', 'Filler ' || n, 'filler ' || n, sha256(n::text::bytea), 'x', at, at
        from made returning 1)
      insert into alias (id, livemode, consumer_id, identity_id, type, value, skeleton, norm_version, privacy_level,
        reference_hash, external_reference, created_at, updated_at)
      select alias, false, ${consumerId}::uuid, id, 'username', 'filler.' || n, 'filler.' || n, 1, 'public',
        sha256(n::text::bytea), 'x', at, at
      from made`.execute(db)
  }
  await sql`vacuum analyze identity, alias`.execute(db)
}

type Search = (services: App['services'], call: Call, n: number) => Promise<{ records: readonly unknown[] }>

const searches: Readonly<Record<string, Search>> = {
  'identities by reference': ({ identities }, call, n) =>
    identities.list(call, page, { externalReference: `person-${n}` }),
  'identities by alias': ({ identities }, call, n) => identities.list(call, page, { alias: `@sought.${n}` }),
  'identities by the beginning of a name': ({ identities }, call, n) =>
    identities.list(call, page, { displayName: `SOUGHT ${n} ` }),
  'aliases by reference': ({ aliases }, call, n) => aliases.list(call, page, { externalReference: `alias-${n}` }),
  'aliases by value': ({ aliases }, call, n) => aliases.list(call, page, { type: 'username', value: `sought.${n}` }),
  'identities, a first page': ({ identities }, call) => identities.list(call, page, {}),
}

async function medianOf(app: App, consumerId: string, search: Search): Promise<number> {
  const times = await timesOf(warmUp + rounds, async (round) => {
    const found = await search(app.services, callOf(app, consumerId), (round * 7919) % sought)
    if (found.records.length === 0) throw new Error('A search found nothing.')
  })
  return median(times.slice(warmUp))
}

/** The medians of all searches in milliseconds, for a given number of records of one consumer. */
const measure = (count: number): Promise<Record<string, number>> =>
  withOwner(
    async ({ app, consumerId, call }) => {
      await fill(app, consumerId, count - sought)
      await register(app, call())
      const medians: Record<string, number> = {}
      for (const [name, search] of Object.entries(searches)) medians[name] = await medianOf(app, consumerId, search)
      return medians
    },
    { DATABASE_TIMEOUT_MS: '0' },
  )

const few = await measure(small)
const many = await measure(records)
show(
  Object.entries(many).map(([name, large]) => ({
    name: `${name}, p50 of ${records} (${large.toFixed(2)} ms) / of ${small} records`,
    values: [large / few[name]!],
    atMost: 1.5,
  })),
)
