import { beforeAll, expect, test } from 'vitest'
import { forTests, startTestServer } from '../support/server.ts'

let greedy: string
let neighbour: string
const server = forTests(() =>
  startTestServer({
    env: { DATABASE_POOL_SIZE: '2', DATABASE_LIST_POOL_SIZE: '2', DATABASE_LIST_TIMEOUT_MS: '250' },
  }),
)
beforeAll(async () => {
  greedy = (await server.key({ consumer: 'greedy' })).key
  neighbour = (await server.key({ consumer: 'neighbour' })).key
  for (const key of [greedy, neighbour]) await server.send('GET', '/v1/sealing_keys', { key })
})

/** Lists of sealing keys wait while the work runs; nothing else reads the table. */
async function whileListsHang<T>(work: () => Promise<T>): Promise<T> {
  const holder = await server.app.pool.connect()
  try {
    await holder.query('begin; lock table sealing_key in access exclusive mode')
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('a list that takes too long gets 503 overloaded, on REST and on GraphQL, and its statement ends', async () => {
  await whileListsHang(async () => {
    const answer = await server.send('GET', '/v1/sealing_keys', { key: greedy })
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([503, 'overloaded', '1'])
    const graphql = await server.graphql(greedy, '{ sealingKeys { edges { cursor } } }')
    expect(graphql.body.errors[0].extensions.code).toBe('OVERLOADED')
    const { rows } = await server.app.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rows).toEqual([{ n: 0 }])
  })
  expect((await server.send('GET', '/v1/sealing_keys', { key: greedy })).status).toBe(200)
})

test('while lists hang, look-ups and writes go on, and so do the lists of a neighbour', async () => {
  await whileListsHang(async () => {
    let isOver = false
    const lists = Promise.all(
      Array.from({ length: 10 }, () => server.send('GET', '/v1/sealing_keys', { key: greedy })),
    ).finally(() => {
      isOver = true
    })
    const missed = await server.send('POST', '/v1/resolve', { key: neighbour, body: { alias: '@nobody-at-all' } })
    expect(missed.status).toBe(404)
    const made = await server.send('POST', '/v1/identities', { key: neighbour, body: { type: 'user' } })
    expect(made.status).toBe(201)
    expect((await server.send('GET', '/v1/identities', { key: neighbour })).status).toBe(200)
    expect(isOver).toBe(false)
    for (const { status } of await lists) expect(status).toBe(503)
  })
})
