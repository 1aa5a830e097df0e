import { beforeAll, expect, test } from 'vitest'
import { query, registryForTests, registryOf } from '../support/registry.ts'
import { eventually } from '../support/webhooks.ts'

const { server, owner } = registryForTests()
beforeAll(async () => {
  await query(
    server,
    `insert into identity (id, livemode, consumer_id, type, default_privacy_level, display_name, display_name_folded, created_at)
     select gen_random_uuid(), false, $1, 'user', 'public', 'Filler ' || n, 'filler ' || n, now() - n * interval '1 second'
     from generate_series(1, 30000) n`,
    [owner.consumerId],
  )
  await server.query`analyze identity`
}, 120_000)

const scans = async () =>
  (
    await server.query<{ n: number }>`select idx_scan::int as n from pg_stat_user_indexes
      where indexrelname = 'identity_folded'`
  )[0]!.n

test('a beginning that few of many names have is found by the index of names, not in the order of the list', async () => {
  const { id } = await registryOf(server, owner).identity({ display_name: 'Rare Person' })
  const before = await scans()
  const { body } = await owner.post('/v1/identities/search', { display_name: 'rare p' })
  expect(body.data.map((found: { id: string }) => found.id)).toEqual([id])
  // PostgreSQL reports its counts with a delay.
  await eventually(async () => (await scans()) > before, 60_000)
}, 90_000)

test('a beginning that many names have is listed newest first, page by page', async () => {
  const body = { display_name: 'filler 1', limit: 100 }
  const first = await owner.post('/v1/identities/search', body)
  const after = { ...body, starting_after: first.body.data.at(-1).id }
  const second = await owner.post('/v1/identities/search', after)
  const rows = await server.query<{ display_name: string }>`select display_name from identity
    where display_name like 'Filler 1%' order by created_at desc, id desc limit 200`
  const names = [...first.body.data, ...second.body.data].map((found: { display_name: string }) => found.display_name)
  expect(names).toEqual(rows.map((row) => row.display_name))
})
