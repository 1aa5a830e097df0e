import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Environment, Registry } from './registry.ts'

/** A server under measurement. */
export type Served = { child: ChildProcess; pid: number; url: string; stop(): Promise<void> }

/** `npm start` gives the service a larger young generation: every rung has it, so that none is favoured. */
const nodeOptions = ['--expose-gc', '--max-semi-space-size=64']

/** A loopback port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a rung of the ladder: a module of rungs/ that says when it is ready. */
export async function startRung(rung: string, { env }: Registry, more: Environment = {}): Promise<Served> {
  const port = String(await freePort())
  const child = fork(fileURLToPath(new URL(`rungs/${rung}.ts`, import.meta.url)), {
    // One consumer is the whole load: its share of the places is all of them.
    env: { PATH: process.env.PATH, ...env, ...more, PORT: port },
    execArgv: [...nodeOptions, ...(more.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`The rung ${rung} did not start.`))),
  ])
  async function stop(): Promise<void> {
    child.send('exit')
    await ended
  }
  return { child, pid: child.pid!, url: `http://127.0.0.1:${port}`, stop }
}
