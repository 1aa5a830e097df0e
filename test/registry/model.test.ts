import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { amount, inconclusive, report } from '../support/judge.ts'
import { forTests, startTestServer } from '../support/server.ts'
import { openWire } from '../support/wire.ts'
import { NaiveRegistry } from './naive-registry.ts'
import { type Real, steps } from './steps.ts'

const runs = amount('RUNS', 30)
const length = amount('COMMANDS', 30)
const seed = amount('SEED', 20_261_121)

const server = forTests(() =>
  startTestServer({
    env: { RESPONSE_STEP_SINGLE_MS: '1', RESPONSE_STEP_BULK_MS: '1' },
    logLevel: 'silent',
  }),
)
const wire = forTests(() => openWire(server.url, { connections: 2 }))

const counts = new Map<string, number>()
let serial = 0

/** Creates new consumers and names for every run: runs share one database and stay apart. */
async function setUp(): Promise<{ model: NaiveRegistry; real: Real }> {
  const run = serial++
  const callers = []
  for (const consumer of [`a${run}`, `b${run}`]) {
    for (const livemode of [false, true]) callers.push(await server.key({ consumer, livemode }))
  }
  const elapse: Real['elapse'] = async (what, identities) => {
    const ids = identities.map((id) => decodeId('identity', id))
    const { db } = server.app
    if (what === 'grants') {
      await sql`update consent_grant set expires_at = now() - interval '1 second'
        where expires_at is not null and identity_id = any(${ids}::uuid[])`.execute(db)
    } else {
      await sql`update alias_reservation s set available_at = now() - interval '1 second' from alias a
        where a.id = s.alias_id and s.available_at is not null and a.identity_id = any(${ids}::uuid[])`.execute(db)
    }
  }
  const tag = [...String(run)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const model = new NaiveRegistry()
  for (const caller of callers) {
    const { body } = await wire.send('POST', '/v1/identities', { key: caller.key, body: { type: 'user' } })
    model.createIdentity(caller, 'user', undefined, body.id)
  }
  return {
    model,
    real: { wire, callers, tag, digits: String(2_000_000 + run), elapse, counts },
  }
}

test('the service answers random histories like a naive registry', {
  timeout: 3_600_000,
}, async (context) => {
  await fc.assert(
    // Runs are of every length: so many at most make the length in the mean.
    fc.asyncProperty(fc.commands([steps], { maxCommands: Math.round(length * 2.4), size: 'max' }), async (commands) => {
      await fc.asyncModelRun(setUp, commands)
    }),
    { numRuns: runs, seed, endOnFailure: process.env.SHRINK === undefined },
  )
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  report(`model: ${runs} runs, ${total} requests compared (mean ${Math.round(total / runs)} a run), seed ${seed}`)
  report(
    `model: ${[...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(' · ')}`,
  )
  for (const code of [
    'alias_taken',
    'alias_in_cooldown',
    'resource_missing',
    'alias_not_found',
    'identity_not_active',
  ]) {
    if (![...counts.keys()].some((name) => name.endsWith(code))) inconclusive(context, `no ${code} occurred`)
  }
  expect(total).toBeGreaterThan(runs)
})
