import { afterAll, beforeAll, expect, test } from 'vitest'
import { partitionOf } from '../../../src/database/partitions/rules.ts'
import { withClient } from '../../support/admin.ts'
import { createDatabase } from '../../support/database.ts'
import { freshName, registryOf } from '../../support/registry.ts'
import { type Body, forTests, type Key, startTestServer, type TestServer } from '../../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'

let proxy: TcpProxy
let server: TestServer
let owner: Key
let payer: Key
const records = forTests(createDatabase)
beforeAll(async () => {
  const { hostname: host, port } = new URL(records.url)
  proxy = await startProxy({ host, port: Number(port) })
  server = await startTestServer({ env: { DATABASE_RECORDS_URL: throughProxy(records.url, proxy) } })
  owner = await server.key()
  payer = await server.key({ consumer: 'payer' })
})
afterAll(async () => {
  await server?.close()
  await proxy?.close()
})

const mine = () => registryOf(server, owner)
const resolve = (value: string) => registryOf(server, payer).resolve(value)
const countIn = (url: string) =>
  withClient(url, async (client) => (await client.query('select count(*)::int as n from disclosure_record')).rows[0].n)
const list = (identity: string, query = '', { key }: Key = owner): Promise<Body> =>
  server.send('GET', `/v1/identities/${identity}/disclosures${query}`, { key }).then(({ body }) => body)

const monthOf = (at: Date) => partitionOf('disclosure_record', at).name

async function disclosed(times: number): Promise<string> {
  const { id } = await mine().identity()
  const alias = await mine().username(id, freshName())
  await mine().wallet(id)
  for (let n = 0; n < times; n++) expect((await resolve(alias.value)).status).toBe(200)
  await expect.poll(async () => (await list(id)).data.length, { timeout: 10_000 }).toBe(times)
  return id
}

test('records are kept on their own server, and listed from it with filters and cursors', async () => {
  const id = await disclosed(3)
  expect(await countIn(server.database.url)).toBe(0)
  const all = (await list(id)).data as Body[]
  expect(all.map(({ identity, consumer }) => [identity, consumer])).toEqual(all.map(() => [id, payer.consumer]))
  const first = await list(id, '?limit=2')
  expect([first.data.length, first.has_more]).toEqual([2, true])
  const rest = await list(id, `?limit=2&starting_after=${first.data[1].id}`)
  expect(rest.data.map((record: Body) => record.id)).toEqual([all[2]!.id])
  expect((await list(id, `?consumer=${owner.consumer}`)).data).toEqual([])
})

test('nobody else lists them: not another owner, not the other environment, and not by a cursor', async () => {
  const id = await disclosed(1)
  const [record] = (await list(id)).data
  const live = await server.key({ livemode: true })
  for (const other of [payer, live]) {
    expect((await list(id, '', other)).error?.code).toBe('resource_missing')
    const nested = `query ($id: ID!) { identity(id: $id) { disclosures(first: 5) { edges { node { id } } } } }`
    expect((await server.graphql(other.key, nested, { id })).body.data.identity).toBeNull()
    // The service itself checks the owner of the identity, whatever a surface has looked up before.
    const { services } = server.app
    const call = { caller: { consumerId: other.consumerId, livemode: other.livemode, scopes: ['*'] }, services }
    const page = { limit: 5, direction: 'after', cursor: null }
    const [direct] = await services.disclosures.listOf(call as never, [id], page as never)
    expect(direct!.records).toEqual([])
    const at = services.disclosures.listOf(call as never, [id], { ...page, cursor: record.id } as never)
    await expect(at).rejects.toMatchObject({ code: 'cursor_invalid' })
  }
})

test('they are dated by the clock of the registry', async () => {
  const id = await disclosed(1)
  const [record] = (await list(id)).data
  expect(Math.abs(record.created * 1_000 - server.app.clock())).toBeLessThan(10_000)
})

test('while their server is away look-ups go on, and nothing is lost when it is back', async () => {
  const { id } = await mine().identity()
  const alias = await mine().username(id, freshName())
  await mine().wallet(id)
  proxy.blackhole()
  for (let n = 0; n < 5; n++) expect((await resolve(alias.value)).status).toBe(200)
  proxy.heal()
  await expect.poll(async () => (await list(id)).data?.length, { timeout: 25_000 }).toBe(5)
  expect(await countIn(server.database.url)).toBe(0)
})

test('the partitions of the records’ server are created there, and expired ones dropped there', async () => {
  await withClient(records.url, (client) =>
    client.query(`create table disclosure_record_p2020_05 partition of disclosure_record
      for values from ('2020-05-01Z') to ('2020-06-01Z');
      drop table ${monthOf(new Date(Date.now() + 60 * 86_400_000))}`),
  )
  const run = (name: string) => server.app.jobs.find((job) => job.name === name)!.run()
  await run('purge-disclosure-records')
  await run('make-partitions')
  const names = await withClient(records.url, async (client) => {
    const { rows } = await client.query("select relname from pg_class where relispartition and relkind = 'r'")
    return rows.map(({ relname }) => relname)
  })
  expect(names).toContain(monthOf(new Date(Date.now() + 60 * 86_400_000)))
  expect(names).not.toContain('disclosure_record_p2020_05')
})
