// npm run bench -- webhooks
//
// Measures deliveries: the rate per second, healthy ones beside a hanging receiver, and their cost for the write. A
// worker process, the receiver and PostgreSQL share this machine. `npm run evidence -- webhooks` kills workers.

import { setTimeout as pause } from 'node:timers/promises'
import { verifySignature } from '../src/verifier/verify.ts'
import { startReceiver } from '../test/support/receiver.ts'
import { endWorker, spawnWorker } from '../test/system/faults/webhook-killing.ts'
import { median, timesOf } from './app.ts'
import { type Figure, show } from './figures.ts'
import { type Fixture, makeFixture } from './webhook-fixture.ts'

async function delivered(fixture: Fixture): Promise<void> {
  await fixture.app.pool.query('notify webhook_delivery')
  while ((await fixture.count("state = 'pending'")) > 0) await pause(25)
}

async function rate(fixture: Fixture): Promise<Figure> {
  const receiver = await startReceiver()
  const secrets = new Map<string, string>()
  for (let n = 0; n < 10; n++) {
    const { signingSecret } = await fixture.webhook(`${receiver.url}/${n}`)
    secrets.set(`/${n}`, signingSecret!.reveal())
  }
  const worker = spawnWorker(fixture.env)
  const rounds: number[] = []
  // The first round, of twenty events, warms up.
  for (const events of [20, 1_000, 1_000, 1_000]) {
    await fixture.happen(events)
    const began = performance.now()
    await delivered(fixture)
    rounds.push((events * secrets.size * 1_000) / (performance.now() - began))
  }
  for (const { path, body, headers } of receiver.arrivals) {
    verifySignature(body, headers['service-signature'] as string, secrets.get(path)!)
  }
  await endWorker(worker, 'SIGTERM')
  await receiver.close()
  return { name: 'deliveries per second, end to end', values: rounds.slice(1), atLeast: 1_000 }
}

async function hanging(fixture: Fixture): Promise<Figure> {
  const silent = await startReceiver(() => undefined)
  const healthy = await startReceiver()
  await fixture.webhook(silent.url)
  await fixture.happen(5_000)
  await fixture.webhook(healthy.url)
  const worker = spawnWorker(fixture.env)
  await silent.got(4)
  const began = performance.now()
  await fixture.app.pool.query("update webhook set enabled_events = '{alias.*}' where url like $1", [`${silent.url}%`])
  await fixture.happen(20)
  await fixture.app.pool.query('notify webhook_delivery')
  await healthy.got(20)
  const took = (performance.now() - began) / 1_000
  await endWorker(worker, 'SIGKILL')
  await Promise.all([silent.close(), healthy.close()])
  return { name: '20 healthy deliveries beside 5,000 hanging, s', values: [took], atMost: 5 }
}

async function fanOut(fixture: Fixture): Promise<Figure> {
  for (let n = 0; n < 5; n++) await fixture.webhook(`http://127.0.0.1:9/${n}`)
  const write = () => fixture.app.services.identities.create(fixture.call(), { type: 'user' })
  const times = { 'alias.released': [] as number[], '*': [] as number[] }
  await timesOf(300, write)
  for (let round = 0; round < 20; round++) {
    for (const [events, seen] of Object.entries(times)) {
      await fixture.app.pool.query('update webhook set enabled_events = $1', [`{${events}}`])
      await write()
      seen.push(...(await timesOf(60, write)))
    }
  }
  const more = median(times['*']) - median(times['alias.released'])
  return { name: 'a write with fan-out to 5 beside one to none, ms more (p50)', values: [more], atMost: 1 }
}

const figures: Figure[] = []
for (const measure of [rate, hanging, fanOut]) {
  const fixture = await makeFixture()
  figures.push(await measure(fixture).finally(fixture.close))
}
show(figures)
