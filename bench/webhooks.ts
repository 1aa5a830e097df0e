import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { verifySignature } from '../src/verifier/verify.ts'
import { standardSchedule } from '../src/webhooks/backoff.ts'
import { createEgressGuard } from '../src/webhooks/transport/egress-guard.ts'
import { readWebhookUrl } from '../src/webhooks/url.ts'
import { startWebhookWorker } from '../src/webhooks/worker/worker.ts'
import { answer, startReceiver } from '../test/support/receiver.ts'
import { makeFixture } from './webhook-fixture.ts'
import { endWorker, spawnWorker } from './webhook-worker.ts'

const say = (name: string, figure: string) => console.log(`${name.padEnd(44)}${figure}`)
const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!

async function until(done: () => Promise<boolean>, intervalMs = 25): Promise<void> {
  while (!(await done())) await pause(intervalMs)
}

/** A worker process, a receiver process (this one) and PostgreSQL, all on this machine. */
async function throughput(): Promise<void> {
  const fixture = await makeFixture()
  const receiver = await startReceiver()
  const webhooks = 10
  const secrets = new Map<string, string>()
  for (let n = 0; n < webhooks; n++) {
    const { id, signingSecret } = await fixture.webhook(`${receiver.url}/${n}`)
    secrets.set(`/${n}`, signingSecret!.reveal())
    void id
  }
  await fixture.happen(20)
  const worker = spawnWorker(fixture.env)
  await until(async () => (await fixture.count("state = 'pending'")) === 0)
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    await fixture.happen(1_000)
    const total = await fixture.count("state = 'pending'")
    const began = performance.now()
    await fixture.app.pool.query('notify webhook_delivery')
    await until(async () => (await fixture.count("state = 'pending'")) === 0)
    const left = total / ((performance.now() - began) / 1000)
    rounds.push(left)
  }
  for (const { path, body, headers } of receiver.arrivals) {
    verifySignature(body, headers['service-signature'] as string, secrets.get(path)!)
  }
  await endWorker(worker, 'SIGTERM')
  say('deliveries per second, end to end', `${rounds.map((rate) => rate.toFixed(0)).join(', ')}   goal ≥ 1000`)
  await receiver.close()
  await fixture.close()
}

async function headOfLine(): Promise<void> {
  const fixture = await makeFixture()
  const hanging = await startReceiver(() => undefined)
  const healthy = await startReceiver()
  await fixture.webhook(hanging.url)
  await fixture.happen(5_000)
  await fixture.webhook(healthy.url)
  const worker = spawnWorker(fixture.env)
  await hanging.got(4)
  const began = performance.now()
  await fixture.app.pool.query("update webhook set enabled_events = '{alias.*}' where url like $1", [`${hanging.url}%`])
  await fixture.happen(20)
  await fixture.app.pool.query('notify webhook_delivery')
  await healthy.got(20)
  const took = (performance.now() - began) / 1000
  await endWorker(worker, 'SIGKILL')
  say('20 healthy deliveries beside 5,000 hanging', `all after ${took.toFixed(2)} s   goal ≤ 5 s`)
  await Promise.all([hanging.close(), healthy.close()])
  await fixture.close()
}

async function writeLatency(): Promise<void> {
  const fixture = await makeFixture()
  const hooks: string[] = []
  for (let n = 0; n < 5; n++) hooks.push((await fixture.webhook(`http://127.0.0.1:9/${n}`)).id)
  const write = async () => {
    const began = performance.now()
    await fixture.app.services.identities.create(fixture.call, { type: 'user' })
    return performance.now() - began
  }
  const subscribe = (patterns: string) =>
    fixture.app.pool.query('update webhook set enabled_events = $1', [`{${patterns}}`])
  const times = { none: [] as number[], five: [] as number[] }
  for (let n = 0; n < 300; n++) await write()
  for (let round = 0; round < 20; round++) {
    for (const [name, patterns] of [
      ['none', 'alias.released'],
      ['five', '*'],
    ] as const) {
      await subscribe(patterns)
      await write()
      for (let n = 0; n < 60; n++) times[name].push(await write())
    }
  }
  const [none, five] = [times.none, times.five].map((all) =>
    quantile(
      all.sort((a, b) => a - b),
      0.5,
    ),
  ) as [number, number]
  say(
    'a write, fan-out to none and to 5 (p50)',
    `${none.toFixed(2)} ms, ${five.toFixed(2)} ms: +${(five - none).toFixed(2)} ms   goal ≤ 1 ms`,
  )
  await fixture.close()
}

async function schedule(): Promise<void> {
  let now = Date.now() + 1_000
  const fixture = await makeFixture({
    clock: () => now,
    queueClock: () => new Date(now),
    transport: { random: () => 0.5 },
  })
  const receiver = await startReceiver(answer(500))
  await fixture.webhook(receiver.url)
  await fixture.happen(1)
  const worker = startWebhookWorker(fixture.app, { pollMs: 10, jobs: [] })
  const attempted: number[] = []
  for (let n = 1; n <= standardSchedule.length; n++) {
    await receiver.got(n)
    attempted.push(now)
    await until(async () => (await fixture.count(`attempts = ${n} and lease_token is null`)) === 1, 5)
    const { rows } = await fixture.app.pool.query(
      'select greatest(next_at, paused_until) as at from webhook_delivery d join webhook w on w.id = d.webhook_id',
    )
    now = rows[0].at.getTime()
  }
  await worker.stop()
  console.log('attempts under a fake clock, no jitter (planned, waited in seconds):')
  attempted.forEach((at, index) => {
    const waited = index === 0 ? 0 : (at - attempted[index - 1]!) / 1000
    console.log(
      `  attempt ${String(index + 1).padStart(2)}${String(standardSchedule[index]! / 1000).padStart(10)}${waited.toFixed(1).padStart(12)}`,
    )
  })
  say('after the last attempt', (await fixture.count("state = 'exhausted'")) === 1 ? 'exhausted' : 'NOT exhausted')
  await receiver.close()
  await fixture.close()
}

async function addresses(): Promise<void> {
  type Vector = { url: string; why: string; refused: boolean }
  const file = new URL('../test/vectors/egress.json', import.meta.url)
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }
  const guard = createEgressGuard({ allowed: [], resolve: async () => [] })
  let through = 0
  for (const { url: text, why, refused } of vectors) {
    const url = readWebhookUrl(text)
    const isRefused = url === null || !(await guard.permits(url))
    if (refused && !isRefused) through++
    console.log(`  ${isRefused ? 'refused' : 'allowed'}  ${text.padEnd(36)}${why}`)
  }
  say(`of ${vectors.filter(({ refused }) => refused).length} addresses to refuse, let through`, String(through))
}

const parts = { throughput, headOfLine, writeLatency, schedule, addresses }
const asked = process.argv.slice(2)
for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await run()
