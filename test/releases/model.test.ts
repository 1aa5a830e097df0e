import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { amount } from '../support/judge.ts'
import { openJwe, type PayerKey, payerKey, verifyJws } from '../support/open-release.ts'
import { freshName, iban, registryForTests } from '../support/registry.ts'
import { registerSealingKey } from '../support/releasing.ts'
import { forTests } from '../support/server.ts'

/*
 * Releases, grants, revokes and sealing keys against a naive model of who may have what. After every step: what is handed out
 * is what the model permits, and no sealed text is stored that it does not.
 */

const runs = amount('RUNS', 12)
const length = amount('COMMANDS', 25)
const seed = amount('SEED', 20_261_122)

let pinned: { kid: string; x: string }[]
const counts = { released: 0, refused: 0, read: 0, gone: 0 }
const { server, mine } = registryForTests({ env: { RESPONSE_STEP_SINGLE_MS: '1' }, logLevel: 'silent' })
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  pinned = (await server.send('GET', '/.well-known/signpost-jwks.json')).body.keys
})

type SealingKey = { id: string; pair: PayerKey; live: boolean }
type Endpoint = { id: string; release: string; active: boolean; open: boolean }
/** `granted` was released by the grant, `seen` is shown by it. */
type Made = { id: string; endpoint: number; key: number; alive: boolean; granted: boolean; seen: boolean }

/** State of the model. `grant` holds the endpoints that it releases; null without one. */
type World = {
  identity: string
  alias: string
  active: boolean
  endpoints: Endpoint[]
  keys: SealingKey[]
  grant: { id: string; releases: Set<number> } | null
  made: Made[]
}

async function freshWorld(): Promise<World> {
  const { id: identity } = await mine.identity()
  const alias = `@${(await mine.username(identity, freshName('payee'))).value}`
  const endpoints: Endpoint[] = []
  for (const release of ['granted', 'public', 'never']) {
    const { id } = await mine.account(identity, { release })
    endpoints.push({ id, release, active: true, open: true })
  }
  const world: World = { identity, alias, active: true, endpoints, keys: [], grant: null, made: [] }
  await addKey(world)
  return world
}

async function addKey(world: World): Promise<void> {
  const pair = await payerKey()
  world.keys.push({ id: await registerSealingKey(server, payer, pair), pair, live: true })
}

/** By which word of the owner's the payer may have an endpoint now. */
function permits(world: World, at: number): 'granted' | 'public' | null {
  const endpoint = world.endpoints[at]!
  if (!world.active || !endpoint.active) return null
  const isCovered = world.grant !== null
  // A private endpoint is never released; what needs consent is seen through the grant, which covers all.
  if (!endpoint.open && !isCovered) return null
  if (endpoint.release === 'public') return 'public'
  return endpoint.release === 'granted' && world.grant?.releases.has(at) ? 'granted' : null
}

const drop = (world: World, which: (made: Made) => boolean) => {
  for (const made of world.made) if (which(made)) made.alive = false
}

type Step = (world: World) => Promise<void>
const ok = (status: number) => expect(status).toBe(200)
const endpointAt = fc.nat(2)
const keyAt = fc.nat(2)

const release =
  (at: number, key: number): Step =>
  async (world) => {
    const sealing = world.keys[key % world.keys.length]!
    const endpoint = world.endpoints[at]!
    const { status, body } = await payer.post('/v1/releases', {
      alias: world.alias,
      endpoint: endpoint.id,
      sealing_key: sealing.id,
    })
    const permitted = permits(world, at)
    if (!sealing.live) return expect([status, body.error.code]).toEqual([409, 'sealing_key_not_usable'])
    if (permitted === null) {
      counts.refused++
      return expect([status, body.error.code]).toEqual([404, 'release_not_found'])
    }
    counts.released++
    expect(status).toBe(201)
    const { text } = await openJwe(body.jwe, sealing.pair)
    const { claims } = await verifyJws(text, pinned)
    expect(claims).toMatchObject({ address: iban, endpoint: endpoint.id, sub: world.identity, aud: payer.consumer })
    world.made.push({
      id: body.id,
      endpoint: at,
      key: key % world.keys.length,
      alive: true,
      granted: permitted === 'granted',
      seen: !endpoint.open,
    })
  }

const readAgain =
  (n: number): Step =>
  async (world) => {
    const made = world.made[n % Math.max(1, world.made.length)]
    if (!made) return
    const { body } = await payer.get(`/v1/releases/${made.id}`)
    const isPermitted = permits(world, made.endpoint) !== null && world.keys[made.key]!.live
    if (made.alive && isPermitted) {
      counts.read++
      return expect(body).toMatchObject({ status: 'ready', jwe: expect.any(String) })
    }
    counts.gone++
    made.alive = false
    expect(body).toMatchObject({ status: 'failed', jwe: null })
  }

