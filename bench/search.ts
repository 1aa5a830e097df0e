// npm run bench -- search [--records 2000000] [--small 10000] [--rounds 2000]
//
// How long an owner's searches take over many records of its own, beside the same searches over few: the services on an
// embedded PostgreSQL, without HTTP. At most half as long again is what the median may take.

import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { ensureConsumer } from '../src/access/api-keys/store.ts'
import { readConfig } from '../src/app/config.ts'
import { type App, createApp } from '../src/app/context.ts'
import { cooldownDaysOf } from '../src/app/cooldown.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Call } from '../src/kernel/call.ts'
import { createLog } from '../src/kernel/log.ts'
import type { Page } from '../src/kernel/page.ts'
import { importLines } from '../src/maintenance/import/import.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'
import { localKeyProvider } from '../src/vault/key-provider.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '2000000' },
    small: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '2000' },
  },
})
const rounds = Number(values.rounds)
const sought = 1_000
const allowed = 1.5
const page: Page = { limit: 10, direction: 'after', cursor: null }

const callOf = (app: App, consumerId: string): Call => ({
  caller: { consumerId, consumerName: 'bench', keyId: '', livemode: false, scopes: ['*'], router: false },
  requestId: app.newId(),
  idempotency: null,
  release: 'at once',
  replayed: false,
})

/** The records that are searched for, as they are imported. */
async function* linesOf() {
  for (let n = 0; n < sought; n++) {
    const [ref, number] = [`person-${n}`, n * 2 + 1]
    yield { number, value: { object: 'identity', ref, type: 'user', display_name: `Sought ${n} Person` } }
    const alias = { object: 'alias', ref: `alias-${n}`, identity: ref, type: 'username', value: `@sought.${n}` }
    yield { number: number + 1, value: alias }
  }
}

/** The other ones: each with an alias, and hashes in the place of references. The times spread over a year. */
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

type Search = (app: App, call: Call, n: number) => Promise<{ records: readonly unknown[] }>

const searches: Readonly<Record<string, Search>> = {
  'identities by reference': ({ services }, call, n) =>
    services.identities.list(call, page, { externalReference: `person-${n}` }),
  'identities by alias': ({ services }, call, n) => services.identities.list(call, page, { alias: `@sought.${n}` }),
  'identities by the beginning of a name': ({ services }, call, n) =>
    services.identities.list(call, page, { displayName: `SOUGHT ${n} ` }),
  'aliases by reference': ({ services }, call, n) =>
    services.aliases.list(call, page, { externalReference: `alias-${n}` }),
  'aliases by value': ({ services }, call, n) =>
    services.aliases.list(call, page, { type: 'username', value: `sought.${n}` }),
  'identities, a first page': ({ services }, call) => services.identities.list(call, page, {}),
}

async function medianOf(app: App, consumerId: string, search: Search): Promise<number> {
  const times: number[] = []
  for (let round = -200; round < rounds; round++) {
    const n = (Math.abs(round) * 7919) % sought
    const began = performance.now()
    const found = await search(app, callOf(app, consumerId), n)
    if (round >= 0) times.push(performance.now() - began)
    if (found.records.length === 0) throw new Error('A search found nothing.')
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
}

/** The medians of all searches in milliseconds, over so many records of one consumer. */
async function measure(count: number): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
  await chmod(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), sharedDir: join(folder, 'elsewhere') })
  try {
    await migrate(embedded.url)
    const config = { ...readConfig({ PORT: '0', RATE_LIMITS: 'off' }), databaseTimeoutMs: 0 }
    const keyProvider = localKeyProvider(randomBytes(32))
    const app = await createApp({ config, databaseUrl: embedded.url, keyProvider, log: createLog('warn') })
    try {
      const consumerId = await ensureConsumer(app.db, 'bench', app.newId)
      const owner = { consumerId, livemode: false }
      const began = performance.now()
      await fill(app, consumerId, count - sought)
      const deps = { ...app, cooldownDays: cooldownDaysOf(config), defaultRegion: undefined }
      const quiet = { onProgress: () => undefined, onRejected: () => undefined }
      await importLines(deps, linesOf(), { owner, fingerprint: 'search', isDryRun: false, ...quiet })
      console.log(`${count} identities and aliases, filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      const medians: Record<string, number> = {}
      for (const [name, search] of Object.entries(searches)) medians[name] = await medianOf(app, consumerId, search)
      return medians
    } finally {
      await app.close()
    }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const few = await measure(Number(values.small))
const many = await measure(Number(values.records))
for (const [name, median] of Object.entries(many)) {
  const ratio = median / few[name]!
  const verdict = ratio <= allowed ? '' : `  over ${allowed}`
  console.log(
    `${name.padEnd(38)} p50 ${few[name]!.toFixed(2)} ms, then ${median.toFixed(2)} ms: ${ratio.toFixed(2)}${verdict}`,
  )
}
