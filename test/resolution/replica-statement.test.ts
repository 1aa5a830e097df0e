import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  boundValues,
  type LookUp,
  primaryStatement,
  type Row,
  readAll,
  replicaStatement,
} from '../../src/resolution/facts-store.ts'
import { freshName, registryOf } from '../support/registry.ts'
import { forTests, type Key, startTestServer } from '../support/server.ts'

let [owner, grantee]: Key[] = []
let lookUps: LookUp[]
const server = forTests(startTestServer)
beforeAll(async () => {
  owner = await server.key()
  grantee = await server.key({ consumer: 'grantee' })
  const mine = registryOf(server, owner)
  const identity = (await mine.identity()).id
  const value = freshName()
  const alias = { identity, type: 'username', value, privacy_level: 'consent_required' }
  await server.send('POST', '/v1/aliases', { key: owner.key, body: alias })
  await mine.wallet(identity)
  const soon = Math.floor(Date.now() / 1000) + 3600
  const grant = { identity, consumer: grantee.consumer, covers: { all: true }, expires_at: soon }
  expect((await server.send('POST', '/v1/consent_grants', { key: owner.key, body: grant })).status).toBe(201)
  const hidden = freshName()
  await server.send('POST', '/v1/aliases', { key: owner.key, body: { ...alias, value: hidden } })
  const request = { alias: `@${hidden}` }
  await server.send('POST', '/v1/consent_requests', { key: grantee.key, body: request })
  const { rows } = await server.app.pool.query('select value, skeleton from alias where value = any($1)', [
    [value, hidden],
  ])
  lookUps = [...rows, { value: 'nobody', skeleton: randomUUID() }].map((found) => ({
    livemode: false,
    type: 'username',
    value: found.value,
    skeleton: found.skeleton,
    consumerId: grantee!.consumerId,
  }))
})

const ask = async (text: string, more: unknown[] = []) => {
  const asked = { text, values: [...boundValues(lookUps), ...more], rowMode: 'array' }
  return (await server.app.pool.query<Row>(asked as never)).rows
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a replica’s statement finds the rows of the primary’s, and names the answering process', async () => {
  const rows = await ask(replicaStatement, [new Date().toISOString()])
  expect(readAll(lookUps, rows)).toEqual(readAll(lookUps, await ask(primaryStatement)))
  for (const row of rows) expect(row.at(-1)).toBeGreaterThan(0)
})

test('expiries are evaluated by the given time, not by the server’s clock', async () => {
  const at = async (hours: number) => readAll(lookUps, await ask(replicaStatement, [inHours(hours)]))
  const [now, later, muchLater] = [await at(0), await at(2), await at(24 * 400)]
  expect(now.map(({ grant }) => grant !== null).filter(Boolean)).toHaveLength(2)
  expect(later.filter(({ grant }) => grant !== null)).toEqual([])
  expect(now.filter(({ hasOpenRequest }) => hasOpenRequest)).toHaveLength(1)
  expect(muchLater.filter(({ hasOpenRequest }) => hasOpenRequest)).toEqual([])
})
