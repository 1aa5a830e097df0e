import { beforeAll, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { payerKey } from '../support/open-release.ts'
import { registryForTests } from '../support/registry.ts'
import { counted, metricsToken, readScrape, scrape } from '../support/scrape.ts'
import { forTests } from '../support/server.ts'

let sealingKey: string
const { server, mine } = registryForTests({ env: { METRICS_TOKEN: metricsToken } })
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  const { body } = await payer.post('/v1/sealing_keys', { jwk: (await payerKey()).jwk })
  sealingKey = body.id
  await activateSealingKey(server.app.db, decodeId('sealingKey', sealingKey)!)
})

const now = async () => readScrape(await scrape(server.url))

/** Returns the counts of one metric family that `work` caused. */
async function countOf(family: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await now()
  await work()
  return Object.fromEntries(
    Object.entries(counted(before, await now())).filter(([series]) => series.startsWith(family)),
  )
}

test('payee checks are counted by verdict, and those of unknown aliases like any other', async () => {
  const { id } = await mine.identity()
  const { value } = await mine.username(id)
  const key = (await server.key()).key
  await server.send('POST', `/v1/identities/${id}/payee_names`, { key, body: { kind: 'legal', name: 'Jane Roe' } })
  const check = (alias: string, name: string) =>
    countOf('signpost_payee_checks', () => payer.post('/v1/payee_checks', { alias, name }))
  expect(await check(`@${value}`, 'Jane Roe')).toEqual({ 'signpost_payee_checks_total{verdict="declared_match"}': 1 })
  expect(await check(`@${value}`, 'John Doe')).toEqual({ 'signpost_payee_checks_total{verdict="no_match"}': 1 })
  expect(await check('@nobody.here', 'Jane Roe')).toEqual({ 'signpost_payee_checks_total{verdict="unavailable"}': 1 })
})

test('releases are counted by their permission, refusals as one, replays not at all', async () => {
  const { id } = await mine.identity()
  const alias = `@${(await mine.username(id)).value}`
  const [open, granted, shut] = [
    await mine.account(id, { release: 'public' }),
    await mine.account(id, { release: 'granted' }),
    await mine.account(id),
  ]
  await mine.grant(id, payer.consumer, { release: [granted.id] })
  const ask = (endpoint: string, headers: Record<string, string> = {}) =>
    countOf('signpost_releases', () =>
      payer.post('/v1/releases', { alias, endpoint, sealing_key: sealingKey }, headers),
    )
  const once = { 'idempotency-key': 'once' }
  expect(await ask(open.id, once)).toEqual({ 'signpost_releases_total{outcome="public"}': 1 })
  expect(await ask(open.id, once)).toEqual({})
  expect(await ask(granted.id)).toEqual({ 'signpost_releases_total{outcome="granted"}': 1 })
  const refused = { 'signpost_releases_total{outcome="refused"}': 1 }
  expect(await ask(shut.id)).toEqual(refused)
  expect(await ask('end_nothing')).toEqual(refused)
})
