// npm run bench -- attack [--minutes 60] [--speed 60]
//
// Guesses aliases over real HTTP as fast as the quotas let one consumer, in several ways, and prints how many are
// answered. The server's clock runs `speed` times as fast as ours. Exits with 1 if the sustained rate of guesses
// exceeds the refill of the bucket of misses, beyond the burst of a full one.

import { randomBytes } from 'node:crypto'
import { migrate } from '../src/database/migrate.ts'
import { startServer } from '../src/process/server.ts'
import { openWire } from '../test/support/wire.ts'
import { issueKey, numbersOf, openApp, startPostgres } from './app.ts'

const { minutes, speed } = numbersOf({ minutes: 60, speed: 60 })

const postgres = await startPostgres()
await migrate(postgres.url)
const started = performance.now()
const clock = () => (performance.now() - started) * speed
const app = await openApp(postgres.url, randomBytes(32), { PORT: '0', RATE_LIMITS: 'on' }, { clock })
const server = await startServer(app)
/** Concurrent requests: the same tokens may admit them. */
const lanes = 2
const wire = openWire(server.url, { connections: lanes })
const { size: bucket, refillPerSecond } = app.config.quotas.misses
const goal = refillPerSecond * 60

/**
 * A way to guess: the number of keys in turn, the request for some guesses, and the number of them that an answer has
 * evaluated.
 */
type Way = {
  keys: number
  guesses: number
  path: string
  body: (guesses: string[]) => object
  judged: (text: string) => number
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

/** Fields that answer null without an error. */
function missedFields(text: string): number {
  const { data, errors = [] } = JSON.parse(text)
  return data ? Object.values(data).filter((field) => field === null).length - errors.length : 0
}

const ways: Readonly<Record<string, Way>> = {
  'REST, one by one': {
    keys: 1,
    guesses: 1,
    path: '/v1/resolve',
    body: ([alias]) => ({ alias }),
    judged: (text) => count(text, /"alias_not_found"|"identity":"/g),
  },
  'REST, bulks of 100, five keys': {
    keys: 5,
    guesses: 100,
    path: '/v1/resolve/bulk',
    body: (items) => ({ items }),
    judged: (text) => count(text, /"status":"/g),
  },
  'GraphQL, ten in a document': {
    keys: 1,
    guesses: 10,
    path: '/graphql',
    body: (guesses) => {
      const fields = guesses.map((alias, index) => `r${index}: resolve(input: {alias: "${alias}"}) { identityId }`)
      return { query: `{ ${fields.join(' ')} }` }
    },
    judged: missedFields,
  },
  'GraphQL, references of a router': {
    keys: 1,
    guesses: 100,
    path: '/graphql',
    body: (guesses) => ({
      query: 'query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }',
      variables: { of: guesses.map((alias) => ({ __typename: 'Resolution', alias })) },
    }),
    judged: (text) => count(text.replace(/"errors".*/, ''), /null/g),
  },
}

/**
 * Guesses for all the minutes. @returns the guesses per minute beyond a full bucket and the debt of the last request
 */
async function attack(name: string, { keys, guesses, path, body, judged }: Way): Promise<number> {
  const issued = Array.from({ length: keys }, () => issueKey(app, name, ['resolve'], true))
  const secrets = (await Promise.all(issued)).map(({ secret }) => secret)
  let [requests, guessed, known] = [0, 0, 0]
  const end = clock() + minutes * 60_000
  const ask = async () => {
    while (clock() < end) {
      const aliases = Array.from({ length: guesses }, () => `@guess.${++guessed}`)
      const { text } = await wire.send('POST', path, { key: secrets[requests++ % keys]!, body: body(aliases) })
      known += judged(text)
    }
  }
  await Promise.all(Array.from({ length: lanes }, ask))
  const sustained = (known - bucket - lanes * guesses) / minutes
  const counts = `${String(requests).padStart(6)} requests  ${String(known).padStart(5)} guesses judged`
  console.log(`${name.padEnd(32)} ${counts}, ${sustained.toFixed(2)} per minute beyond a full bucket`)
  return sustained
}

try {
  console.log(`${minutes} minutes of the server's clock for each, ${speed} times as fast as ours\n`)
  let worst = 0
  for (const [name, way] of Object.entries(ways)) worst = Math.max(worst, await attack(name, way))
  console.log(`\nsustained, at worst: ${worst.toFixed(2)} guesses per minute and consumer (goal: ${goal} at most)`)
  process.exitCode = worst > goal ? 1 : 0
} finally {
  await wire.close()
  await server.stop()
  await app.close()
  await postgres.stop()
}
