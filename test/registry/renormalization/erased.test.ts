import { beforeEach, expect, test } from 'vitest'
import { createErasedSkeleton } from '../../../src/registry/aliases/reservation.ts'
import { createRenormalization } from '../../../src/registry/renormalization/service.ts'
import { markAliases } from '../../support/bound.ts'
import { query, registryForTests } from '../../support/registry.ts'

let erased: string
let outdated: string
const { server, owner, mine } = registryForTests()

const job = () => server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
const apply = () => createRenormalization(server.app).apply()
const reserved = () =>
  server.query`select skeleton, alias_id from alias_reservation where skeleton not like '=%' order by skeleton`

/** An alias that is to be erased, and one whose older spelling moves to the very same place. */
beforeEach(async () => {
  await server.query`update identity set primary_alias_id = null`
  await server.query`truncate alias_reservation`
  await server.query`delete from alias`
  const going = (await mine.identity()).id
  erased = (await mine.username(going, 'cool')).id
  const staying = (await mine.identity()).id
  outdated = (await mine.username(staying, 'stand-in')).id
  await server.query`update alias_reservation set skeleton = 'c00l' where skeleton like 'stand%'`
  await server.query`update alias set value = 'c00l', skeleton = 'c00l', norm_version = 0 where value = 'stand-in'`
  await markAliases(server, 'c00l')
  await mine.patch(`/v1/identities/${going}`, { status: 'closed' })
  const path = `/v1/identities/${going}/erase`
  const asked = await owner.post(path, { confirm: going })
  expect(asked.status, asked.text).toBe(202)
})

const collision = () => ({
  kept: 0,
  moved: 0,
  obstacles: [{ alias: outdated, livemode: false, type: 'username', kind: 'collision', with: erased }],
})

test('no alias moves to where an erased one cools down; when it has, it does', async () => {
  await job()
  expect(await createRenormalization(server.app).plan()).toEqual(collision())
  const before = await reserved()
  expect(await apply()).toEqual(collision())
  expect(await reserved()).toEqual(before)
  expect((await mine.resolve('@c00l')).status).toBe(404)
  await server.query`update alias_reservation set available_at = now() - interval '1 second'
    where available_at is not null`
  expect(await apply()).toEqual({ kept: 0, moved: 1, obstacles: [] })
  expect((await reserved()).map(({ skeleton }) => skeleton)).toEqual(['cool'])
})

test('one that is erased while another moves to its place cools down all the same', async () => {
  // Repeats the erasure's change of reservations in a transaction, held open until the other one waits for it.
  const [held] = await server.query<{ alias_id: string }>`select alias_id from alias_reservation
    where skeleton = 'cool'`
  const client = await server.app.pool.connect()
  await client.query('begin')
  await client.query("delete from alias_reservation where skeleton = 'cool'")
  const moving = apply()
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'"
  while ((await query(server, waits)).length === 0);
  await client.query(
    `insert into alias_reservation (livemode, type, skeleton, alias_id, consumer_id, available_at)
     select false, 'username', $1, id, consumer_id, now() + interval '1 day' from alias where id = $2`,
    [createErasedSkeleton(server.app.keyring)({ livemode: false, type: 'username', skeleton: 'cool' }), held!.alias_id],
  )
  await client.query('commit')
  client.release()
  expect(await moving).toEqual(collision())
  expect((await reserved()).map(({ skeleton }) => skeleton)).toEqual(['c00l'])
})

test('outdated aliases are counted only for one who is told their number', async () => {
  const statements = async (onStart?: () => void) => {
    let count = 0
    const db = server.app.db.withPlugin({
      transformQuery: ({ node }) => {
        count++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await createRenormalization({ ...server.app, db }).plan({ ...(onStart && { onStart }) })
    return count
  }
  expect((await statements(() => undefined)) - (await statements())).toBe(1)
})
