import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openConnection, type Reply } from '../load/connection.ts'
import type { Counters } from './counters.ts'

const preload = join(import.meta.dirname, 'counters.ts')

/** A service in a process of its own that counts what it uses. */
export type Counted = { url: string; child: ChildProcess; count(): Promise<Counters>; stop(): Promise<void> }

export type Start = {
  /** The checkout whose code runs. */
  tree: string
  port: number
  env: Record<string, string>
  nodeOptions?: readonly string[]
}

/** Starts `signpost serve` of a checkout with its counters, and waits until it is ready. */
export async function startCounted({ tree, port, env, nodeOptions = [] }: Start): Promise<Counted> {
  const child = spawn(process.execPath, [...nodeOptions, '--import', preload, join(tree, 'src/cli/main.ts'), 'serve'], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The service of ${tree} ended with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  async function count(): Promise<Counters> {
    const said = once(child, 'message')
    child.send('count')
    const [{ counted }] = (await said) as [{ counted: Counters }]
    return counted
  }
  async function stop(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { url, child, count, stop }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** What is sent: `bodyOf` makes the body of the n-th request. */
export type Asking = { path: string; headers: Readonly<Record<string, string>>; bodyOf: (n: number) => string }

/** Sends so many requests over so many connections, each of which waits for its answer. @throws Error when one is refused */
export function ask(url: string, { path, headers, bodyOf }: Asking, count: number, connections: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}`
  let sent = 0
  let answered = 0
  return new Promise((resolve, reject) => {
    function open(): void {
      const next = () => {
        if (sent === count) return connection.close()
        const body = bodyOf(sent++)
        connection.send(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }
      const onReply = ({ status, body }: Reply) => {
        if (status >= 300) return reject(new Error(`${path}: ${status} ${body.slice(0, 300)}`))
        if (++answered === count) resolve()
        next()
      }
      const onGone = (wasWaiting: boolean) => wasWaiting && reject(new Error(`${path}: the connection ended.`))
      const connection = openConnection(hostname, Number(port), { onReply, onGone })
      next()
    }
    for (let index = 0; index < connections; index++) open()
  })
}

/** What one request costs: the difference of two counts by the number of requests between, and how many a second there were. */
export type Timed = Cost & { perSecond: number }
export type Cost = { cpuMicros: number; allocatedBytes: number; roundTrips: number }

/** The least of several counts: what the process does besides, by time, is in some of them only. */
export async function leastCost(
  served: Counted,
  asking: Asking,
  { blocks, count }: { blocks: number; count: number },
): Promise<Cost> {
  const costs: Cost[] = []
  for (let block = 0; block < blocks; block++) {
    const bodyOf = (n: number) => asking.bodyOf(block * count + n)
    costs.push(await costOf(served, { ...asking, bodyOf }, count, 1))
  }
  const least = (name: keyof Cost) => Math.min(...costs.map((cost) => cost[name]))
  return { cpuMicros: least('cpuMicros'), allocatedBytes: least('allocatedBytes'), roundTrips: least('roundTrips') }
}

/** Counts what so many requests cost, each. */
export async function costOf(served: Counted, asking: Asking, count: number, connections: number): Promise<Timed> {
  const before = await served.count()
  const since = performance.now()
  await ask(served.url, asking, count, connections)
  const seconds = (performance.now() - since) / 1000
  const after = await served.count()
  const each = (name: keyof Counters) => (after[name] - before[name]) / count
  return {
    cpuMicros: each('cpuMicros'),
    allocatedBytes: each('allocatedBytes'),
    roundTrips: each('roundTrips'),
    perSecond: count / seconds,
  }
}
