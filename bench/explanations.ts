// npm run bench -- explanations [--asked 100] [--rounds 5]
//
// Measures explanations of an alias whose identity has 50 endpoints, for a consumer with a grant that lists all of them: over HTTP,
// four at once. Exit code 1 when their 95th percentile is above 50 ms.

import { startService } from '../test/support/service-process.ts'
import { inLanes, openWire } from '../test/support/wire.ts'
import { median, numbersOf, quantile, raisedLimits } from './app.ts'

const wanted = numbersOf({ asked: 100, rounds: 5 })
const goalMs = 50
const service = await startService({ ...raisedLimits, WEBHOOK_WORKER: 'off' })
const key = service.key!
const wire = openWire(service.url)
const make = async (path: string, body: object) => (await wire.send('POST', path, { key, body })).body

try {
  const identity = (await make('/v1/identities', { type: 'user' })).id
  const named = { identity, type: 'username', value: 'maria.explained', privacy_level: 'consent_required' }
  const alias = (await make('/v1/aliases', named)).id
  const account = {
    identity,
    type: 'bank_account',
    address: 'DE89370400440532013000',
    privacy_level: 'consent_required',
  }
  const capabilities = [{ asset: 'EUR', rail: 'sepa' }]
  const endpoints: string[] = []
  for (let made = 0; made < 50; made++) endpoints.push((await make('/v1/endpoints', { ...account, capabilities })).id)
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
  const rounds: number[] = []
  for (let round = 1; round <= wanted.rounds; round++) {
    const times = await inLanes(asked, 4, ask)
    rounds.push(quantile(times, 0.95))
    console.log(`round ${round}  p50 ${median(times).toFixed(1)} ms  p95 ${rounds.at(-1)!.toFixed(1)} ms`)
  }
  const p95 = median(rounds)
  console.log(`${asked.length} explanations with 50 endpoints, 4 at once: p95 ${p95.toFixed(1)} ms (goal ${goalMs} ms)`)
  process.exitCode = p95 <= goalMs ? 0 : 1
} finally {
  await wire.close()
  await service.stop()
}
