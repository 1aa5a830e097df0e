import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import type { Body } from '../support/server.ts'
import { openScene, type Scene } from './consent-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

type Query = { consumer?: string; since?: number; until?: number; limit?: number; starting_after?: string }

async function overRest(key: string, identity: string, query: Query): Promise<Body> {
  const search = new URLSearchParams(query as Record<string, string>)
  const { body } = await scene.server.send('GET', `/v1/identities/${identity}/disclosures?${search}`, { key })
  return body.error ? { code: body.error.code } : { has_more: body.has_more, data: body.data }
}

async function overGraphql(key: string, identity: string, { since, until, ...query }: Query): Promise<Body> {
  const at = (seconds?: number) => seconds && new Date(seconds * 1000).toISOString()
  const { body } = await scene.server.graphql(
    key,
    `query ($id: ID!, $first: Int, $after: String, $consumer: ID, $since: DateTime, $until: DateTime) {
      identity(id: $id) {
        disclosures(first: $first, after: $after, consumer: $consumer, since: $since, until: $until) {
          edges { node { id livemode identity consumer alias endpoints grant requestId kind verdict createdAt } }
          pageInfo { hasNextPage }
        }
      }
    }`,
    {
      id: identity,
      first: query.limit,
      after: query.starting_after,
      consumer: query.consumer,
      since: at(since),
      until: at(until),
    },
  )
  const [error] = body.errors ?? []
  if (error) return { code: error.extensions.code.toLowerCase() }
  if (body.data.identity === null) return { code: 'resource_missing' }
  const { edges, pageInfo } = body.data.identity.disclosures
  return {
    has_more: pageInfo.hasNextPage,
    data: edges.map(({ node: { requestId, createdAt, kind, ...node } }: Body) => {
      const created = Math.floor(Date.parse(createdAt) / 1000)
      return {
        object: 'disclosure',
        ...node,
        kind: kind.toLowerCase(),
        request_id: requestId,
        created,
        updated: created,
      }
    }),
  }
}

/** Waits for the flush: a record is stored within a second. */
async function stored(identity: string, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select 1 from disclosure_record
          where identity_id = ${decodeId('identity', identity)}`.execute(scene.server.app.db)
        return rows.length
      },
      { timeout: 1_000, interval: 20 },
    )
    .toBe(count)
}

describe.each([
  ['REST', overRest],
  ['GraphQL', overGraphql],
] as const)('the list of disclosures over %s', (_, list) => {
  test('says who saw which endpoints, by which alias, request and grant', async () => {
    const { name, identity, alias, endpoints } = await scene.register({
      level: 'public',
      endpoints: ['public', 'consent_required', 'private'],
    })
    const first = (await scene.resolve(name, scene.stranger)).body
    await stored(identity, 1)
    const grant = await scene.post('/v1/consent_grants', {
      identity,
      consumer: scene.payer.consumer,
      covers: { all: true },
    })
    const second = (await scene.resolve(name)).body
    await stored(identity, 2)

    const { data, has_more } = await list(scene.owner.key, identity, {})
    expect(has_more).toBe(false)
    const common = {
      object: 'disclosure',
      id: expect.stringMatching(/^dsc_[0-9a-z]{26}$/),
      livemode: false,
      identity,
      alias,
      created: expect.any(Number),
      updated: expect.any(Number),
    }
    expect(data).toEqual([
      {
        ...common,
        consumer: scene.payer.consumer,
        endpoints: second.endpoints.map(({ id }: Body) => id),
        grant: grant.id,
        request_id: second.request_id,
        kind: 'resolve',
        verdict: null,
      },
      {
        ...common,
        consumer: scene.stranger.consumer,
        endpoints: [endpoints[0]],
        grant: null,
        request_id: first.request_id,
        kind: 'resolve',
        verdict: null,
      },
    ])
    expect(data[0].endpoints.toSorted()).toEqual([endpoints[0], endpoints[1]].toSorted())
    expect(Math.abs(data[0].created - Date.now() / 1000)).toBeLessThan(5)
  })

  test('is filtered by consumer and time, and paged', async () => {
    const { name, identity } = await scene.register({ level: 'public' })
    for (const caller of [scene.payer, scene.stranger, scene.payer]) {
      expect((await scene.resolve(name, caller)).status).toBe(200)
    }
    await stored(identity, 3)
    // One each at 1000, 2000 and 3000 seconds.
    await sql`update disclosure_record d set created_at = to_timestamp(1000 * n.n)
      from (select id, row_number() over (order by created_at, id) as n from disclosure_record
        where identity_id = ${decodeId('identity', identity)}) n
      where n.id = d.id`.execute(scene.server.app.db)
    const at = async (query: Query) =>
      (await list(scene.owner.key, identity, query)).data.map(({ created }: Body) => created)
    const consumer = scene.payer.consumer

    expect(await at({})).toEqual([3000, 2000, 1000])
    expect(await at({ consumer })).toHaveLength(2)
    expect(await at({ consumer: scene.stranger.consumer })).toHaveLength(1)
    expect(await at({ consumer: 'apc_nonsense' })).toEqual([])
    expect(await at({ since: 2000 })).toEqual([3000, 2000])
    expect(await at({ until: 2000 })).toEqual([1000])
    expect(await at({ since: 1000, until: 3000 })).toEqual([2000, 1000])
    const first = await list(scene.owner.key, identity, { limit: 2 })
    expect(first.has_more).toBe(true)
    expect(await at({ limit: 2, starting_after: first.data[1].id })).toEqual([1000])
  })

  test("is the owner's alone", async () => {
    const { name, identity } = await scene.register({ level: 'public' })
    await scene.resolve(name)
    const live = await scene.server.key({ livemode: true })
    const reader = await scene.server.key({ scopes: ['identities:read'] })
    expect(await list(scene.payer.key, identity, {})).toEqual({ code: 'resource_missing' })
    expect(await list(live.key, identity, {})).toEqual({ code: 'resource_missing' })
    expect((await list(reader.key, identity, {})).code).toBeUndefined()
    const other = await scene.server.key({ scopes: ['aliases:write'] })
    expect((await list(other.key, identity, {})).code).toBe('scope_missing')
  })
})

test('a time that is none is refused', async () => {
  const { identity } = await scene.register()
  for (const query of ['since=yesterday', 'until=-1', 'since=1.5']) {
    const path = `/v1/identities/${identity}/disclosures?${query}`
    const { status, body } = await scene.server.send('GET', path, { key: scene.owner.key })
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', query.split('=')[0]])
  }
})

test('misses leave no record; bulk and federation leave one for each resolved alias', async () => {
  const { name, identity } = await scene.register({ level: 'public' })
  const hidden = await scene.register({ level: 'private' })
  await scene.resolve(hidden.name)
  await scene.bulk([name, hidden.name, scene.fresh(), name])
  await scene.server.graphql(
    scene.payer.key,
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { identity } } }',
    { r: [{ __typename: 'Resolution', alias: name }] },
  )
  await stored(identity, 3)
  await stored(hidden.identity, 0)
})

test('records past their retention are removed', async () => {
  const { name, identity } = await scene.register({ level: 'public' })
  await scene.resolve(name)
  await scene.resolve(name)
  await stored(identity, 2)
  await sql`update disclosure_record set created_at = now() - interval '401 days'
    where id = (select id from disclosure_record where identity_id = ${decodeId('identity', identity)} limit 1)`.execute(
    scene.server.app.db,
  )
  await scene.runJob('purge-disclosure-records')
  await stored(identity, 1)
})
