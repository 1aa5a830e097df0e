import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { summaryOf } from '../../src/database/tracing.ts'
import { createScanner } from '../support/canaries.ts'
import { hiddenClasses, registerHidden } from '../support/hidden-aliases.ts'
import { forTests, startTestServer } from '../support/server.ts'

const spans = new InMemorySpanExporter()

const server = forTests(() => startTestServer({ spanExporter: spans, env: { TRUST_PROXY: '10.0.0.0/8' } }))
const owner = forTests(() => server.key({ consumer: 'canary consumer' }))
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
beforeAll(async () => {
  await registerHidden(server.app, payer.consumerId)
  const identity = await owner.post('/v1/identities', { type: 'user' })
  const registered = { identity: identity.body.id, type: 'username', value: '@canary', privacy_level: 'public' }
  await owner.post('/v1/aliases', registered)
})
beforeEach(() => spans.reset())

type Node = { name: string; children: Node[] }

const idOf = (span: ReadableSpan) => span.spanContext().spanId

/** The spans below a parent as a tree of names, in the order of their beginnings. */
function treeOf(all: readonly ReadableSpan[], parent?: ReadableSpan): Node[] {
  return all
    .filter((span) => span.parentSpanContext?.spanId === (parent && idOf(parent)))
    .map((span) => ({ name: span.name, children: treeOf(all, span) }))
}

/** The spans of one request, once its HTTP span has ended. */
async function spansOf(ask: () => Promise<unknown>): Promise<ReadableSpan[]> {
  spans.reset()
  await ask()
  const isOver = () => spans.getFinishedSpans().some(({ parentSpanContext }) => parentSpanContext === undefined)
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true)
  return spans.getFinishedSpans()
}

/** A key grows old on a slow machine, and is looked up again: that is no part of the resolve. */
const withoutKeys = (all: readonly ReadableSpan[]) => all.filter(({ name }) => name !== 'SELECT api_key')

const rest = (alias: string) => payer.post('/v1/resolve', { alias })
const graphql = (alias: string) =>
  payer.graphql('query ($alias: String) { mine: resolve(input: {alias: $alias}) { identityId } }', {
    alias,
  })
const bulk = (alias: string) => payer.post('/v1/resolve/bulk', { items: [alias, '@canary', '@canary'] })

const surfaces = [
  ['REST', rest, 'POST /v1/resolve', 'Query.resolve'],
  ['bulk', bulk, 'POST /v1/resolve/bulk', 'Query.resolveBulk'],
  ['GraphQL', graphql, 'POST /graphql', 'Query.resolve'],
] as const

test.each(surfaces)('a resolve on %s is one tree: HTTP, resolver, SQL', async (_, ask, http, resolver) => {
  // The key is known from now on: what is left is the look-up.
  await ask('@canary')
  const seen = await spansOf(() => ask('@canary'))
  expect(treeOf(withoutKeys(seen))).toEqual([
    { name: http, children: [{ name: resolver, children: [{ name: 'SELECT alias', children: [] }] }] },
  ])
  expect(new Set(seen.map((span) => span.spanContext().traceId)).size).toBe(1)
})

test('a write shows its transaction statement by statement, and the look-up of a key that is new', async () => {
  const { key } = await server.key({ consumer: 'new here' })
  const seen = await spansOf(() => server.send('POST', '/v1/identities', { key, body: { type: 'user' } }))
  const [http] = treeOf(seen)
  expect(http!.name).toBe('POST /v1/identities')
  expect(http!.children.map(({ name }) => name)).toEqual(['SELECT api_key', 'Mutation.createIdentity'])
  const statements = http!.children[1]!.children.map(({ name }) => name)
  expect(statements[0]).toBe('BEGIN')
  expect(statements.at(-1)).toBe('COMMIT')
  expect(statements).toContain('INSERT identity')
})

test('requests side by side keep their spans apart', async () => {
  spans.reset()
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? rest('@canary') : bulk('@canary'))))
  await expect
    .poll(() => spans.getFinishedSpans().filter((span) => span.parentSpanContext === undefined).length, {
      timeout: 10_000,
    })
    .toBe(20)
  for (const http of treeOf(withoutKeys(spans.getFinishedSpans()))) {
    const resolver = http.name === 'POST /v1/resolve' ? 'Query.resolve' : 'Query.resolveBulk'
    expect(http.children).toEqual([{ name: resolver, children: [{ name: 'SELECT alias', children: [] }] }])
  }
})

const facts = (all: readonly ReadableSpan[]) =>
  withoutKeys(all).map(({ name, kind, attributes, status, events, links }) => ({
    name,
    kind,
    attributes,
    status,
    events,
    links,
  }))

