import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { prepareDemo } from '../../src/process/demo.ts'
import { samplePayees, sandboxConsumer, seedSandbox } from '../../src/process/sandbox.ts'
import { folderForTests } from '../support/folder.ts'
import { forTests, startTestServer } from '../support/server.ts'
import { readSources } from '../system/contract/floors.ts'

const folder = folderForTests('demo')
const server = forTests(startTestServer)
const asker = forTests(() => server.key({ consumer: 'asker', scopes: ['payee_check', 'destination_check', 'resolve'] }))
beforeAll(async () => {
  await seedSandbox(server.app)
})

/** The rows of a table of the page, its code cells alone. */
function tableOf(page: string, mark: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/tutorial', page), 'utf8')
  const [, part = ''] = text.split(`<!-- ${mark} -->`)
  return part
    .split(`<!-- end of ${mark} -->`)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, cell]) => cell!))
}

const verdicts = tableOf('test-mode.md', 'verdicts')

test('the page has every verdict of a payee check', () => {
  expect(new Set(verdicts.map(([, , verdict]) => verdict))).toEqual(
    new Set(['match', 'declared_match', 'close_match', 'no_match', 'unavailable']),
  )
})

test.each(verdicts)('%s with the name %s answers %s, on REST and GraphQL', async (alias, name, verdict) => {
  const { body } = await asker.post('/v1/payee_checks', { alias, name })
  expect([body.verdict, body.livemode]).toEqual([verdict, false])
  const document = 'query ($input: CheckPayeeInput!) { checkPayee(input: $input) { verdict } }'
  const { body: graphql } = await asker.graphql(document, { input: { alias, name } })
  expect(graphql.data.checkPayee.verdict.toLowerCase()).toBe(verdict)
})

const destinations = tableOf('test-mode.md', 'destinations')

test('the page has every verdict of a destination check', () => {
  expect(new Set(destinations.map(([, , verdict]) => verdict))).toEqual(new Set(['match', 'no_match', 'unavailable']))
})

test.each(destinations)('%s with the account %s answers %s', async (alias, address, verdict) => {
  const body = { alias, destination: { type: 'bank_account', address } }
  const checked = await asker.post('/v1/destination_checks', body)
  expect(checked.body.verdict).toBe(verdict)
})

test('each sample resolves to an account in test mode, and in live mode to nothing', async () => {
  const live = await server.key({ consumer: 'asker', livemode: true })
  for (const { username, account } of samplePayees) {
    const body = { type: 'username', value: username }
    const found = await asker.post('/v1/resolve', body)
    expect(found.body.endpoints.map(({ last4 }: { last4: string }) => last4)).toEqual([account.slice(-4)])
    expect((await live.post('/v1/resolve', body)).status).toBe(404)
  }
})

test('seeding again changes nothing, and completes an interrupted seed', async () => {
  const counts = async () =>
    server.query`select (select count(*)::int from identity i where i.consumer_id = c.id) as identities,
       (select count(*)::int from alias a where a.consumer_id = c.id) as aliases,
       (select count(*)::int from payee_name n join identity i on i.id = n.identity_id
      where i.consumer_id = c.id) as names
      from consumer c where c.name = ${sandboxConsumer}`
  const first = await counts()
  expect(first).toEqual([{ identities: 3, aliases: 3, names: 2 }])
  await seedSandbox(server.app)
  expect(await counts()).toEqual(first)
  await server.query`delete from payee_name where basis = 'attested'`
  await seedSandbox(server.app)
  expect(await counts()).toEqual(first)
})

test('a demo whose start was interrupted at any point is completed by the next one, and gets its key', async () => {
  const demo = await startTestServer()
  try {
    const made = async () =>
      (
        await demo.query`select (select count(*)::int from identity) as identities, (select count(*)::int from alias) as aliases,
          (select count(*)::int from endpoint) as endpoints`
      )[0]
    const app = { ...demo.app, config: { ...demo.app.config, dataDir: folder } }
    const { endpoints } = app.services
    let left = 0
    const create: typeof endpoints.create = async (...asked) => {
      if (left-- === 0) throw new Error('interrupted')
      return endpoints.create(...asked)
    }
    const stopping = { ...app, services: { ...app.services, endpoints: { ...endpoints, create } } }
    for (const steps of [0, 1, 1]) {
      left = steps
      await expect(prepareDemo(stopping, true)).rejects.toThrow('interrupted')
      await seedSandbox(demo.app)
    }
    const key = await prepareDemo(app, true)
    expect(await made()).toEqual({ identities: 5, aliases: 6, endpoints: 6 })
    expect((await demo.send('GET', '/v1/me', { key: key! })).body.name).toBe('demo')
    expect(await prepareDemo(app, true)).toBe(key)
    expect(await prepareDemo(app, false)).toBeNull()
    rmSync(join(folder, 'demo-key'))
    await demo.key({ consumer: 'other' })
    expect(await prepareDemo(app, true)).toBeNull()
  } finally {
    await demo.close()
  }
})

test('no other file of the service has a value of the samples: they are judged by the same code as any', () => {
  const values = samplePayees.flatMap(({ reference, username, name, account }) => [
    reference,
    username,
    account,
    ...(name === null ? [] : [name, ...name.split(' ')]),
  ])
  const others = readSources().filter(({ path }) => path !== 'src/process/sandbox.ts')
  const found = (sources: typeof others) =>
    sources.filter(({ text }) => values.some((value) => text.includes(value))).map(({ path }) => path)
  expect(found(others)).toEqual([])
  expect(found([{ path: 'seeded', text: `if (value === '${samplePayees[0]!.username}') return match` }])).toEqual([
    'seeded',
  ])
})
