import { request as httpRequest } from 'node:http'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hiddenClasses, registerHidden, requestedClasses } from '../../support/hidden-aliases.ts'
import { forTests, startTestServer } from '../../support/server.ts'

let now = Date.now()

const server = forTests(() => startTestServer({ env: { RATE_LIMITS: 'on' }, clock: () => now }))
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve', 'destination_check'] }))
beforeAll(async () => {
  await registerHidden(server.app, payer.consumerId)
})
/** Fills all buckets, so that each class leaves as much of them, and keeps the whole run within the partitions of records. */
const refill = () => {
  now += 3_600_000
}
beforeEach(refill)

type Wire = { status: number; headers: string[]; body: string }

/** The answer as it came, its headers in their order and spelling. */
function post(path: string, body: unknown): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${payer.key}`, 'content-type': 'application/json' }
    const sent = httpRequest(server.url + path, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: Array.from({ length: answer.rawHeaders.length / 2 }, (_, index) =>
            answer.rawHeaders.slice(index * 2, index * 2 + 2).join(': '),
          ),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** Masks at equal length what may differ: the request id, the date, and the alias that the caller itself sent. */
function blot({ status, headers, body }: Wire, alias: string): Wire {
  const text = body.replaceAll(/req_[0-9a-z]{26}/g, 'req_'.padEnd(30, '*')).replaceAll(alias, '*'.repeat(alias.length))
  return {
    status,
    headers: headers.map((line) =>
      line.replace(/req_[0-9a-z]{26}/, 'req_'.padEnd(30, '*')).replace(/^(date: ).*/i, '$1*'),
    ),
    body: text,
  }
}

type Trace = { answer: Wire; cost: Record<string, number>; log: string[] }

const quotas = async (): Promise<Record<string, number>> => {
  const { body } = await server.send('GET', '/v1/limits', payer)
  return Object.fromEntries(
    body.data.map(({ policy, remaining }: { policy: string; remaining: number }) => [policy, remaining]),
  )
}

/** One request: its answer, what it cost in each bucket, and what it wrote to the log. */
async function trace(path: string, body: unknown, alias: string): Promise<Trace> {
  refill()
  const before = await quotas()
  const start = server.logged.length
  const answer = await post(path, body)
  await expect.poll(() => server.logged.length).toBeGreaterThan(start)
  const log = server.logged.slice(start).map((line) => line.replaceAll(/req_[0-9a-z]{26}|"time":\d+/g, '*'))
  const after = await quotas()
  const cost = Object.fromEntries(Object.entries(before).map(([policy, left]) => [policy, left - after[policy]!]))
  return { answer: blot(answer, alias), cost, log }
}

const destination = { type: 'crypto_wallet', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

const single = (alias: string) => ({ path: '/v1/resolve', body: { alias: `@${alias}` } })
const typed = (alias: string) => ({ path: '/v1/resolve', body: { type: 'username', value: alias } })
const bulk = (alias: string) => ({ path: '/v1/resolve/bulk', body: { items: [`@${alias}`] } })
const graphql = (query: string, variables: unknown) => ({ path: '/graphql', body: { query, variables } })

const surfaces: Record<string, (alias: string) => { path: string; body: unknown }> = {
  'REST single': single,
  'REST single, typed': typed,
  'REST bulk': bulk,
  'REST bulk of 100': (alias) => ({
    path: '/v1/resolve/bulk',
    body: { items: Array(100).fill({ value: alias, type: 'username' }) },
  }),
  'GraphQL resolve': (alias) =>
    graphql('query ($input: ResolveInput!) { resolve(input: $input) { identityId alias } }', {
      input: { alias: `@${alias}` },
    }),
  'GraphQL resolveBulk': (alias) =>
    graphql(
      'query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { alias status identityId endpoints { id } error { type code } } }',
      { items: [{ alias: `@${alias}` }] },
    ),
  'GraphQL _entities': (alias) =>
    graphql('query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId } } }', {
      of: [{ __typename: 'Resolution', alias: `@${alias}` }],
    }),
}

/** A check says `unavailable` of each class, and waits for its step whatever it says. */
const checks: typeof surfaces = {
  'destination check': (alias) => ({ path: '/v1/destination_checks', body: { alias: `@${alias}`, destination } }),
  'destination checks of 20': (alias) => ({
    path: '/v1/destination_checks/bulk',
    body: { items: Array(20).fill({ alias: `@${alias}`, destination }) },
  }),
}

for (const [surface, ask] of Object.entries({ ...surfaces, ...checks })) {
  const traceOf = (alias: string) => {
    const { path, body } = ask(alias)
    return trace(path, body, alias)
  }

  test(`${surface}: every hidden class is answered, charged and logged like an unknown alias`, async () => {
    await traceOf(hiddenClasses.unknown)
    const unknown = await traceOf(hiddenClasses.unknown)
    expect(unknown.cost.misses).toBe(Number(/ of (\d+)$/.exec(surface)?.[1] ?? 1))
    expect(unknown.answer.status).toBe(surface.startsWith('REST single') ? 404 : 200)
    expect(unknown.answer.headers.join('\n')).toContain('"misses";r=')
    for (const [name, alias] of Object.entries(hiddenClasses)) {
      expect({ name, ...(await traceOf(alias)) }).toEqual({ name, ...unknown })
    }
  })

  test(`${surface}: an open consent request makes no class tell more than another`, async () => {
    const isBulk = /bulk/i.test(surface)
    const reference = await traceOf(isBulk ? requestedClasses['unknown, requested'] : hiddenClasses.unknown)
    expect(/consent_pending/i.test(reference.answer.body)).toBe(isBulk)
    for (const [name, alias] of Object.entries(requestedClasses)) {
      expect({ name, ...(await traceOf(alias)) }).toEqual({ name, ...reference })
    }
  })
}

test('every answer with a miss waits for its release step, and one without does not', async () => {
  const counts = structuredClone(server.app.quantise.counts)
  const waited = async (path: string, body: unknown) => {
    const start = performance.now()
    await post(path, body)
    return performance.now() - start
  }
  for (const [surface, ask] of Object.entries(surfaces)) {
    const { path, body } = ask(hiddenClasses.private)
    expect(await waited(path, body)).toBeGreaterThanOrEqual(surface.startsWith('REST single') ? 4.9 : 24.9)
  }
  const { single, bulk } = server.app.quantise.counts
  expect([single.released - counts.single.released, bulk.released - counts.bulk.released]).toEqual([2, 5])
  await post('/v1/resolve/bulk', { items: ['', 7] })
  await post('/v1/resolve', { alias: '' })
  await post('/graphql', { query: '{ viewer { id } }' })
  expect(server.app.quantise.counts).toEqual({ single, bulk })
})
