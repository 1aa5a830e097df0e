import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, type Counted } from '../../bench/cpu/counted.ts'
import { startCountedService } from '../support/counted-service.ts'
import { registryOf } from '../support/registry.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

// A full collection under load moves what is under way to the old generation. What refers from there to the requests that come
// later takes each of them along, when it is long over: small collections take three times as long, until the process ends.

const encryptionKey = randomBytes(32)
const connections = 32
const requests = 2_000
/** What a request may leave there, in bytes: what is remembered of keys and of what a consumer was shown is some hundreds. */
const most = 2_500

let server: TestServer
let key: string
let alias: string

beforeAll(async () => {
  server = await startTestServer({ encryptionKey })
  key = (await server.key()).key
  const { identity, username, wallet } = registryOf(server, key)
  const { id } = await identity()
  await wallet(id)
  alias = `@${(await username(id)).value}`
})
afterAll(() => server.close())

/** A small young generation is collected often. */
const started = (nodeOptions: readonly string[] = []): Promise<Counted> =>
  startCountedService(server, encryptionKey, ['--expose-gc', '--max-semi-space-size=16', ...nodeOptions], {
    RATE_LIMITS: 'off',
  })

const document = 'query ($input: ResolveInput!) { resolve(input: $input) { identity endpoints { id type } } }'
const questions = {
  'REST single': () => ({ path: '/v1/resolve', body: { alias } }),
  'REST bulk': () => ({ path: '/v1/resolve/bulk', body: { items: Array(5).fill(alias) } }),
  'GraphQL single': () => ({ path: '/graphql', body: { query: document, variables: { input: { alias } } } }),
}
type Question = keyof typeof questions

/** How many bytes of the old generation a request leaves behind, after a full collection in the midst of others. */
async function keptOf({ url, child, count }: Counted, question: Question): Promise<number> {
  const { path, body } = questions[question]()
  const asking = {
    path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    bodyOf: () => JSON.stringify(body),
  }
  await ask(url, asking, requests, connections)
  let sent = 0
  const collecting = {
    ...asking,
    bodyOf: () => {
      if (++sent === requests / 4) child.send('collect')
      return asking.bodyOf()
    },
  }
  await ask(url, collecting, requests / 2, connections)
  const before = await count()
  await ask(url, asking, requests, connections)
  const after = await count()
  return (after.oldBytes - before.oldBytes) / requests
}

/** What the process does by time only ever adds: the least of two counts. */
async function leastKept(question: Question, nodeOptions: readonly string[] = []): Promise<number> {
  const counted = await started(nodeOptions)
  try {
    const kept: number[] = []
    for (let round = 0; round < 2; round++) kept.push(await keptOf(counted, question))
    console.log(`  ${question}: bytes of the old generation a request: ${kept.map(Math.round).join(', ')}`)
    // A full collection between two counts leaves less than there was.
    const counts = kept.filter((bytes) => bytes > 0)
    return counts.length === 0 ? 0 : Math.min(...counts)
  } finally {
    await counted.stop()
  }
}

test.each(Object.keys(questions) as Question[])(
  'a request that is over leaves nothing to the old generation: %s',
  async (question) => {
    expect(await leastKept(question)).toBeLessThan(most)
  },
  120_000,
)

test('a Set of the requests under way would keep them: it is seen', async () => {
  expect(await leastKept('REST single', ['--import', join(import.meta.dirname, 'kept-requests.ts')])).toBeGreaterThan(
    most,
  )
}, 120_000)
