// Sends load at a steady rate from a process of its own: `node bench/load/paced.ts '<plan as JSON>'`. A request that is due
// while every connection waits is sent as soon as one is free, and its time counts from when it was due. Without a rate each connection asks
// again at once. Prints one JSON line for each window.

import { type Connection, openConnection } from './connection.ts'

export type PacedPlan = {
  url: string
  path: string
  headers: Record<string, string>
  /** A body with one `%d`, where a random number below `range` goes. */
  body: string
  range: number
  connections: number
  /** Requests a second; null is as many as are answered. */
  rate: number | null
  windows: number
  windowSeconds: number
}

/** Times in milliseconds. */
export type Window = { answered: number; failed: number; perSecond: number; p50: number; p99: number }

const plan = JSON.parse(process.argv[2]!) as PacedPlan
const { hostname, port, host } = new URL(plan.url)
const headers = Object.entries({ host, ...plan.headers })
const head = `POST ${plan.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`

const idle: Connection[] = []
const began = performance.now()
let taken = 0
let failed = 0
let times: number[] = []
let opened = performance.now()

function send(connection: Connection, owned: { dueAt: number }): void {
  owned.dueAt = plan.rate === null ? performance.now() : began + (taken / plan.rate) * 1_000
  taken++
  const body = plan.body.replace('%d', String(Math.floor(Math.random() * plan.range)))
  connection.send(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const isDue = (now: number): boolean => plan.rate === null || taken < ((now - began) / 1_000) * plan.rate

type Held = { connection: Connection; owned: { dueAt: number } }
const held = new Map<Connection, Held['owned']>()

function open(): void {
  const owned = { dueAt: 0 }
  const connection: Connection = openConnection(hostname, Number(port), {
    onReply({ status, closes }) {
      const now = performance.now()
      if (status === 200) times.push(now - owned.dueAt)
      else failed++
      if (closes) connection.close()
      else if (isDue(now)) send(connection, owned)
      else idle.push(connection)
    },
    onGone(wasWaiting) {
      if (wasWaiting) failed++
      held.delete(connection)
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      setTimeout(open, 50)
    },
  })
  held.set(connection, owned)
  if (plan.rate === null) send(connection, owned)
  else idle.push(connection)
}

function sendDue(): void {
  const now = performance.now()
  while (idle.length > 0 && isDue(now)) {
    const connection = idle.shift()!
    send(connection, held.get(connection)!)
  }
}

/** What was answered since the last window. */
function close(): Window {
  const now = performance.now()
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const perSecond = sorted.length / ((now - opened) / 1_000)
  const window = { answered: sorted.length, failed, perSecond, p50: at(0.5), p99: at(0.99) }
  times = []
  failed = 0
  opened = now
  return window
}

for (let index = 0; index < plan.connections; index++) open()
if (plan.rate !== null) setInterval(sendDue, 1)
let windows = 0
setInterval(() => {
  process.stdout.write(`${JSON.stringify(close())}\n`, () => {
    if (++windows === plan.windows) process.exit(0)
  })
}, plan.windowSeconds * 1_000)
