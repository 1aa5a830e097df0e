import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '../../src/events/event-types.ts'
import { makeWorld, type World } from '../contract/privilege-world.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openWire, type Wire } from '../support/wire.ts'

const file = new URL('../../scripts/recorded-events.json', import.meta.url)

let server: TestServer
let wire: Wire
let world: World
beforeAll(async () => {
  server = await startTestServer({ env: { DISCLOSURE_RECORDS_SYNC: 'on' } })
  wire = openWire(server.url)
  world = await makeWorld(server, wire)
})
afterAll(async () => {
  await wire.close()
  await server.close()
})

/** Writes that report themselves, each on records of their own: what the world's making does not do by itself. */
async function happen(): Promise<void> {
  const key = (await world.key('owner', false, ['*'], 'valid'))!
  const records = await world.fresh('owner', false, 'events')
  const send = (verb: string, path: string, body?: object) =>
    server.send(verb, path, { key, ...(body ? { body } : {}) })
  await send('PATCH', `/v1/identities/${records.identity}`, { display_name: 'Ada' })
  await send('PATCH', `/v1/aliases/${records.alias}`, { privacy_level: 'unlisted' })
  await send('POST', `/v1/aliases/${records.alias}/verify`)
  await send('PATCH', `/v1/endpoints/${records.endpoint}`, { priority: 7 })
  await send('POST', `/v1/api_keys/${records.apiKey}/roll`, {})
  await send('POST', `/v1/claims/${records.claim}/cancel`)
  await send('DELETE', `/v1/sealing_keys/${records.sealingKey}`)
  await send('DELETE', `/v1/consent_grants/${records.grant}`)
  await send('DELETE', `/v1/endpoints/${records.endpoint}`)
  await send('DELETE', `/v1/aliases/${records.alias}`)
  await send('PATCH', `/v1/identities/${records.identity}`, { status: 'suspended' })
}

/** The first body of each type. */
async function bodies(): Promise<Record<string, Record<string, unknown>>> {
  const { rows } = await server.app.pool.query<{ type: string; body: string }>(
    'select distinct on (type) type, body from event order by type, created_at',
  )
  return Object.fromEntries(rows.map(({ type, body }) => [type, JSON.parse(body)]))
}

/** The names of what an object holds, all the way down. */
const namesIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]))
    : typeof value

test('the recorded events are those of a run: same types, same fields (RECORD_EVENTS=1 records them)', async () => {
  await happen()
  const seen = await bodies()
  expect(Object.keys(seen).length).toBeGreaterThan(10)
  if (process.env.RECORD_EVENTS) writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`)
  const recorded = JSON.parse(readFileSync(file, 'utf8'))
  expect(namesIn(recorded)).toEqual(namesIn(seen))
  for (const type of Object.keys(recorded)) expect(Object.keys(eventTypes)).toContain(type)
})