const grant =
  (names: readonly number[]): Step =>
  async (world) => {
    const releases = names.map((at) => world.endpoints[at]!.id)
    if (!world.active) return
    if (world.grant) ok((await mine.patch(`/v1/consent_grants/${world.grant.id}`, { release: releases })).status)
    const id = world.grant?.id ?? (await mine.grant(world.identity, payer.consumer, { release: releases })).id
    drop(world, ({ granted, endpoint }) => granted && !names.includes(endpoint))
    world.grant = { id, releases: new Set(names) }
  }

const revoke: Step = async (world) => {
  if (!world.grant) return
  ok((await mine.remove(`/v1/consent_grants/${world.grant.id}`)).status)
  drop(world, ({ granted, seen }) => granted || seen)
  world.grant = null
}

const change =
  (at: number, field: 'status' | 'release' | 'privacy_level', value: string): Step =>
  async (world) => {
    const endpoint = world.endpoints[at]!
    const answer = await mine.patch(`/v1/endpoints/${endpoint.id}`, { [field]: value })
    // A suspended identity's endpoints may be changed or not: the answer says it.
    if (answer.status !== 200) return
    const before = JSON.stringify(endpoint)
    if (field === 'status') endpoint.active = value === 'active'
    else if (field === 'release') endpoint.release = value
    else endpoint.open = value === 'public'
    if (JSON.stringify(endpoint) !== before) drop(world, (made) => made.endpoint === at)
  }

const suspend =
  (status: 'active' | 'suspended'): Step =>
  async (world) => {
    const { status: answered } = await mine.patch(`/v1/identities/${world.identity}`, { status })
    ok(answered)
    if (world.active !== (status === 'active')) drop(world, () => true)
    world.active = status === 'active'
  }

const replaceKey =
  (key: number): Step =>
  async (world) => {
    const at = key % world.keys.length
    const sealing = world.keys[at]!
    if (!sealing.live) return
    ok((await payer.remove(`/v1/sealing_keys/${sealing.id}`)).status)
    sealing.live = false
    drop(world, (made) => made.key === at)
    // A removed key keeps its place for a day; the model has no use for the wait.
    await server.query`update sealing_key set removed_at = removed_at - interval '2 days'
      where removed_at > now() - interval '1 day'`
    if (world.keys.length < 4) await addKey(world)
  }

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(endpointAt, keyAt).map(([at, key]) => release(at, key)) },
  { weight: 5, arbitrary: fc.nat(20).map(readAgain) },
  { weight: 4, arbitrary: fc.subarray([0, 1, 2]).map(grant) },
  { weight: 2, arbitrary: fc.constant(revoke) },
  {
    weight: 2,
    arbitrary: fc.tuple(endpointAt, fc.constantFrom('active', 'disabled')).map(([at, to]) => change(at, 'status', to)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(endpointAt, fc.constantFrom('never', 'granted', 'public'))
      .map(([at, to]) => change(at, 'release', to)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(endpointAt, fc.constantFrom('public', 'consent_required'))
      .map(([at, to]) => change(at, 'privacy_level', to)),
  },
  { weight: 2, arbitrary: fc.constantFrom('active', 'active', 'suspended').map((to) => suspend(to as 'active')) },
  { weight: 1, arbitrary: keyAt.map(replaceKey) },
)

/** INVARIANT: a sealed text is stored only while what it was handed out by holds. */
async function stored(world: World): Promise<void> {
  const rows = await server.query<{ id: string }>`select id from release where jwe is not null
    and identity_id = ${decodeId('identity', world.identity)}`
  const alive = new Set(world.made.filter(({ alive }) => alive).map(({ id }) => decodeId('release', id)))
  expect(rows.filter(({ id }) => !alive.has(id))).toEqual([])
}

test('random histories release exactly the addresses that a naive model permits', {
  timeout: 7_200_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: length, maxLength: length }), async (history) => {
      const world = await freshWorld()
      for (const step of history) {
        await step(world)
        await stored(world)
      }
      for (const { id, live } of world.keys) if (live) await payer.remove(`/v1/sealing_keys/${id}`)
      await server.query`update sealing_key set removed_at = removed_at - interval '2 days'
        where removed_at is not null`
      // Another day: a consumer has 200 public endpoints in one, and a thousand histories have more.
      await server.query`delete from value_budget`
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  console.info(`releases against the model: ${runs} × ${length} steps, ${JSON.stringify(counts)}`)
  expect(Object.values(counts).every((count) => count > 0)).toBe(true)
})
