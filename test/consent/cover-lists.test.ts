import { expect, test } from 'vitest'
import { query, registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)

test('the longest lists of covers are read with the grant’s row: no separate read reveals that it exists', async () => {
  const mine = registryOf(server, await server.key())
  const payer = await server.key({ consumer: 'payer', scopes: ['resolve'] })
  const { id } = await mine.identity()
  const covers: { aliases: string[]; endpoints: string[] } = { aliases: [], endpoints: [] }
  for (let n = 0; n < 100; n++) covers.aliases.push((await mine.username(id)).id)
  for (let n = 0; n < 50; n++) covers.endpoints.push((await mine.wallet(id)).id)
  await mine.grant(id, payer.consumer, { covers })

  const [row] = await query<{ aliases: number; endpoints: number; elsewhere: string }>(
    server,
    `select cardinality(covers_aliases) as aliases, cardinality(covers_endpoints) as endpoints,
      (select pg_relation_size(reltoastrelid) from pg_class where oid = 'consent_grant'::regclass) as elsewhere
    from consent_grant`,
  )
  expect(row).toEqual({ aliases: 100, endpoints: 50, elsewhere: '0' })
})