test.each(surfaces)(
  'no span distinguishes hidden aliases from each other or from an absent one, on %s',
  async (_, ask) => {
    const known = await spansOf(() => ask('@canary'))
    const unknown = facts(await spansOf(() => ask(`@${hiddenClasses.unknown}`)))
    expect(unknown).toHaveLength(facts(known).length)
    for (const [name, alias] of Object.entries(hiddenClasses)) {
      expect({ name, spans: facts(await spansOf(() => ask(`@${alias}`))) }).toEqual({ name, spans: unknown })
    }
  },
)

test('no id, value, key or message is in any span', async () => {
  const canaries: string[] = [
    'canary consumer',
    owner.key,
    payer.key,
    'canarywallet',
    'request-with-a-canary',
    '@canary',
  ]
  const all: ReadableSpan[] = []
  const note = async (ask: () => Promise<{ text: string }>) => {
    all.push(
      ...(await spansOf(async () => {
        const { text } = await ask()
        canaries.push(...(text.match(/\b[a-z]{3}_[0-9a-z]{26}\b/g) ?? []))
      })),
    )
  }
  await note(() => rest('@canary'))
  await note(() => graphql('@canary'))
  await note(() => rest('@nobody-canarywallet'))
  await note(() => owner.get('/v1/identities/idn_01h455vb4pex5vsknk084sn02q'))
  await note(() => server.send('GET', '/no/canarywallet', { headers: { 'idempotency-key': 'request-with-a-canary' } }))
  await note(() => owner.post('/v1/aliases', { identity: 'canarywallet', value: '@canary' }))
  canaries.push('idn_01h455vb4pex5vsknk084sn02q')
  expect(canaries.length).toBeGreaterThan(9)
  const scan = createScanner(Object.fromEntries(canaries.map((text) => [text, Buffer.from(text)])))
  const text = JSON.stringify(
    all.map(({ resource, ...span }) => ({ ...facts([span as ReadableSpan]), resource: resource.attributes })),
  )
  expect(scan('spans', text)).toEqual([])
  expect(scan('spans', `${text} ${canaries.at(-1)}`)).not.toEqual([])

  const names = ['http.request.method', 'http.route', 'http.response.status_code', 'error.type']
  names.push('db.system.name', 'db.operation.name', 'db.query.summary', 'db.operation.batch.size')
  expect(
    [...new Set(all.flatMap(({ attributes }) => Object.keys(attributes)))].filter((name) => !names.includes(name)),
  ).toEqual([])
})

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test("a client's traceparent is ignored: a trace begins here", async () => {
  const [, http] = await spansOf(() => payer.get('/v1/me', { traceparent }))
  expect(http!.spanContext().traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
})

test('the trace of a trusted proxy is continued', async () => {
  const behind = await startTestServer({ spanExporter: spans, env: { TRUST_PROXY: '127.0.0.1' } })
  try {
    spans.reset()
    await behind.send('GET', '/healthz', { headers: { traceparent } })
    await expect.poll(() => spans.getFinishedSpans().length).toBeGreaterThan(0)
    const http = spans.getFinishedSpans().find(({ name }) => name === 'GET /healthz')!
    expect(http.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(http.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  } finally {
    await behind.close()
  }
})

test('without an exporter nothing is traced', async () => {
  const untraced = await startTestServer()
  try {
    expect(untraced.app.tracing).toBeNull()
    spans.reset()
    const { key } = await untraced.key()
    expect((await untraced.send('GET', '/v1/me', { key })).status).toBe(200)
    expect(spans.getFinishedSpans()).toEqual([])
  } finally {
    await untraced.close()
  }
})

test.each([
  ['select "a"."id" from "alias" as "a" where x = $1', 'SELECT alias'],
  ['insert into "event" (id) values ($1)', 'INSERT event'],
  ['update webhook set status = $1', 'UPDATE webhook'],
  ['begin', 'BEGIN'],
  [{ name: 'x', text: '\n  with q as (select 1) select * from api_key' }, 'WITH api_key'],
  ['select pg_notify($1, $2)', 'SELECT'],
])('%j is summed up as %s', (statement, summary) => {
  expect(summaryOf(statement)).toBe(summary)
})

test.each([
  [{}, 'none', null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }, 'otlp', 'http://127.0.0.1:4318/v1/traces'],
  [{ OTEL_TRACES_EXPORTER: 'console' }, 'console', null],
  [
    { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    'none',
    'http://127.0.0.1:4318/v1/traces',
  ],
])('%j traces to %s, %s', (env, exporter, url) => {
  expect(readConfig(env as Record<string, string>).tracing).toMatchObject({ exporter, url })
})
