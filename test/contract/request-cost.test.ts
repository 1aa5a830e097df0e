import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Budget, beyond, budgets, countedOptions } from '../../bench/cpu/budget.ts'
import { type Asking, ask, type Counted, leastCost } from '../../bench/cpu/counted.ts'
import { startCountedService } from '../support/counted-service.ts'
import { freshName, registryOf } from '../support/registry.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const encryptionKey = randomBytes(32)
const identityCount = 100
/** An identity takes a hundred aliases and fifty endpoints at most. */
const ownerCount = 32
const blocks = 6

let server: TestServer
let key: string
let consumer: string
const names: string[] = []

beforeAll(async () => {
  server = await startTestServer({ encryptionKey })
  const issued = await server.key()
  key = issued.key
  consumer = issued.consumer
  const { identity, username, wallet, account } = registryOf(server, key)
  for (let n = 0; n < identityCount; n++) {
    const { id } = await identity()
    await wallet(id)
    await account(id)
    names.push((await username(id)).value)
  }
})
afterAll(() => server.close())

const started = (nodeOptions: readonly string[] = []): Promise<Counted> =>
  startCountedService(server, encryptionKey, [...countedOptions, ...nodeOptions])

const document = `query ($input: ResolveInput!) {
  resolve(input: $input) { alias identity endpoints { id type ... on DisclosedCryptoWallet { address } } }
}`
const isWrite = (name: string) => /^(?:create|grant) /.test(name)
const nameAt = (n: number) => `@${names[n % names.length]}`

/** What is asked, and how often in a block. */
function askingsOf(identities: readonly string[]): Record<keyof typeof budgets, { asking: Asking; count: number }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const asking = (path: string, bodyOf: (n: number) => unknown) => ({
    path,
    headers,
    bodyOf: (n: number) => JSON.stringify(bodyOf(n)),
  })
  // All of them answer: an answer with a miss waits, and turns of the event loop allocate, more on a faster machine.
  const hundred = Array.from({ length: 100 }, (_, n) => nameAt(n))
  return {
    'REST single': { asking: asking('/v1/resolve', (n) => ({ alias: nameAt(n) })), count: 50 },
    'REST bulk of 100': { asking: asking('/v1/resolve/bulk', () => ({ items: hundred })), count: 5 },
    'GraphQL single': {
      asking: asking('/graphql', (n) => ({ query: document, variables: { input: { alias: nameAt(n) } } })),
      count: 40,
    },
    'create alias': {
      asking: asking('/v1/aliases', (n) => ({
        identity: identities[n % ownerCount],
        type: 'username',
        value: freshName('made'),
      })),
      count: 40,
    },
    'create endpoint': {
      asking: asking('/v1/endpoints', (n) => ({
        identity: identities[n % ownerCount],
        type: 'bank_account',
        address: 'DE89370400440532013000',
      })),
      count: 40,
    },
    'grant consent': {
      asking: asking('/v1/consent_grants', (n) => ({
        identity: identities[n % ownerCount],
        consumer,
        covers: { all: true },
      })),
      count: 40,
    },
  }
}

/** Each request is asked for a while before it is counted: what is compiled or remembered once is no request's. */
async function costs(counted: Counted, rounds = 4): Promise<Record<string, Budget>> {
  const found: Record<string, Budget> = {}
  const { identity } = registryOf(server, key)
  const identities = await Promise.all(Array.from({ length: ownerCount }, async () => (await identity()).id))
  for (const [name, { asking, count }] of Object.entries(askingsOf(identities))) {
    await ask(counted.url, asking, isWrite(name) ? 3 * count : 6 * count, 1)
    const least = await leastCost(counted, asking, { blocks, count })
    // What else the process and the machine do only ever adds: a cost that is too much is counted again.
    for (let more = rounds; more > 0 && beyond(least, budgets[name as keyof typeof budgets]).length > 0; more--) {
      const next = await leastCost(counted, asking, { blocks, count })
      least.allocatedBytes = Math.min(least.allocatedBytes, next.allocatedBytes)
      least.roundTrips = Math.min(least.roundTrips, next.roundTrips)
    }
    found[name] = least
  }
  return found
}

const excess = (found: Record<string, Budget>) =>
  Object.entries(budgets).flatMap(([name, budget]) =>
    beyond(found[name]!, budget).map((figure) => `${name}: ${figure} ${found[name]![figure].toFixed(1)}`),
  )

/** What each request costs in a process of its own. */
async function costsOfAProcess(): Promise<Record<string, Budget>> {
  const counted = await started()
  try {
    return await costs(counted)
  } finally {
    await counted.stop()
  }
}

// Processes differ: a create of an endpoint took 220,000 to 254,000 bytes in nine of them and 295,000 in a tenth, in every block,
// for a reason that is not known. So what is too much in one is counted in another. What a change costs, it costs in all.
test('a request allocates no more bytes, and makes no more round trips to the database, than its budget', async () => {
  let found: Record<string, Budget> = {}
  for (let process = 0; process < 3; process++) {
    found = await costsOfAProcess()
    for (const [name, { allocatedBytes, roundTrips }] of Object.entries(found))
      console.log(`  ${name}: ${allocatedBytes.toFixed(0)} bytes, ${roundTrips.toFixed(2)} round trips`)
    if (excess(found).length === 0) break
  }
  expect(excess(found), JSON.stringify(found)).toEqual([])
}, 180_000)

test('a service that does its work twice is beyond the budget of each request, in bytes and in round trips', async () => {
  const counted = await started(['--import', join(import.meta.dirname, 'twice.ts')])
  try {
    const found = await costs(counted, 0)
    for (const [name, budget] of Object.entries(budgets)) {
      const told = `${name} ${JSON.stringify(found[name])}`
      // The second of two creates is refused by what goes out first, and undone: two round trips, and few bytes.
      const both = name === 'create alias' ? ['roundTrips'] : ['allocatedBytes', 'roundTrips']
      expect(beyond(found[name]!, budget), told).toEqual(expect.arrayContaining(both))
    }
  } finally {
    await counted.stop()
  }
}, 180_000)
