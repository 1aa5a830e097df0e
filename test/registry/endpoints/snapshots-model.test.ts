import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../../src/access/quotas/rules.ts'
import type { Call } from '../../../src/kernel/call.ts'
import { decodeId, encodeId } from '../../../src/kernel/id.ts'
import { countStaleSnapshots } from '../../../src/registry/endpoints/snapshot-store.ts'
import { createResolutionFacts, type ResolutionFactsLoader } from '../../../src/resolution/batching.ts'
import type { RenderedEndpoints } from '../../../src/resolution/endpoints.ts'
import { createResolution } from '../../../src/resolution/service.ts'
import { localKeyProvider } from '../../../src/vault/key-provider.ts'
import { type Progress, reencrypt } from '../../../src/vault/rotation/reencrypt.ts'
import { callOf } from '../../support/call.ts'
import { amount, report } from '../../support/judge.ts'
import { createNaiveFacts, naiveSnapshots, storedSnapshots } from '../../support/naive-snapshots.ts'
import { forTests, type Key, startTestServer } from '../../support/server.ts'
import { Abandoned, type Step, steps, type World } from './snapshot-steps.ts'

const runs = amount('RUNS', 25)
const seed = amount('SEED', 20_261_121)
const encryptionKey = Buffer.alloc(32, 9)

const server = forTests(() => startTestServer({ encryptionKey, logLevel: 'silent' }))
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  // Now and then a write fails in its last statements, when the snapshot has been written.
  await server.query`create sequence failing`
  await server.query`create function fail() returns trigger language plpgsql as $$ begin
      if nextval('failing') % 17 = 0 then raise 'seeded failure'; end if;
      return new;
    end $$`
  await server.query`create trigger failing before insert on event for each row execute function fail()`
})

const callUnder = ({ consumerId }: Key, key?: string): Call =>
  callOf({ consumerId }, { idempotency: key === undefined ? null : { key, payload: key } })

async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

/** Every call of the histories: it says whether it was replayed. */
const calls: Call[] = []

let rotating: Promise<unknown> | null = null
/** One rotation at a time, as the rotation's own lock has it. */
async function rotate(isStopped: boolean): Promise<void> {
  if (rotating) return
  const provider = localKeyProvider(encryptionKey)
  const onProgress = ({ step }: Progress) => {
    if (isStopped && step === 'settle') throw new Abandoned()
  }
  rotating = reencrypt({ db: server.app.db, provider, purposes: ['projection'], batchSize: 7, graceMs: 20, onProgress })
  await rotating.finally(() => {
    rotating = null
  })
}

/** Creates new consumers, identities and aliases for every history. */
async function setUp(): Promise<{ world: World; owner: Key }> {
  const owner = await server.key({ consumer: randomUUID() })
  const { identities, aliases, consentGrants } = server.app.services
  const world: World = {
    server,
    callOf: (key) => {
      const call = callUnder(owner, key)
      calls.push(call)
      return call
    },
    consumerId: owner.consumerId,
    identities: [],
    uuids: [],
    names: [],
    endpoints: [],
    rotate,
  }
  for (const type of ['user', 'merchant']) {
    const { id } = await insist(() => identities.create(callUnder(owner), { type }))
    world.identities.push(id)
    world.uuids.push(decodeId('identity', id)!)
    for (const privacyLevel of ['public', 'consent_required', 'private']) {
      const value = `n${randomUUID().replaceAll('-', '').slice(0, 20)}`
      await insist(() => aliases.create(callUnder(owner), { identity: id, type: 'username', value, privacyLevel }))
      world.names.push(value)
    }
  }
  await insist(() =>
    consentGrants.grant(callUnder(owner), {
      identity: world.identities[0]!,
      consumer: payer.consumer,
      covers: { all: true },
    }),
  )
  return { world, owner }
}

async function take(world: World, { name, take }: Step): Promise<void> {
  try {
    await take(world)
    count(name)
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    const cause = String((error as Error).cause ?? message)
    if (cause.includes('seeded failure')) count(`${name}: failed at its end`)
    else if (code !== undefined && /^[a-z_]+$/.test(code)) count(`${name}: ${code}`)
    else if (error instanceof Abandoned) count(name)
    else throw error
  }
}

const resolutionOver = (facts: ResolutionFactsLoader) =>
  createResolution({
    facts,
    keyring: server.app.keyring,
    limits: unlimited,
    defaultRegion: undefined,
    record: async () => undefined,
  })

/** An answer without the request's own id. */
function told(found: { requestId: string; shown?: RenderedEndpoints } | null) {
  if (found === null) return null
  const { requestId: _, ...rest } = found
  return rest.shown ? { ...rest, shown: rest.shown.endpoints } : rest
}

/** Resolves every name for every caller, one by one and in bulk. */
async function answers(facts: ResolutionFactsLoader, names: readonly string[], callers: readonly Key[]) {
  const resolution = resolutionOver(facts)
  return Promise.all(
    callers.map(async (caller) => ({
      each: await Promise.all(
        names.map((alias) => resolution.resolve(callUnder(caller), { alias }).then(told, ({ code }) => code)),
      ),
      bulk: (await resolution.resolveBulk(callUnder(caller), names)).map(told),
    })),
  )
}

let disclosed = 0
async function compare({ uuids, names }: World, owner: Key): Promise<void> {
  const { pool } = server.app
  expect(await storedSnapshots(pool, uuids)).toEqual(await naiveSnapshots(pool, uuids))
  const callers = [owner, payer]
  const found = await answers(createResolutionFacts(pool), names, callers)
  expect(found).toEqual(await answers(createNaiveFacts(pool), names, callers))
  disclosed += JSON.stringify(found).match(/end_/g)?.length ?? 0
}

test('after any change and any failure, every snapshot matches its endpoints', {
  timeout: 3_600_000,
}, async () => {
  const rounds = fc.array(fc.array(steps, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  let compared = 0
  await fc.assert(
    fc.asyncProperty(rounds, async (history) => {
      const { world, owner } = await setUp()
      await compare(world, owner)
      for (const round of history) {
        const rows = await server.query<{ id: string }>`select id from endpoint
          where identity_id = any(${world.uuids}::uuid[]) order by created_at, id`
        world.endpoints = rows.map(({ id }) => encodeId('endpoint', id))
        await Promise.all(round.map((step) => take(world, step)))
        await compare(world, owner)
        compared++
      }
    }),
    { numRuns: runs, seed, endOnFailure: process.env.SHRINK === undefined },
  )
  expect(await countStaleSnapshots(server.app.db, 1_000_000)).toMatchObject({ stale: 0 })
  const replays = calls.filter(({ replayed }) => replayed).length
  report(
    `snapshots: ${runs} histories, compared ${compared} times, ${disclosed} endpoints disclosed, ${replays} replays, seed ${seed}`,
  )
  report(
    `snapshots: ${[...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${n}`)
      .join(' · ')}`,
  )
  expect(Math.min(replays, disclosed), 'no replay, or nothing disclosed').toBeGreaterThan(0)
  for (const name of [
    'create',
    'update',
    'remove',
    'status',
    'import',
    'bare insert',
    'abandoned insert',
    'reencrypt',
  ]) {
    expect(counts.get(name), `${name} never succeeded`).toBeGreaterThan(0)
  }
})
