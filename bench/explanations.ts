// npm run bench -- explanations [--asked 100] [--rounds 5]
//
// Measures explanations of an alias whose identity has 50 endpoints, for a consumer with a grant that lists all of them: over HTTP,
// four at once. Their 95th percentile is at most 50 ms.

import { inLanes } from '../test/support/wire.ts'
import { numbersOf, quantile, raisedLimits, withService } from './app.ts'
import { show } from './figures.ts'

const wanted = numbersOf({ asked: 100, rounds: 5 })

await withService({ ...raisedLimits, WEBHOOK_WORKER: 'off' }, async ({ key, wire, make }) => {
  const identity = await make('/v1/identities', { type: 'user' })
  const hidden = { identity, privacy_level: 'consent_required' }
  const alias = await make('/v1/aliases', { ...hidden, type: 'username', value: 'maria.explained' })
  const account = { ...hidden, type: 'bank_account', address: 'DE89370400440532013000' }
  const capabilities = [{ asset: 'EUR', rail: 'sepa' }]
  const endpoints: string[] = []
  for (let made = 0; made < 50; made++) endpoints.push(await make('/v1/endpoints', { ...account, capabilities }))
  const consumer = (await wire.send('GET', '/v1/me', { key })).body.id
  await make('/v1/consent_grants', { identity, consumer, covers: { aliases: [alias], endpoints } })

  const body = { alias, consumer, for: { asset: 'EUR', amount: 5 } }
  async function ask(): Promise<number> {
    const began = performance.now()
    const { status, body: told } = await wire.send('POST', '/v1/explanations', { key, body })
    const shown = told.endpoints?.filter((one: { shown: boolean; token: boolean }) => one.shown && one.token)
    if (status !== 200 || shown.length !== 50) throw new Error(`${status} ${JSON.stringify(told)}`)
    return performance.now() - began
  }
  const asked = Array.from({ length: wanted.asked })
  await inLanes(asked, 4, ask)
  const values: number[] = []
  for (let round = 1; round <= wanted.rounds; round++) values.push(quantile(await inLanes(asked, 4, ask), 0.95))
  show([{ name: `${asked.length} explanations with 50 endpoints, 4 at once, p95 ms`, values, atMost: 50 }])
})
