import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readOutdated } from '../../../src/registry/renormalization/store.ts'
import { registryForTests } from '../../support/registry.ts'

const { server, mine } = registryForTests()

const readsOfAliases = sql<{ n: number }>`
  select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'alias'`

test('a batch begins at its place in the index, by the generic plan of a live database too', async () => {
  const { id } = await mine.identity()
  expect(id).toMatch(/^idn_/)
  await server.query`
    insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level)
    select gen_random_uuid(), false, id, consumer_id, 'username', 'of.many' || n, 'of.many' || n, 0, 'public'
    from identity, generate_series(1, 3000) n`
  const [last] = await server.query<{ id: string }>`select id from alias order by id desc offset 10 limit 1`
  const { read, found } = await server.app.db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows: before } = await readsOfAliases.execute(trx)
    const found = await readOutdated(trx, { after: last!.id, limit: 500, lock: false })
    const { rows: after } = await readsOfAliases.execute(trx)
    return { read: after[0]!.n - before[0]!.n, found }
  })
  expect(found).toHaveLength(10)
  expect(read).toBeLessThan(30)
})
