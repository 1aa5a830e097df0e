import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { partitionOf } from '../../../src/database/partitions/rules.ts'
import { makePartitions, readPartitions } from '../../../src/database/partitions/store.ts'
import { decodeId, encodeId, timedId } from '../../../src/kernel/id.ts'
import { insertDisclosureRecords } from '../../../src/resolution/disclosures/store.ts'
import { openScene } from '../../consent/scene.ts'
import { type Body, forTests } from '../../support/server.ts'

const scene = forTests(openScene)

const day = 86_400_000

type Query = {
  consumer?: string
  since?: number
  until?: number
  limit?: number
  starting_after?: string
  ending_before?: string
}

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
          edges { node { id livemode identity: identityId consumer: consumerId alias: aliasId endpoints: endpointIds grant: grantId requestId kind verdict createdAt } }
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

/** Dates the records of an identity 1000, 2000 … seconds after the month began, with ids that say so. @returns when that was */
async function moveToMonth(identity: string): Promise<number> {
  const { db } = scene.server.app
  const base = partitionOf('disclosure_record', new Date()).starts.getTime()
  const { rows } = await sql<{ id: string }>`select id from disclosure_record
    where identity_id = ${decodeId('identity', identity)} order by created_at, id`.execute(db)
  for (const [n, { id }] of rows.entries()) {
    const at = base + (n + 1) * 1_000_000
    await sql`update disclosure_record set id = ${timedId(randomUUID(), at)}, created_at = ${new Date(at)}
      where id = ${id}`.execute(db)
  }
  return base / 1_000
}

describe.each([
  ['REST', overRest],
  ['GraphQL', overGraphql],
] as const)('the list of disclosures over %s', (_, list) => {
  test('has viewer, endpoints, alias, request and grant', async () => {
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
    const rows = data.map(({ consumer_record, basis, ...row }: Body) => {
      // REST alone names the consumer beside its id, and the basis unasked; GraphQL has fields for them.
      expect(basis ?? 'public').toBe('public')
      expect(consumer_record?.id ?? row.consumer).toBe(row.consumer)
      return row
    })
    expect(rows).toEqual([
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
    // One each at 1000, 2000 and 3000 seconds of this month, as if it had happened then.
    const base = await moveToMonth(identity)
    const at = async (query: Query) =>
      (await list(scene.owner.key, identity, query)).data.map(({ created }: Body) => created - base)
    const consumer = scene.payer.consumer

    expect(await at({})).toEqual([3000, 2000, 1000])
    expect(await at({ consumer })).toHaveLength(2)
    expect(await at({ consumer: scene.stranger.consumer })).toHaveLength(1)
    expect(await at({ consumer: 'apc_nonsense' })).toEqual([])
    expect(await at({ since: base + 2000 })).toEqual([3000, 2000])
    expect(await at({ until: base + 2000 })).toEqual([1000])
    expect(await at({ since: base + 1000, until: base + 3000 })).toEqual([2000, 1000])
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
    const { status, body } = await scene.owner.get(path)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', query.split('=')[0]])
  }
})

test('misses leave no record; bulk and federation leave one for each resolved alias', async () => {
  const { name, identity } = await scene.register({ level: 'public' })
  const hidden = await scene.register({ level: 'private' })
  await scene.resolve(hidden.name)
  await scene.bulk([name, hidden.name, scene.fresh(), name])
  await scene.payer.graphql(
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { identityId } } }',
    { r: [{ __typename: 'Resolution', alias: name }] },
  )
  await stored(identity, 3)
  await stored(hidden.identity, 0)
})

test('months past their retention are dropped as a whole, and no other', async () => {
  const { name, identity } = await scene.register({ level: 'public' })
  await scene.resolve(name)
  await scene.resolve(name)
  await stored(identity, 2)
  const { db } = scene.server.app
  const old = partitionOf('disclosure_record', new Date(Date.now() - 440 * day))
  const young = partitionOf('disclosure_record', new Date(Date.now() - 390 * day))
  await makePartitions(db, [old, young])
  const [first] = (await overRest(scene.owner.key, identity, {})).data
  const moved = timedId(randomUUID(), old.starts.getTime())
  await sql`update disclosure_record set id = ${moved}, created_at = ${old.starts}
    where id = ${decodeId('disclosureRecord', first.id)}`.execute(db)
  const cursor = encodeId('disclosureRecord', moved)
  expect((await overRest(scene.owner.key, identity, { ending_before: cursor })).data).toHaveLength(1)

  await scene.runJob('purge-disclosure-records')
  await stored(identity, 1)
  const names = (await readPartitions(db)).map((one) => one.name)
  expect([names.includes(old.name), names.includes(young.name)]).toEqual([false, true])
  // The cursor's record was dropped with its month.
  for (const side of ['ending_before', 'starting_after'])
    expect((await overRest(scene.owner.key, identity, { [side]: cursor })).code).toBe('cursor_invalid')
})

test('a record that is inserted twice, as after an answer that was lost, is one', async () => {
  const { db } = scene.server.app
  const { identity } = await scene.register()
  const createdAt = new Date()
  const ids = { identityId: decodeId('identity', identity)!, consumerId: randomUUID(), aliasId: randomUUID() }
  const record = {
    ...ids,
    id: timedId(randomUUID(), createdAt.getTime()),
    livemode: false,
    endpointIds: [],
    grantId: null,
    basis: 'public' as const,
    requestId: randomUUID(),
    kind: 'resolve',
    verdict: null,
    createdAt,
  }
  await insertDisclosureRecords(db, [record])
  await insertDisclosureRecords(db, [record, { ...record, id: timedId(randomUUID(), createdAt.getTime()) }])
  await stored(identity, 2)
})
