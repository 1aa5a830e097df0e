import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readOutdated } from '../../../src/registry/renormalization/store.ts'
import { countReads } from '../../support/reads.ts'
import { registryForTests } from '../../support/registry.ts'

const { server, mine } = registryForTests()

test('a batch begins at its place in the index, by the generic plan of a live database too', async () => {
  await mine.identity()
  await server.query`
    insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level)
    select gen_random_uuid(), false, id, consumer_id, 'username', 'of.many' || n, 'of.many' || n, 0, 'public'
    from identity, generate_series(1, 3000) n`
  const [last] = await server.query<{ id: string }>`select id from alias order by id desc offset 10 limit 1`
  const [read, found] = await server.app.db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await sql`set local enable_seqscan = off`.execute(trx)
    return countReads(trx, 'alias', () => readOutdated(trx, { after: last!.id, limit: 500, lock: false }))
  })
  expect(found).toHaveLength(10)
  expect(read).toBeLessThan(30)
})
