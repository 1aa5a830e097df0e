import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { registryForTests } from '../../support/registry.ts'
import type { Answer, Key } from '../../support/server.ts'

/*
 * Every caller pays for information about other consumers' aliases, on every surface and at any concurrency.
 */

let victims: string
let now = Date.now()
let last = 0

// In test mode ten times as many misses: 200 and 25 a minute.
const env = {
  RATE_LIMITS: 'on',
  RATE_LIMIT_REQUESTS_TEST: '100000 + 1000/s',
  RATE_LIMIT_REGISTRATIONS: '5 + 5/day',
  RATE_LIMIT_MISSES: '20 + 2.5/min',
}
const { server, owner } = registryForTests({ env, clock: () => now })
beforeAll(async () => {
  victims = await identity(owner)
})
beforeEach(() => {
  // Two days refill every bucket, within the weeks for which event partitions exist.
  now += 2 * 86_400_000
})

const newKey = (): Promise<Key> => server.key({ consumer: `guesser ${++last}` })
const fresh = () => `name.${++last}`

async function identity({ key }: Key): Promise<string> {
  return (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
}

function create({ key }: Key, identity: string, value: string, { type = 'username', idempotencyKey = '' } = {}) {
  const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
  return server.send('POST', '/v1/aliases', { key, body: { identity, type, value }, ...(headers ? { headers } : {}) })
}

/** Registers a private alias of the owner. */
async function hidden({ type = 'username', value = fresh() } = {}): Promise<string> {
  const body = { identity: victims, type, value, privacy_level: 'private' }
  const made = await owner.post('/v1/aliases', body)
  if (made.status === 400) victims = await identity(owner)
  return made.status === 201 ? value : hidden({ type, value })
}

async function left({ key }: Key): Promise<Record<string, number>> {
  const { body } = await server.send('GET', '/v1/limits', { key })
  const data = body.data as { policy: string; remaining: number }[]
  return Object.fromEntries(data.map(({ policy, remaining }) => [policy, remaining]))
}

/** All of an answer but the request's own id. */
const bytes = ({ status, text }: Answer) => `${status} ${text.replaceAll(/req_[a-z0-9]{26}/g, 'req_')}`

const times = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))

const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Identities that an alias can't be added to, whichever it is. */
const unfit: Record<string, (key: Key) => Promise<string>> = {
  async full(key) {
    const id = await identity(key)
    await server.app.db
      .insertInto('alias')
      .values(
        Array.from({ length: 100 }, () => {
          const value = `${fresh()}.${randomUUID().slice(0, 8)}`
          return {
            id: randomUUID(),
            livemode: false,
            identity_id: uuidOf(id),
            type: 'username',
            value,
            skeleton: value,
            norm_version: 1,
            privacy_level: 'private',
          }
        }),
      )
      .execute()
    return id
  },
  async suspended(key) {
    const id = await identity(key)
    await server.send('PATCH', `/v1/identities/${id}`, { key: key.key, body: { status: 'suspended' } })
    return id
  },
  async closed(key) {
    const id = await identity(key)
    await server.send('PATCH', `/v1/identities/${id}`, { key: key.key, body: { status: 'closed' } })
    return id
  },
  foreign: async () => victims,
  absent: async () => 'idn_00000000000000000000000000',
}

const uuidOf = (id: string) => decodeId('identity', id)!

test.each(Object.keys(unfit))(
  'a create on an identity that is %s answers and costs the same, taken or absent',
  async (kind) => {
    const key = await newKey()
    const target = await unfit[kind]!(key)
    for (const type of ['username', 'email']) {
      const value = () => (type === 'email' ? `${fresh()}@example.com` : fresh())
      const [taken, absent] = [await hidden({ type, value: value() }), value()]
      for (const options of [{}, { idempotencyKey: 'yes' }]) {
        const costs: Record<string, number>[] = []
        const answers: string[] = []
        for (const name of [taken, absent]) {
          const before = await left(key)
          const idempotencyKey = Object.hasOwn(options, 'idempotencyKey') ? randomUUID() : ''
          const answer = await create(key, target, name, { type, idempotencyKey })
          expect([400, 404, 409]).toContain(answer.status)
          answers.push(bytes(answer))
          const after = await left(key)
          costs.push(
            Object.fromEntries(Object.keys(before).map((policy) => [policy, before[policy]! - after[policy]!])),
          )
        }
        expect(answers[0]).toBe(answers[1])
        expect(costs[0]).toEqual(costs[1])
        expect(costs[0]).toMatchObject({ misses: 0, registrations: 0 })
      }
    }
  },
)

