// npm run bench -- attack [--minutes 60] [--speed 60]
//
// Guesses aliases over real HTTP as fast as the quotas let one consumer, in several ways, and prints what comes through:
// the burst of a full bucket, then what can be sustained. The server's clock runs `speed` times as fast as ours. Exit code
// 1 when more than 25 guesses per minute can be sustained. DATABASE_URL names a PostgreSQL to use.

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { issueApiKey } from '../src/access/api-keys/service.ts'
import { ensureConsumer } from '../src/access/api-keys/store.ts'
import { readConfig } from '../src/app/config.ts'
import { createApp } from '../src/app/context.ts'
import { migrate } from '../src/database/migrate.ts'
import { createLog } from '../src/kernel/log.ts'
import { startServer } from '../src/process/server.ts'
import { localKeyProvider } from '../src/vault/key-provider.ts'
import { administer, onDatabase } from '../test/support/admin.ts'
import { startPostgres } from './timing/fixture.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, speed: { type: 'string', default: '60' } },
})
const minutes = Number(values.minutes)
const speed = Number(values.speed)
const goal = 25

const own = process.env.DATABASE_URL ? null : await startPostgres()
const adminUrl = own?.url ?? process.env.DATABASE_URL!
const name = `attack_${randomBytes(4).toString('hex')}`
await administer(adminUrl, `create database ${name}`)
const databaseUrl = onDatabase(adminUrl, name)
await migrate(databaseUrl)
const started = performance.now()
const clock = () => (performance.now() - started) * speed
const app = await createApp({
  config: readConfig({ PORT: '0' }),
  databaseUrl,
  keyProvider: localKeyProvider(randomBytes(32)),
  log: createLog('error'),
  clock,
})
const server = await startServer(app)

type Attempt = (key: string, guess: () => string) => Promise<{ guessed: number }>

async function post(path: string, key: string, body: unknown): Promise<{ status: number; text: string }> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
const some = <T>(length: number, one: () => T): T[] => Array.from({ length }, one)

const ways: Record<string, { keys: number; attempt: Attempt }> = {
  'REST, one by one': {
    keys: 1,
    attempt: async (key, guess) => {
      const { status } = await post('/v1/resolve', key, { alias: guess() })
      return { guessed: status === 404 || status === 200 ? 1 : 0 }
    },
  },
  'REST, bulks of 100, five keys': {
    keys: 5,
    attempt: async (key, guess) => {
      const { text } = await post('/v1/resolve/bulk', key, { items: some(100, guess) })
      return { guessed: count(text, /"status":"/g) }
    },
  },
  'GraphQL, ten in a document': {
    keys: 1,
    attempt: async (key, guess) => {
      const fields = some(10, guess).map(
        (alias, index) => `r${index}: resolve(input: {alias: "${alias}"}) { identity }`,
      )
      const { text } = await post('/graphql', key, { query: `{ ${fields.join(' ')} }` })
      return { guessed: count(text, /ALIAS_NOT_FOUND/g) }
    },
  },
  'GraphQL, references of a router': {
    keys: 1,
    attempt: async (key, guess) => {
      const query = 'query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }'
      const of = some(100, () => ({ __typename: 'Resolution', alias: guess() }))
      const { text } = await post('/graphql', key, { query, variables: { of } })
      return { guessed: count(text.replace(/"errors".*/, ''), /null/g) }
    },
  },
}

async function attack(way: string): Promise<number> {
  const { keys, attempt } = ways[way]!
  const consumerId = await ensureConsumer(app.db, way, app.newId)
  const secrets = await Promise.all(
    some(keys, () => {
      const key = { consumerId, livemode: true, scopes: ['resolve'], name: null, router: false, expiresAt: null }
      return issueApiKey(app.db, app.keyring, app.newId(), key)
    }),
  )
  let guesses = 0
  const guess = () => `@guess.${++guesses}`
  const came: Cycle[] = []
  let requests = 0
  const start = clock()
  const end = start + minutes * 60_000
  await Promise.all(
    some(2, async () => {
      while (clock() < end) {
        const { guessed } = await attempt(secrets[requests++ % keys]!.secret, guess)
        if (guessed > 0) came.push({ at: clock(), guessed })
      }
    }),
  )
  const { burst, sustained } = weigh(came, start)
  console.log(
    `${way.padEnd(32)} ${String(requests).padStart(6)} requests  ${String(burst).padStart(5)} guesses of a full bucket, then ${sustained.toFixed(2)} per minute`,
  )
  return sustained
}

/** Guesses that came through together: parallel ones are admitted by the same tokens. */
type Cycle = { at: number; guessed: number }

/**
 * The burst is what came before the bucket was empty for the first time; what comes later is measured over whole cycles,
 * from the first admission after a pause to another such, so that the debt of each is part of it. A minute is allowed for
 * answers that a busy machine brings late.
 */
function weigh(came: readonly Cycle[], start: number): { burst: number; sustained: number } {
  const { size, refillPerSecond } = app.config.quotas.misses
  // Well before a guess is paid for: nothing but the same tokens lets the next one through.
  const together = 250 / refillPerSecond
  let burst = 0
  const cycles: Cycle[] = []
  for (const { at, guessed } of came.toSorted((one, other) => one.at - other.at)) {
    const isFull = cycles.length === 0 && burst < size + ((at - start) / 1000 - 60) * refillPerSecond
    const last = cycles.at(-1)
    if (isFull) burst += guessed
    else if (last && at - last.at < guessed * together) last.guessed += guessed
    else cycles.push({ at, guessed })
  }
  // What the burst left in the bucket is gone two minutes later.
  const calm = cycles.filter(({ at }) => at > cycles[0]!.at + 120_000)
  const whole = calm.slice(0, -1).reduce((sum, { guessed }) => sum + guessed, 0)
  return { burst, sustained: whole / ((calm.at(-1)!.at - calm[0]!.at) / 60_000) }
}

try {
  console.log(`${minutes} minutes of the server's clock for each, ${speed} times as fast as ours\n`)
  let worst = 0
  for (const way of Object.keys(ways)) worst = Math.max(worst, await attack(way))
  console.log(`\nsustained, at worst: ${worst.toFixed(2)} guesses per minute and consumer (goal: ${goal} at most)`)
  // The last admission of a cycle may fall a moment before its tokens are whole: rounding, not leakage.
  process.exitCode = worst > goal * 1.01 ? 1 : 0
} finally {
  await server.stop()
  await app.close()
  await administer(adminUrl, `drop database ${name} with (force)`)
  await own?.stop()
}
