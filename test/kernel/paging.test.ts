import { expect, test } from 'vitest'
import { failure, query, registryForTests, registryOf } from '../support/registry.ts'
import type { Body } from '../support/server.ts'

const { server, owner, mine } = registryForTests()

const page = (path: string, key = owner.key) => server.send('GET', path, { key })
const idsOf = (body: Body): string[] => body.data.map(({ id }: Body) => id)

/** Everything from the first page on, page by page. */
async function walk(path: string, size: number, during?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await page(`${path}?limit=${size}${cursor}`)
    seen.push(...idsOf(body))
    if (!body.has_more) return seen
    cursor = `&starting_after=${seen.at(-1)}`
    await during?.()
  }
}

/** Lists of every kind, of one identity with 7 records of each, newest first. */
async function lists(): Promise<Record<string, string[]>> {
  const { id } = await mine.identity()
  const paths: Record<string, string[]> = {}
  const fill = async (path: string, make: (n: number) => Promise<Body>) => {
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.unshift((await make(n)).id)
    paths[path] = made
  }
  await fill(`/v1/identities/${id}/aliases`, () => mine.username(id))
  await fill(`/v1/identities/${id}/endpoints`, () => mine.wallet(id))
  await fill(`/v1/identities/${id}/consent_grants`, async (n) =>
    mine.grant(id, (await server.key({ consumer: `grantee ${n}` })).consumer),
  )
  return paths
}

test('lists run newest first, in pages both ways, and has_more looks where the page is going', async () => {
  for (const [path, ids] of Object.entries(await lists())) {
    expect(idsOf((await page(path)).body)).toEqual(ids)
    const at = async (search: string) => {
      const { body } = await page(`${path}?${search}`)
      return [idsOf(body).map((id) => ids.indexOf(id)), body.has_more]
    }
    expect(await at('limit=3')).toEqual([[0, 1, 2], true])
    expect(await at('limit=7')).toEqual([[0, 1, 2, 3, 4, 5, 6], false])
    expect(await at(`limit=3&starting_after=${ids[2]}`)).toEqual([[3, 4, 5], true])
    expect(await at(`limit=3&starting_after=${ids[3]}`)).toEqual([[4, 5, 6], false])
    expect(await at(`limit=3&starting_after=${ids[6]}`)).toEqual([[], false])
    expect(await at(`limit=3&ending_before=${ids[6]}`)).toEqual([[3, 4, 5], true])
    expect(await at(`limit=3&ending_before=${ids[3]}`)).toEqual([[0, 1, 2], false])
    expect(await at(`limit=3&ending%5Fbefore=${ids[5]}`)).toEqual([[2, 3, 4], true])
    expect(await at(`limit=3&ending_before=${ids[0]}`)).toEqual([[], false])
    expect((await page(`${path}?limit=3`)).body).toMatchObject({ object: 'list', url: path })
  }
})

test('the default page holds 10', async () => {
  const ten = await server.key({ consumer: 'ten' })
  const theirs = registryOf(server, ten)
  for (let n = 0; n < 11; n++) await theirs.identity()
  const { body } = await page('/v1/identities', ten.key)
  expect([body.data.length, body.has_more]).toEqual([10, true])
})

test('rows of one instant are ordered by id, and microseconds are not lost', async () => {
  const { id } = await mine.identity()
  for (let n = 0; n < 9; n++) await mine.wallet(id)
  const path = `/v1/identities/${id}/endpoints`
  const set = (at: string) =>
    query(
      server,
      `update endpoint set created_at = ${at} where identity_id = (select identity_id from endpoint order by created_at desc limit 1)`,
    )
  const all = idsOf((await page(`${path}?limit=100`)).body)
  await set("timestamptz '2026-01-01 00:00:00.000001'")
  const tied = await walk(path, 2)
  expect([...tied].sort()).toEqual([...all].sort())
  expect(tied).toHaveLength(9)
  await server.query`update endpoint e set created_at = timestamptz '2026-01-01' + n.n * interval '1 microsecond'
    from (select id, row_number() over (order by id) as n from endpoint
    where created_at = timestamptz '2026-01-01 00:00:00.000001') n where n.id = e.id`
  const apart = await walk(path, 2)
  expect([...apart].sort()).toEqual([...all].sort())
  expect(apart).toHaveLength(9)
})

test('removed and filtered rows stay valid cursors', async () => {
  for (const [path, ids] of Object.entries(await lists())) {
    const kind = path.split('/').at(-1)!
    if (kind !== 'consent_grants') await mine.remove(`/v1/${kind}/${ids[3]}`)
    const rest = idsOf((await page(`${path}?limit=100`)).body)
    expect(idsOf((await page(`${path}?starting_after=${ids[3]}`)).body)).toEqual(rest.slice(rest.indexOf(ids[4]!)))
    expect(idsOf((await page(`${path}?ending_before=${ids[3]}`)).body)).toEqual(ids.slice(0, 3))
  }
})