test('a full identity is refused before the reservation is read, under any concurrency', async () => {
  const key = await newKey()
  const target = await unfit.full!(key)
  await server.app.db
    .deleteFrom('alias')
    .where('id', '=', await anAliasOf(target))
    .execute()
  const taken = await hidden()
  const answers = await times(40, (index) => create(key, target, index % 2 === 0 ? taken : fresh()))
  // One absent name took the last place; until then the taken one cost a miss each time.
  expect(count(answers, 201)).toBe(1)
  expect(200 - (await left(key)).misses!).toBe(count(answers, 409))
  expect(count(answers, 400)).toBe(39 - count(answers, 409))
})

async function anAliasOf(identity: string): Promise<string> {
  const row = await server.app.db
    .selectFrom('alias')
    .select('id')
    .where('identity_id', '=', uuidOf(identity))
    .executeTakeFirstOrThrow()
  return row.id
}

test('parallel creates find out as many taken aliases as misses holds, and no more', async () => {
  const key = await newKey()
  const target = await identity(key)
  const taken = await hidden()
  for (const keyed of [false, true]) {
    now += 2 * 86_400_000
    const answers = await times(260, () => create(key, target, taken, { idempotencyKey: keyed ? randomUUID() : '' }))
    expect(count(answers, 409)).toBe(200)
    expect(count(answers, 429)).toBe(60)
    expect((await left(key)).misses).toBe(0)
  }
})

