import { spawn } from 'node:child_process'
import { join } from 'node:path'

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
}

/** Sends load from another process until the plan is over, or until `stop`; `flowing` once the first answer is there. */
export function sendLoad(plan: Plan): { flowing: Promise<void>; done: Promise<Summary>; stop: () => void } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-generator.ts'), JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  const flowing = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.startsWith('flowing\n')) resolve()
    })
  })
  const done = new Promise<Summary>((resolve, reject) => {
    child.on('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(said.replace('flowing\n', '')) as Summary)
        : reject(new Error(`The load generator ended with ${code}.`)),
    )
  })
  return { flowing, done, stop: () => child.stdin.end() }
}
