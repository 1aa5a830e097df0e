// npm run bench -- payments [--rounds 5] [--seconds 4]
//
// Measures checks of payees and of destinations and releases beside resolves: all in turn, in rounds, on one service with its
// embedded PostgreSQL. A check waits for the step of single answers, a release does not; its times are given beside the step all
// the same. Exit code 1 when the 99th percentile of payee checks is more than 1.3 times the step and that of resolves together, or
// that of destination checks more than the step and 1.3 times that of resolves.

import { generateKeyPairSync } from 'node:crypto'
import { readConfig } from '../src/config/config.ts'
import { type Latencies, sendLoad } from '../test/support/load.ts'
import { startService } from '../test/support/service-process.ts'
import { openWire } from '../test/support/wire.ts'
import { median, numbersOf, raisedLimits } from './app.ts'

const { rounds, seconds } = numbersOf({ rounds: 5, seconds: 4 })
const goals = { check: 1.3, destination: 1.3, release: 3 }
const { singleMs: stepMs, bulkMs } = readConfig({}).releaseSteps
const service = await startService({ ...raisedLimits, WEBHOOK_WORKER: 'off' })
const key = service.key!
const wire = openWire(service.url)
const make = async (path: string, body: object): Promise<string> =>
  (await wire.send('POST', path, { key, body })).body.id

try {
  const identity = await make('/v1/identities', { type: 'user', display_name: 'Maria' })
  const alias = '@maria.pays'
  await make('/v1/aliases', { identity, type: 'username', value: alias, privacy_level: 'public' })
  const account = { identity, type: 'bank_account', address: 'DE89370400440532013000', privacy_level: 'public' }
  const endpoint = await make('/v1/endpoints', { ...account, release: 'public' })
  await make(`/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'Maria Gonzalez' })
  const jwk = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const sealing_key = await make('/v1/sealing_keys', { jwk })
  const shop = await make('/v1/identities', { type: 'merchant' })
  await make('/v1/aliases', { identity: shop, type: 'username', value: '@shop.sells', privacy_level: 'public' })
  await make('/v1/endpoints', { ...account, identity: shop })
  const destination = { type: account.type, address: account.address }
  const asked = {
    resolve: { path: '/v1/resolve', body: { alias }, status: 200 },
    check: { path: '/v1/payee_checks', body: { alias, name: 'Maria Gonzalez' }, status: 200 },
    destination: { path: '/v1/destination_checks', body: { alias: '@shop.sells', destination }, status: 200 },
    release: { path: '/v1/releases', body: { alias, endpoint, sealing_key }, status: 201 },
  }
  const { text } = await wire.send('POST', asked.destination.path, { key, body: asked.destination.body })
  if (!text.includes('"verdict":"match"')) throw new Error(text)
  const none: Latencies[] = []
  const seen = { resolve: [...none], check: [...none], destination: [...none], release: [...none] }
  const plan = { url: service.url, method: 'POST', headers: { authorization: `Bearer ${key}` }, connections: 4 }
  const pace = { thinkMs: 5, seconds, warmUpSeconds: 1 }
  for (let round = 1; round <= rounds; round++) {
    for (const [name, { path, body, status }] of Object.entries(asked)) {
      const { statuses, latencies } = await sendLoad({ ...plan, ...pace, path, body: JSON.stringify(body) }).done
      if (Object.keys(statuses).join() !== String(status)) throw new Error(`${name}: ${JSON.stringify(statuses)}`)
      const { p50, p99 } = latencies[status]!
      seen[name as keyof typeof asked].push(latencies[status]!)
      console.log(`round ${round}  ${name.padEnd(11)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`)
    }
  }
  /** The median of the rounds, each relative to the step and a resolve of the same round. */
  const beside = (name: 'check' | 'release', what: 'p50' | 'p99') =>
    median(seen[name].map((times, round) => times[what] / (stepMs + seen.resolve[round]![what])))
  // A destination check has one step free: only the time beyond it counts against a resolve.
  const destinations = median(seen.destination.map(({ p99 }, round) => (p99 - bulkMs) / seen.resolve[round]!.p99))
  const [check, release] = [beside('check', 'p99'), beside('release', 'p50')]
  console.log(`\nthe step is ${stepMs} ms, of destination checks ${bulkMs} ms; medians of ${rounds} rounds`)
  console.log(`check p99 / (step + resolve p99): ${check.toFixed(2)}, asked ≤ ${goals.check}`)
  console.log(`(destination p99 - step) / resolve p99: ${destinations.toFixed(2)}, asked ≤ ${goals.destination}`)
  console.log(`release p50 / (step + resolve p50): ${release.toFixed(2)}, asked ≤ ${goals.release}`)
  const holds = check <= goals.check && destinations <= goals.destination && release <= goals.release
  process.exitCode = holds ? 0 : 1
} finally {
  await wire.close()
  await service.stop()
}
