// Sends load from a process of its own: `node bench/load/generator.ts '<plan as JSON>'`. It stops after `seconds`, or when
// its standard input ends, lets what is under way finish, and prints one JSON line. Before that it prints `flowing` at the
// first answer.

import { type Connection, openConnection } from './connection.ts'

export type Plan = {
  url: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  connections: number
  seconds: number
  /** Milliseconds between the answer and the next request of a connection. */
  thinkMs?: number
  /** Obeys Retry-After, as a well-behaved client does; without it a refused client tries again at once. */
  polite?: boolean
  /** Stops opening connections once /readyz says no, as a balancer does. */
  balanced?: boolean
  warmUpSeconds?: number
}

export type Latencies = { count: number; p50: number; p99: number; max: number }

export type Summary = {
  statuses: Record<string, number>
  latencies: Record<string, Latencies>
  /** Requests whose connection broke before their answer came. */
  broken: number
  /** Connections that were never made. */
  refused: number
  seconds: number
  rps: number
}

const plan = JSON.parse(process.argv[2]!) as Plan
const { hostname, port } = new URL(plan.url)
const request = render(plan)
const times = new Map<number, number[]>()
let broken = 0
let refused = 0
let isOver = false
let isReady = true
let isFlowing = false
let measuring = !plan.warmUpSeconds
let underWay = 0
let began = performance.now()

function render({ method = 'GET', path, headers = {}, body = '' }: Plan): string {
  const all = {
    host: `${hostname}:${port}`,
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function note(status: number, ms: number): void {
  if (!measuring) return
  const known = times.get(status)
  if (known) known.push(ms)
  else times.set(status, [ms])
}

function run(): void {
  let sentAt = 0
  let mayGoOn = false
  const connection: Connection = openConnection(hostname, Number(port), {
    onReply({ status, closes, retryAfter }) {
      underWay--
      if (!isFlowing) process.stdout.write('flowing\n')
      isFlowing = true
      note(status, performance.now() - sentAt)
      if (closes || isOver) {
        connection.close()
        return
      }
      const pause = plan.polite && retryAfter > 0 ? retryAfter * 1_000 * (0.5 + Math.random()) : (plan.thinkMs ?? 0)
      if (pause > 0) setTimeout(next, pause)
      else next()
    },
    onGone(wasWaiting, wasOpen) {
      if (wasWaiting) underWay--
      if (wasWaiting && wasOpen) broken++
      else if (!wasOpen) refused++
      mayGoOn = !isOver && (isReady || !plan.balanced)
      if (mayGoOn) setTimeout(run, wasOpen ? 0 : 50)
    },
  })
  function next(): void {
    if (isOver) {
      connection.close()
      return
    }
    sentAt = performance.now()
    underWay++
    connection.send(request)
  }
  next()
}

async function watchReadiness(): Promise<void> {
  while (!isOver && isReady) {
    const answer = await fetch(`${plan.url}/readyz`, { headers: { connection: 'close' } }).catch(() => null)
    if (answer?.status !== 200) isReady = false
    await answer?.text()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function latencies(all: number[]): Latencies {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

const round = (value: number): number => Math.round(value * 100) / 100

async function finish(): Promise<void> {
  const seconds = (performance.now() - began) / 1_000
  isOver = true
  const deadline = performance.now() + 30_000
  while (underWay > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
  const answered = [...times.values()].reduce((sum, { length }) => sum + length, 0)
  const summary: Summary = {
    statuses: Object.fromEntries([...times].map(([status, { length }]) => [status, length])),
    latencies: Object.fromEntries([...times].map(([status, all]) => [status, latencies(all)])),
    broken,
    refused,
    seconds: round(seconds),
    rps: Math.round(answered / seconds),
  }
  process.stdout.write(`${JSON.stringify(summary)}\n`, () => process.exit(0))
}

if (plan.balanced) watchReadiness()
for (let index = 0; index < plan.connections; index++) run()
if (plan.warmUpSeconds) {
  setTimeout(() => {
    measuring = true
    began = performance.now()
  }, plan.warmUpSeconds * 1_000)
}
setTimeout(finish, (plan.seconds + (plan.warmUpSeconds ?? 0)) * 1_000)
process.stdin.on('end', finish).resume()
