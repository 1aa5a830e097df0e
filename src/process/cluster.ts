import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../kernel/log.ts'
import { StartFailure } from './start-failure.ts'

/** What the root process tells a worker, once, before it does anything. */
export type Orders = { kind: 'orders'; databaseUrl: string }
/** What a worker tells the root process: it waits for its orders, it listens, or it can't. */
type Report = { kind: 'waiting' } | { kind: 'listening'; url: string } | { kind: 'failed'; message: string }

export type Workers = {
  /** Where the workers listen. */
  url: string
  /** Lets every worker finish what it does. */
  stop(): Promise<void>
  kill(): void
}

export type ClusterOptions = {
  count: number
  orders: Omit<Orders, 'kind'>
  log: Logger
  /** Called for every worker, the first and those that replace one, before it gets its orders. */
  onFork?: (worker: Worker) => void
}

const firstDelayMs = 100
const longestDelayMs = 30_000
/** A worker that lived so long is replaced at once when it dies. */
const provenMs = 10_000

const isReport = (message: unknown): message is Report =>
  ['waiting', 'listening', 'failed'].includes(String((message as Partial<Report> | null)?.kind))

/** Starts the workers and replaces those that die. @throws StartFailure when one can't start at first */
export async function startWorkers({ count, orders, log, onFork }: ClusterOptions): Promise<Workers> {
  let isStopping = false
  let failures = 0

  function fork(): Promise<string> {
    const worker = cluster.fork()
    const born = performance.now()
    onFork?.(worker)
    worker.on('error', () => undefined)
    const listening = reportOf(worker, { kind: 'orders', ...orders })
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      failures = performance.now() - born > provenMs ? 0 : failures + 1
      const delayMs = Math.min(longestDelayMs, failures === 0 ? 0 : firstDelayMs * 2 ** (failures - 1))
      log.error({ pid: worker.process.pid, code, signal, delayMs }, 'a worker died: another takes its place')
      pause(delayMs, undefined, { ref: false }).then(() => {
        if (!isStopping) fork().catch(() => undefined)
      })
    })
    return listening
  }

  const alive = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const kill = () => {
    isStopping = true
    for (const worker of alive()) worker.process.kill('SIGKILL')
  }
  try {
    const urls = await Promise.all(Array.from({ length: count }, fork))
    return {
      url: urls[0]!,
      async stop() {
        isStopping = true
        await Promise.all(
          alive().map(async (worker) => {
            const gone = once(worker, 'exit')
            worker.process.kill('SIGTERM')
            await gone
          }),
        )
      },
      kill,
    }
  } catch (error) {
    kill()
    throw error
  }
}

function reportOf(worker: Worker, orders: Orders): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (!isReport(message)) return
      if (message.kind === 'waiting') worker.send(orders)
      else if (message.kind === 'listening') resolve(message.url)
      else reject(new StartFailure(message.message))
    })
    worker.once('exit', () => reject(new StartFailure('A worker ended before it listened.')))
  })
}

/** In a worker: what the root process wants. */
export function receiveOrders(): Promise<Orders> {
  return new Promise((resolve) => {
    process.on('message', function receive(message: Partial<Orders> | null) {
      if (message?.kind !== 'orders') return
      process.off('message', receive)
      resolve(message as Orders)
    })
    report({ kind: 'waiting' })
  })
}

/** In a worker: tells the root process, and returns once it is told. */
export function report(message: Report): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()))
}
