// npm run bench -- payments [--rounds 5] [--seconds 4] [--json]
//
// What a payee check and a release cost beside a resolve: the three in turn, in rounds, on one service with its embedded
// PostgreSQL. A check waits for the step of single answers, a release does not; its times are given beside the step all the same.
// Exit code 1 when the 99th percentile of checks is more than 1.3 times the step and that of resolves together.

import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/app/config.ts'
import type { Plan } from './load/generator.ts'
import { sendLoad } from './load/run.ts'
import { startService } from './load/service.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    /** Prints the rounds' ratios alone, for the run of the ladder. */
    json: { type: 'boolean', default: false },
  },
})
const goals = { check: 1.3, release: 3 }
const stepMs = readConfig({}).releaseSteps.singleMs

/** Of each round: what the ladder's run holds against its goals. */
export type PaymentRatios = { check: number[]; release: number[]; lines: string[] }

type Times = { p50: number; p99: number }

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-payments-'))
const limits = {
  OPENER_CONSUMER_PER_MINUTE: '1000000',
  OPENER_CONSUMER_PER_DAY: '10000000',
  OPENER_PER_DAY: '10000000',
}
const service = await startService({ DATA_DIR: dataDir, WEBHOOK_WORKER: 'off', ...limits })
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }

async function make(path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as { id: string }
}

async function requests(): Promise<Record<string, { path: string; body: object; status: number }>> {
  const identity = (await make('/v1/identities', { type: 'user', display_name: 'Maria' })).id
  const alias = '@maria.pays'
  await make('/v1/aliases', { identity, type: 'username', value: alias.slice(1), privacy_level: 'public' })
  const account = { identity, type: 'bank_account', address: 'DE89370400440532013000', privacy_level: 'public' }
  const { id: endpoint } = await make('/v1/endpoints', { ...account, release: 'public' })
  await make(`/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'Maria Gonzalez' })
  const jwk = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const { id: sealing_key } = await make('/v1/sealing_keys', { jwk })
  return {
    resolve: { path: '/v1/resolve', body: { alias }, status: 200 },
    check: { path: '/v1/payee_checks', body: { alias, name: 'Maria Gonzalez' }, status: 200 },
    release: { path: '/v1/releases', body: { alias, endpoint, sealing_key }, status: 201 },
  }
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const said: string[] = []
function say(line: string): void {
  if (values.json) said.push(line)
  else console.log(line)
}

try {
  const seen: Record<string, Times[]> = {}
  const asked = await requests()
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, { path, body, status }] of Object.entries(asked)) {
      const plan: Plan = {
        ...{ url: service.url, method: 'POST', path, headers, body: JSON.stringify(body) },
        ...{ connections: 4, thinkMs: 5, seconds: Number(values.seconds), warmUpSeconds: 1 },
      }
      const { statuses, latencies } = await sendLoad(plan).done
      if (Object.keys(statuses).join() !== String(status)) throw new Error(`${name}: ${JSON.stringify(statuses)}`)
      const { p50, p99 } = latencies[status]!
      seen[name] = [...(seen[name] ?? []), { p50, p99 }]
      say(`round ${round + 1}  ${name.padEnd(8)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`)
    }
  }
  const of = (name: string, what: keyof Times) => seen[name]!.map((times) => times[what])
  /** Against the step and a resolve of the same round. */
  const beside = (name: string, what: keyof Times) =>
    of('resolve', what).map((resolve, round) => of(name, what)[round]! / (stepMs + resolve))
  const [checks, releases] = [beside('check', 'p99'), beside('release', 'p50')]
  if (values.json)
    console.log(JSON.stringify({ check: checks, release: releases, lines: said } satisfies PaymentRatios))
  const [check, release] = [median(checks), median(releases)]
  say(`\nthe step is ${stepMs} ms; medians of ${values.rounds} rounds`)
  say(`check p99 / (step + resolve p99): ${check.toFixed(2)}, asked ≤ ${goals.check}`)
  say(`release p50 / (step + resolve p50): ${release.toFixed(2)}, asked ≤ ${goals.release}`)
  process.exitCode = values.json || (check <= goals.check && release <= goals.release) ? 0 : 1
} finally {
  service.process.kill('SIGTERM')
  await service.exited
  await rm(dataDir, { recursive: true, force: true })
}