test('an empty bucket refuses a create before any look-up: absent and taken, replays and documents too', async () => {
  const key = await newKey()
  const target = await identity(key)
  const taken = await hidden()
  const idempotencyKey = randomUUID()
  expect((await create(key, target, taken, { idempotencyKey })).status).toBe(409)
  expect((await create(key, target, taken, { idempotencyKey })).headers.get('idempotent-replayed')).toBe('true')
  expect((await left(key)).misses).toBe(198)
  await times(198, () => create(key, target, taken))
  const refused = [
    await create(key, target, taken),
    await create(key, target, fresh()),
    await create(key, target, taken, { idempotencyKey }),
    await create(key, target, fresh(), { idempotencyKey: randomUUID() }),
  ]
  expect(new Set(refused.map(bytes)).size).toBe(1)
  expect(refused[0]).toMatchObject({ status: 429, body: { error: { code: 'rate_limited', param: 'misses' } } })
  const field = (name: string, value: string) =>
    `${name}: createAlias(input: { identity: "${target}", type: USERNAME, value: "${value}" }) { id }`
  const document = `mutation { ${field('a', taken)} ${field('b', fresh())} }`
  const { body } = await server.graphql(key.key, document)
  expect(body.errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toContain('RATE_LIMITED')
  expect(JSON.stringify(body)).not.toContain('ALIAS_TAKEN')
})

test('only the consumer that released an alias sees its cooldown', async () => {
  const key = await newKey()
  const value = fresh()
  const made = await create(owner, await identity(owner), value)
  await owner.remove(`/v1/aliases/${made.body.id}`)
  expect((await create(key, await identity(key), value)).body.error.code).toBe('alias_taken')
  expect((await create(owner, await identity(owner), value)).body.error.code).toBe('alias_in_cooldown')
})

test('parallel bulks guess at most the bucket of misses and one bulk more', async () => {
  const key = await newKey()
  const items = (bulk: number) => Array.from({ length: 100 }, (_, index) => `@nobody.${bulk}.${index}`)
  const answers = await times(10, (bulk) =>
    server.send('POST', '/v1/resolve/bulk', { key: key.key, body: { items: items(bulk) } }),
  )
  expect(count(answers, 200)).toBe(2)
  expect(count(answers, 429)).toBe(8)
  expect((await left(key)).misses).toBe(0)
})

test('one document guesses at most the bucket of misses and one bulk more', async () => {
  const [entities, bulks] = [await newKey(), await newKey()]
  const representations = Array.from({ length: 1_000 }, (_, index) => ({
    __typename: 'Resolution',
    alias: `@nobody.${index}`,
  }))
  const query = 'query ($all: [_Any!]!) { _entities(representations: $all) { ... on Resolution { alias } } }'
  const { body } = await entities.graphql(query, { all: representations })
  expect(new Set(body.errors.map((error: { extensions: { code: string } }) => error.extensions.code))).toEqual(
    new Set(['RATE_LIMITED']),
  )
  expect(await left(entities)).toMatchObject({ resolve: 0, misses: 0 })

  const items = Array.from({ length: 100 }, (_, index) => ({ alias: `@nobody.${index}` }))
  const fields = Array.from({ length: 10 }, (_, index) => `r${index}: resolveBulk(items: $items) { status }`)
  const bulk = await bulks.graphql(`query ($items: [ResolveInput!]!) { ${fields.join(' ')} }`, { items })
  expect(bulk.body.errors.length).toBeGreaterThan(0)
  expect(await left(bulks)).toMatchObject({ misses: 0 })
  expect(1_000 - (await left(bulks)).resolve!).toBeLessThanOrEqual(300)
})

test('resolving aliases keep the full rate, with any concurrency and a nearly empty bucket of misses', async () => {
  const found = fresh()
  const body = { identity: await identity(owner), type: 'username', value: found, privacy_level: 'public' }
  expect((await owner.post('/v1/aliases', body)).status).toBe(201)
  const items = Array(100).fill(`@${found}`)
  const bulk = (key: Key) => server.send('POST', '/v1/resolve/bulk', { key: key.key, body: { items } })
  const key = await newKey()
  expect(count(await times(10, () => bulk(key)), 200)).toBe(10)
  expect(await left(key)).toMatchObject({ resolve: 0, misses: 200 })

  const low = await newKey()
  await times(199, () => low.post('/v1/resolve', { alias: '@nobody.here' }))
  expect((await left(low)).misses).toBe(1)
  expect(count(await times(5, () => bulk(low)), 200)).toBe(5)
  expect((await left(low)).misses).toBe(1)

  const router = await newKey()
  const query = 'query ($all: [_Any!]!) { _entities(representations: $all) { ... on Resolution { alias } } }'
  const all = Array.from({ length: 1_000 }, () => ({ __typename: 'Resolution', alias: `@${found}` }))
  const answer = await router.graphql(query, { all })
  expect(answer.body.errors).toBeUndefined()
  expect(answer.body.data._entities).toHaveLength(1_000)
})

test('the rate of registered phones and e-mail addresses is bounded, and checked before the reservation is read', async () => {
  const key = await newKey()
  const target = await identity(key)
  const email = () => `${fresh()}@example.com`
  const taken = await hidden({ type: 'email', value: email() })
  const idempotencyKey = randomUUID()
  const first = email()
  expect((await create(key, target, first, { type: 'email', idempotencyKey })).status).toBe(201)
  expect(await left(key)).toMatchObject({ registrations: 4, misses: 200 })
  expect((await create(key, target, first, { type: 'email', idempotencyKey })).status).toBe(201)
  expect(await left(key)).toMatchObject({ registrations: 4, misses: 200 })
  expect((await create(key, target, taken, { type: 'email' })).status).toBe(409)
  expect(await left(key)).toMatchObject({ registrations: 3, misses: 199 })
  expect((await create(key, target, '+41446681800', { type: 'phone' })).status).toBe(201)
  expect((await create(key, target, fresh())).status).toBe(201)
  expect(await left(key)).toMatchObject({ registrations: 2, misses: 199 })
  await create(key, target, email(), { type: 'email' })
  await create(key, target, email(), { type: 'email' })
  const refused = [
    await create(key, target, taken, { type: 'email' }),
    await create(key, target, email(), { type: 'email' }),
    await create(key, target, taken, { type: 'email', idempotencyKey: randomUUID() }),
  ]
  expect(new Set(refused.map(bytes)).size).toBe(1)
  expect(refused[0]).toMatchObject({ status: 429, body: { error: { code: 'rate_limited', param: 'registrations' } } })
  expect(refused[0]!.headers.get('ratelimit')).toContain('"registrations";r=0')
  expect((await left(key)).misses).toBe(199)
  expect((await create(key, target, fresh())).status).toBe(201)
})
