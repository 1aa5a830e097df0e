import fc from 'fast-check'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../src/access/quotas/rules.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { refreshSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { createResolutionFacts } from '../../src/resolution/batching.ts'
import { createResolution } from '../../src/resolution/service.ts'
import { callOf } from '../support/call.ts'
import { registryForTests } from '../support/registry.ts'
import type { Key } from '../support/server.ts'

const levels = ['public', 'unlisted', 'private', 'consent_required'] as const
const endpointCount = 3
const histories = Number(process.env.RUNS ?? 20)
const consumerColumn = 4

type Registered = { name: string; identity: string; alias: string; endpoints: string[] }
type Query = { values: unknown[][] }

let callers: Key[]
let registry: Registered[]

const { server, owner } = registryForTests()
beforeAll(async () => {
  callers = []
  for (const consumer of ['first', 'second', 'third']) callers.push(await server.key({ consumer }))
  const post = async (path: string, body: unknown) => (await owner.post(path, body)).body.id
  registry = []
  for (const name of ['anna', 'bert', 'cleo', 'dora']) {
    const identity = await post('/v1/identities', { type: 'user' })
    const alias = await post('/v1/aliases', { identity, type: 'username', value: name })
    const endpoints = []
    for (let n = 0; n < endpointCount; n++) {
      endpoints.push(await post('/v1/endpoints', { identity, type: 'bank_account', address: `ACCOUNT00000${n}` }))
    }
    registry.push({ name, identity, alias, endpoints })
  }
})

/** The service over a pool that sees, and may tamper with, every statement's parameters. */
function resolutionOver(maxBatchSize: number, onQuery: (query: Query) => void) {
  const { pool, keyring } = server.app
  const watched = {
    query: (query: Query) => {
      onQuery(query)
      return pool.query(query as never)
    },
  }
  return createResolution({
    facts: createResolutionFacts(watched as unknown as Pool, { maxBatchSize }),
    keyring,
    limits: unlimited,
    defaultRegion: undefined,
    record: async () => undefined,
  })
}

type Seen = { token: string | null; id: string }[] | null
type Service = ReturnType<typeof resolutionOver>

async function see(service: Service, caller: Key, { name }: Registered): Promise<Seen> {
  try {
    const found = await service.resolve(callOf({ consumerId: caller.consumerId, scopes: ['resolve'] }), { alias: name })
    return found && found.shown.endpoints.map(({ id, token = null }) => ({ id, token }))
  } catch {
    return null
  }
}

const pairs = () => registry.flatMap((registered) => callers.map((caller) => [caller, registered] as const))

/* Expected outcome of a history: the naive policy over plain maps. */
type Covers = { all?: boolean; aliases?: string[]; endpoints?: string[] }
type Model = { grants: Map<string, { id: string; covers: Covers }>; levels: Map<string, string> }

function expected({ grants, levels }: Model, caller: Key, { identity, alias, endpoints }: Registered): string[] | null {
  const covers = grants.get(`${caller.consumer} ${identity}`)?.covers
  const isCovered = (id: string) =>
    covers !== undefined &&
    (covers.all === true || [...(covers.aliases ?? []), ...(covers.endpoints ?? [])].includes(id))
  const shows = (id: string, open: readonly string[]) =>
    open.includes(levels.get(id)!) || (levels.get(id) === 'consent_required' && isCovered(id))
  if (!shows(alias, ['public', 'unlisted'])) return null
  return endpoints.filter((id) => shows(id, ['public'])).toSorted()
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      caller: fc.nat(2),
      at: fc.nat(3),
      all: fc.boolean(),
      mask: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('revoke' as const, 'expire' as const),
      caller: fc.nat(2),
      at: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('level' as const),
      at: fc.nat(3),
      which: fc.integer({ min: -1, max: endpointCount - 1 }),
      level: fc.constantFrom(...levels),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function setLevel(
  model: Model,
  { identity, alias, endpoints }: Registered,
  which: number,
  level: string,
): Promise<void> {
  const id = which < 0 ? alias : endpoints[which]!
  model.levels.set(id, level)
  const [table, uuid] = which < 0 ? ['alias', decodeId('alias', id)] : ['endpoint', decodeId('endpoint', id)]
  await sql`update ${sql.table(table as string)} set privacy_level = ${level} where id = ${uuid}`.execute(server.app.db)
  if (which >= 0) await refreshSnapshots(server.app.db, [decodeId('identity', identity)!])
}

async function take(model: Model, taken: Step): Promise<void> {
  const registered = registry[taken.at]!
  if (taken.kind === 'level') return setLevel(model, registered, taken.which, taken.level)
  const caller = callers[taken.caller]!
  const pair = `${caller.consumer} ${registered.identity}`
  const { consentGrants } = server.app.services
  if (taken.kind === 'grant') {
    const listed = [registered.alias, ...registered.endpoints].filter((_, bit) => taken.mask & (1 << bit))
    const covers = taken.all
      ? { all: true }
      : {
          aliases: listed.filter((id) => id.startsWith('als_')),
          endpoints: listed.filter((id) => id.startsWith('end_')),
        }
    const held = model.grants.get(pair)
    const input = { identity: registered.identity, consumer: caller.consumer, covers }
    const { id } = held
      ? await consentGrants.update(callOf({ consumerId: owner.consumerId }), held.id, { covers })
      : await consentGrants.grant(callOf({ consumerId: owner.consumerId }), input)
    model.grants.set(pair, { id, covers })
    return
  }
  const held = model.grants.get(pair)
  if (!held) return
  model.grants.delete(pair)
  if (taken.kind === 'revoke') await consentGrants.revoke(callOf({ consumerId: owner.consumerId }), held.id)
  else
    await sql`update consent_grant set expires_at = now() where id = ${decodeId('consentGrant', held.id)}`.execute(
      server.app.db,
    )
}

async function startOver(): Promise<Model> {
  await sql`update consent_grant set status = 'revoked' where status = 'active'`.execute(server.app.db)
  const model: Model = { grants: new Map(), levels: new Map() }
  for (const registered of registry) {
    for (let which = -1; which < endpointCount; which++) await setLevel(model, registered, which, 'consent_required')
  }
  return model
}

/** Histories after which the shared batch, one look-up at a time and the model must say the same. */
function compare(onBatch: (query: Query) => void, numRuns: number) {
  const shared = resolutionOver(256, onBatch)
  const alone = resolutionOver(1, () => undefined)
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (history) => {
    const model = await startOver()
    for (const [index, taken] of history.entries()) {
      await take(model, taken)
      if (index % 2 === 0 && index < history.length - 1) continue
      const batched = await Promise.all(pairs().map(([caller, registered]) => see(shared, caller, registered)))
      for (const [at, [caller, registered]] of pairs().entries()) {
        expect(batched[at]).toEqual(await see(alone, caller, registered))
        expect(batched[at]?.map(({ id }) => id).toSorted() ?? null).toEqual(expected(model, caller, registered))
      }
    }
  })
  return fc.check(property, { numRuns, seed: 7, endOnFailure: true })
}

test('callers in one batch see what each would see alone, after random changes of grants', async () => {
  let mixed = 0
  const { failed, errorInstance } = await compare(({ values }) => {
    if (new Set(values[consumerColumn]).size === callers.length) mixed++
  }, histories)
  expect(failed, String(errorInstance)).toBe(false)
  expect(mixed).toBeGreaterThan(histories)
})

test('the comparison catches a batch whose consumer column is shifted by one', async () => {
  const { failed, errorInstance } = await compare((query) => {
    const consumers = query.values[consumerColumn]!
    query.values[consumerColumn] = [...consumers.slice(1), consumers[0]]
  }, 25)
  expect(failed).toBe(true)
  expect((errorInstance as Error).name).toBe('AssertionError')
})

test("no two callers' tokens for one account are alike, and each keeps its own", async () => {
  await startOver()
  const [registered] = registry as [Registered]
  for (const { consumer } of callers) {
    await server.app.services.consentGrants.grant(callOf({ consumerId: owner.consumerId }), {
      identity: registered.identity,
      consumer,
      covers: { all: true },
    })
  }
  const service = resolutionOver(256, () => undefined)
  const tokens = async () =>
    (await Promise.all(callers.map((caller) => see(service, caller, registered)))).flatMap((seen) =>
      seen!.map(({ token }) => token),
    )
  const first = await tokens()
  expect(new Set(first).size).toBe(callers.length * endpointCount)
  expect(await tokens()).toEqual(first)
})
