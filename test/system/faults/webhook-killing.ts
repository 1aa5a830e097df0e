import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fixture } from '../../../bench/webhook-fixture.ts'
import { startReceiver } from '../../support/receiver.ts'
import { inherited, mainOf } from '../../support/service-process.ts'

type KillingFixture = Pick<Fixture, 'app' | 'env' | 'webhook' | 'happen' | 'count'>

/** Starts `signpost worker`, a process of its own. */
export const spawnWorker = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [mainOf(), 'worker'], { env: { ...inherited(), ...env }, stdio: 'inherit' })

export async function endWorker(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const exit = once(worker, 'exit')
  worker.kill(signal)
  await exit
}

export type KillFigures = {
  kills: number
  /** Kills that left deliveries leased: they fell between claim and finish. */
  landed: number
  lost: number
  /** Deliveries that arrived more than once. */
  doubled: number
  unfinished: number
}

/** `webhooks`: how many the deliveries are spread over, all on one host. */
export type KillOptions = { deliveries: number; kills: number; workers: number; webhooks?: number }

/** Kills worker processes at points spread over a backlog, each time starting another, until all is delivered. */
export async function killWorkers(
  fixture: KillingFixture,
  { deliveries, kills, workers: abreast, webhooks = 1 }: KillOptions,
): Promise<KillFigures> {
  const receiver = await startReceiver((_, response) =>
    setTimeout(() => response.writeHead(204).end(), 1 + Math.random() * 8),
  )
  for (let n = 0; n < webhooks; n++) await fixture.webhook(`${receiver.url}/${n}`)
  await fixture.happen(deliveries / webhooks)

  const workers = Array.from({ length: abreast }, () => spawnWorker(fixture.env))
  let landed = 0
  for (let kill = 1; kill <= kills; kill++) {
    const goal = Math.floor((deliveries * kill) / (kills + 1))
    while (receiver.arrivals.length < goal) await pause(1)
    await endWorker(workers.shift()!, 'SIGKILL')
    // The other worker goes on: what is leased after its own are done was left by the dead one, so look at lease ends.
    const before = await leased(fixture)
    workers.push(spawnWorker(fixture.env))
    await pause(150)
    const still = await leased(fixture)
    if ([...before].some((token) => still.has(token))) landed++
  }
  for (const end = Date.now() + 120_000; (await fixture.count("state = 'pending'")) > 0 && Date.now() < end; )
    await pause(50)
  await Promise.all(workers.map((worker) => endWorker(worker, 'SIGTERM')))

  const times = new Map<string, number>()
  for (const { event, path } of receiver.arrivals) {
    const delivery = `${event} ${path}`
    times.set(delivery, (times.get(delivery) ?? 0) + 1)
  }
  await receiver.close()
  return {
    kills,
    landed,
    lost: deliveries - times.size,
    doubled: [...times.values()].filter((count) => count > 1).length,
    unfinished: await fixture.count("state <> 'delivered'"),
  }
}

async function leased({ app }: KillingFixture): Promise<Set<string>> {
  const { rows } = await app.pool.query(
    "select lease_token from webhook_delivery where state = 'pending' and lease_token is not null",
  )
  return new Set(rows.map(({ lease_token }) => lease_token))
}
