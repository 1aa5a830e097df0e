import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../src/database/orm.ts'
import { decodeId } from '../../../src/kernel/id.ts'
import { findExplained } from '../../../src/resolution/explanations/store.ts'
import { query, registryOf } from '../../support/registry.ts'
import { type Body, forTests, startTestServer } from '../../support/server.ts'

const server = forTests(startTestServer)

const many = 12_000
/** Pages (8 KiB) that the statement may touch. */
const mostBuffers = 60

test('an explanation reads its own grants alone, among thousands on the identity and thousands to the consumer', async () => {
  const owner = await server.key()
  const grantee = await server.key({ consumer: 'grantee' })
  const mine = registryOf(server, owner)
  const { id } = await mine.identity()
  const alias = (await mine.username(id)).id
  const ended = (await mine.grant(id, grantee.consumer)).id
  await mine.remove(`/v1/consent_grants/${ended}`)
  const ids = [decodeId('identity', id), owner.consumerId, grantee.consumerId, many]
  for (const statement of [
    `insert into consumer (id, name) select gen_random_uuid(), 'grantee ' || n from generate_series(1, $4::int) n
       where $1::uuid is not null and $2::uuid is not null and $3::uuid is not null`,
    `insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, status)
       select gen_random_uuid(), false, $1::uuid, c.id, $2::uuid, true, case when random() < 0.5 then 'active' else 'revoked' end
       from consumer c where c.name like 'grantee %' and $3::uuid is not null and $4::int is not null`,
    `with made as (insert into identity (id, livemode, consumer_id, type, status, default_privacy_level)
         select gen_random_uuid(), false, $2::uuid, 'user', 'active', 'public' from generate_series(1, $4::int) returning id)
       insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, status)
       select gen_random_uuid(), false, id, $3::uuid, $2::uuid, true, 'revoked' from made where $1::uuid is not null`,
  ])
    await query(server, statement, ids)
  await server.query`vacuum analyze`

  const plans: Body[] = []
  const client = {
    async query(text: string, values: unknown[]) {
      const [row] = await query<Body>(server, `explain (analyze, buffers, format json) ${text}`, values)
      plans.push(row['QUERY PLAN'][0].Plan)
      return server.app.pool.query(text, values)
    },
    release: () => undefined,
  }
  const pool = { connect: async () => client, end: async () => undefined }
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
  const caller = { consumerId: owner.consumerId, livemode: false }
  for (const consumerId of [grantee.consumerId, owner.consumerId]) {
    const row = await findExplained(db, caller, decodeId('alias', alias)!, consumerId)
    expect(row?.grant_id ?? null).toBe(consumerId === grantee.consumerId ? decodeId('consentGrant', ended) : null)
  }
  for (const plan of plans)
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], JSON.stringify(plan)).toBeLessThan(mostBuffers)
})