test('a cursor that is absent, malformed, of another kind, list, owner or environment is cursor_invalid', async () => {
  const stranger = registryOf(server, await server.key({ consumer: 'stranger' }))
  const live = registryOf(server, await server.key({ livemode: true }))
  const [other, foreign, elsewhere] = [await mine.identity(), await stranger.identity(), await live.identity()]
  const wallets = [await mine.wallet(other.id), await stranger.wallet(foreign.id), await live.wallet(elsewhere.id)]
  const { id } = await mine.identity()
  const wallet = await mine.wallet(id)
  const cursors: [string, string[]][] = [
    [`/v1/identities/${id}/endpoints`, [...wallets.map(({ id }) => id), 'end_00000000000000000000000000', id]],
    ['/v1/identities', [foreign.id, elsewhere.id, wallet.id, 'idn_00000000000000000000000000']],
    [`/v1/identities/${id}/aliases`, [(await mine.username(other.id)).id]],
    [`/v1/identities/${id}/consent_grants`, [(await mine.grant(other.id, owner.consumer)).id]],
    ['/v1/consent_grants', [(await stranger.grant(foreign.id, foreign.id.length ? owner.consumer : '')).id]],
  ]
  for (const [path, ids] of cursors) {
    for (const cursor of [...ids, '', 'x', `${ids[0]}%00`, ids[0]!.toUpperCase()]) {
      for (const name of ['starting_after', 'ending_before']) {
        const refused = await page(`${path}?${name}=${cursor}`)
        expect([path, cursor, refused.status, failure(refused)]).toMatchObject([
          path,
          cursor,
          400,
          { code: 'cursor_invalid', param: name },
        ])
      }
    }
  }
  const both = await page(`/v1/identities?starting_after=${id}&ending_before=${id}`)
  expect([both.status, failure(both).code]).toEqual([400, 'parameter_conflict'])
})

test('rows committed before the first page and not removed appear exactly once, during concurrent creates and removals', async () => {
  const { id } = await mine.identity()
  const path = `/v1/identities/${id}/endpoints`
  const stay = await Promise.all(Array.from({ length: 20 }, () => mine.wallet(id)))
  const go = await Promise.all(Array.from({ length: 8 }, () => mine.wallet(id)))
  const seen = await walk(path, 3, async () => {
    const gone = go.pop()
    await Promise.all([mine.wallet(id), gone ? mine.remove(`/v1/endpoints/${gone.id}`) : undefined])
  })
  expect(new Set(seen).size).toBe(seen.length)
  for (const { id } of stay) expect(seen.filter((one) => one === id)).toHaveLength(1)
})

test('GraphQL connections page the same rows by the same ids, both ways', async () => {
  const { id } = await mine.identity()
  const made: string[] = []
  for (let n = 0; n < 5; n++) made.unshift((await mine.wallet(id)).id)
  const document = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    identity(id: $id) { endpoints(first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } } }`
  const at = async (variables: object) => {
    const { body } = await owner.graphql(document, { id, ...variables })
    if (body.errors) return body.errors[0].extensions
    const { edges, pageInfo } = body.data.identity.endpoints
    for (const { cursor, node } of edges) expect(cursor).toBe(node.id)
    return [edges.map(({ cursor }: Body) => made.indexOf(cursor)), pageInfo]
  }
  const info = (hasNextPage: boolean, hasPreviousPage: boolean, start?: number, end?: number) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: start === undefined ? null : made[start],
    endCursor: end === undefined ? null : made[end],
  })
  expect(await at({})).toEqual([[0, 1, 2, 3, 4], info(false, false, 0, 4)])
  expect(await at({ first: 2 })).toEqual([[0, 1], info(true, false, 0, 1)])
  expect(await at({ first: 2, after: made[1] })).toEqual([[2, 3], info(true, true, 2, 3)])
  expect(await at({ last: 2 })).toEqual([[3, 4], info(false, true, 3, 4)])
  expect(await at({ last: 2, before: made[2] })).toEqual([[0, 1], info(true, false, 0, 1)])
  expect(await at({ first: 2, after: made[4] })).toEqual([[], info(false, true)])
  expect(await at({ after: 'end_00000000000000000000000000' })).toMatchObject({
    code: 'CURSOR_INVALID',
    type: 'invalid_request_error',
    param: 'after',
  })
  expect(await at({ before: id })).toMatchObject({ code: 'CURSOR_INVALID', param: 'before' })
  expect(await at({ first: 0 })).toMatchObject({ code: 'PARAMETER_INVALID', param: 'first' })
  expect(await at({ first: 101 })).toMatchObject({ code: 'PARAMETER_INVALID', param: 'first' })
  expect(await at({ last: -1 })).toMatchObject({ code: 'PARAMETER_INVALID', param: 'last' })
  expect(await at({ first: 1, last: 1 })).toMatchObject({ code: 'PARAMETER_CONFLICT' })
})
