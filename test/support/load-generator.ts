// Sends load from a process of its own: `node test/support/load-generator.ts '<plan as JSON>'`. It stops after `seconds`, or when
// its standard input ends, lets what is under way finish, and prints one JSON line. Before that it prints `flowing` at the
// first answer.

import { setTimeout as pause } from 'node:timers/promises'
import { Connection, ConnectionLost, requestOf } from './connection.ts'
import type { Latencies, Plan, Summary } from './load.ts'

const plan = JSON.parse(process.argv[2]!) as Plan
const port = Number(new URL(plan.url).port)
const request = requestOf(plan.method ?? 'GET', plan.path, plan.headers ?? {}, plan.body)
const times = new Map<number, number[]>()
let broken = 0
let refused = 0
let isOver = false
let isReady = true
let isFlowing = false
const began = performance.now() + (plan.warmUpSeconds ?? 0) * 1_000

function note(status: number, ms: number): void {
  if (!isFlowing) process.stdout.write('flowing\n')
  isFlowing = true
  if (performance.now() < began) return
  const known = times.get(status)
  if (known) known.push(ms)
  else times.set(status, [ms])
}

/** Sends one request after the other on one connection, until the plan is over or the connection ends. */
async function converse(connection: Connection): Promise<void> {
  while (!isOver) {
    const { status, milliseconds, closes, retryAfter } = await connection.send(request)
    note(status, milliseconds)
    if (closes) return
    const wait = plan.polite && retryAfter > 0 ? retryAfter * 1_000 * (0.5 + Math.random()) : (plan.thinkMs ?? 0)
    if (wait > 0) await Promise.race([pause(wait), connection.lost])
  }
}

/** Keeps one connection open, until the plan is over. */
async function keepAsking(): Promise<void> {
  while (!isOver && (isReady || !plan.balanced)) {
    const connection = new Connection(port)
    try {
      await converse(connection)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      if (!error.wasOpen) refused++
      else if (error.wasWaiting) broken++
      if (!error.wasOpen) await pause(50)
    } finally {
      connection.close()
    }
  }
}

async function watchReadiness(): Promise<void> {
  while (!isOver && isReady) {
    const answer = await fetch(`${plan.url}/readyz`, { headers: { connection: 'close' } }).catch(() => null)
    if (answer?.status !== 200) isReady = false
    await answer?.text()
    await pause(20)
  }
}

function latencies(all: number[]): Latencies {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

const round = (value: number): number => Math.round(value * 100) / 100

const ended = new Promise((resolve) => {
  setTimeout(resolve, (plan.seconds + (plan.warmUpSeconds ?? 0)) * 1_000)
  process.stdin.on('end', resolve).resume()
})
if (plan.balanced) watchReadiness()
const asking = Array.from({ length: plan.connections }, keepAsking)
await ended
const seconds = (performance.now() - began) / 1_000
isOver = true
await Promise.race([Promise.all(asking), pause(30_000)])
const summary: Summary = {
  statuses: Object.fromEntries([...times].map(([status, { length }]) => [status, length])),
  latencies: Object.fromEntries([...times].map(([status, all]) => [status, latencies(all)])),
  broken,
  refused,
  seconds: round(seconds),
}
process.stdout.write(`${JSON.stringify(summary)}\n`, () => process.exit(0))
