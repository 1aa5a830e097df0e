import { beforeAll, expect, test } from 'vitest'
import { createSignpost, type Signpost } from '../../src/client/client.ts'
import { forTests, startTestServer } from '../support/server.ts'

let signpost: Signpost
let ids: string[]
const server = forTests(startTestServer)
beforeAll(async () => {
  signpost = createSignpost({ apiKey: (await server.key()).key, baseUrl: server.url })
  ids = []
  for (let n = 0; n < 130; n++) ids.push((await signpost.identities.create({ type: 'machine' })).id)
})

const newestFirst = () => ids.toReversed()

async function idsOf(records: AsyncIterable<{ id: string }>, meanwhile?: (n: number) => Promise<unknown>) {
  const found: string[] = []
  for await (const { id } of records) {
    found.push(id)
    await meanwhile?.(found.length)
  }
  return found
}

test('all records, page after page, none lost and none twice, while others are made', async () => {
  const insert = async (n: number) => {
    if (n % 10 === 0) await signpost.identities.create({ type: 'user' })
  }
  const found = await idsOf(signpost.identities.list({ limit: 25, type: 'machine' }), insert)
  expect(found).toEqual(newestFirst())
  const all = await idsOf(signpost.identities.list({ limit: 7 }), insert)
  expect(all.filter((id) => ids.includes(id))).toEqual(newestFirst())
  expect(new Set(all).size).toBe(all.length)
})

test('a whole list takes two requests of a hundred, with the same query', async () => {
  const asked: string[] = []
  const counting = createSignpost({
    apiKey: (await server.key()).key,
    baseUrl: server.url,
    fetch: (url, init) => {
      asked.push(new URL(String(url)).search)
      return fetch(url, init)
    },
  })
  expect(await idsOf(counting.identities.list({ limit: 100, type: 'machine', status: 'active' }))).toEqual(
    newestFirst(),
  )
  expect(asked).toEqual([
    '?limit=100&type=machine&status=active',
    `?limit=100&type=machine&status=active&starting_after=${ids[30]}`,
  ])
})

test('from a record on, in either direction', async () => {
  const { list } = signpost.identities
  expect(await idsOf(list({ limit: 10, type: 'machine', starting_after: ids[45]! }))).toEqual(newestFirst().slice(85))
  expect(await idsOf(list({ limit: 10, type: 'machine', ending_before: ids[100]! }))).toEqual(ids.slice(101))
})

test('an awaited list is the first page; leaving the loop early requests no further page', async () => {
  const page = await signpost.identities.list({ limit: 3, type: 'machine' })
  expect([page.object, page.has_more, page.data.map(({ id }) => id)]).toEqual(['list', true, newestFirst().slice(0, 3)])
  let requests = 0
  const counting = createSignpost({
    apiKey: (await server.key()).key,
    baseUrl: server.url,
    fetch: (url, init) => {
      requests++
      return fetch(url, init)
    },
  })
  for await (const { id } of counting.identities.list({ limit: 10 })) {
    if (id) break
  }
  expect(requests).toBe(1)
})

test('an empty list ends, and a refused one throws', async () => {
  expect(await idsOf(signpost.webhooks.list())).toEqual([])
  await expect(idsOf(signpost.identities.list({ limit: 101 }))).rejects.toMatchObject({ param: 'limit' })
  await expect(signpost.identities.list({ starting_after: 'nobody' })).rejects.toMatchObject({ code: 'cursor_invalid' })
})
