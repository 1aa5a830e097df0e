// npm run bench -- payments [--rounds 5] [--seconds 4]
//
// Measures checks of payees and of destinations and releases beside resolves: all in turn, in rounds, on one service with its
// embedded PostgreSQL. A check waits for the step of single answers, a release does not; its times are given beside the step all
// the same.

import { generateKeyPairSync } from 'node:crypto'
import { readConfig } from '../src/config/config.ts'
import { type Latencies, sendLoad } from '../test/support/load.ts'
import { note, numbersOf, raisedLimits, withService } from './app.ts'
import { show } from './figures.ts'

const { rounds, seconds } = numbersOf({ rounds: 5, seconds: 4 })
const { singleMs: stepMs, bulkMs } = readConfig({}).releaseSteps

await withService({ ...raisedLimits, WEBHOOK_WORKER: 'off' }, async ({ url, key, wire, make }) => {
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
  const seen: Record<keyof typeof asked, Latencies[]> = { resolve: [], check: [], destination: [], release: [] }
  const plan = { url, method: 'POST', headers: { authorization: `Bearer ${key}` }, connections: 4 }
  const pace = { thinkMs: 5, seconds, warmUpSeconds: 1 }
  for (let round = 1; round <= rounds; round++) {
    for (const [name, { path, body, status }] of Object.entries(asked)) {
      const { statuses, latencies } = await sendLoad({ ...plan, ...pace, path, body: JSON.stringify(body) }).done
      if (Object.keys(statuses).join() !== String(status)) throw new Error(`${name}: ${JSON.stringify(statuses)}`)
      const { p50, p99 } = latencies[status]!
      seen[name as keyof typeof asked].push(latencies[status]!)
      note(`round ${round}  ${name.padEnd(11)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`)
    }
  }
  /** Each round relative to the step and a resolve of the same round. */
  const beside = (name: 'check' | 'release', what: 'p50' | 'p99') =>
    seen[name].map((times, round) => times[what] / (stepMs + seen.resolve[round]![what]))
  // A destination check has one step free: only the time beyond it counts against a resolve.
  const destinations = seen.destination.map(({ p99 }, round) => (p99 - bulkMs) / seen.resolve[round]!.p99)
  show([
    { name: 'check p99 / (step + resolve p99)', values: beside('check', 'p99'), atMost: 1.3 },
    { name: '(destination p99 - step) / resolve p99', values: destinations, atMost: 1.3 },
    { name: 'release p50 / (step + resolve p50)', values: beside('release', 'p50'), atMost: 3 },
  ])
})
