import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A process that starts a hundred times needn't compile a hundred times. */
const compiled = join(tmpdir(), 'signpost-faults-compiled')
const main = join(import.meta.dirname, '../../../src/cli/main.ts')

export type Supervised = {
  url: string
  /** Unrequested ends. */
  readonly crashes: number
  /** The output of all its lives. */
  said(): string
  /** Kills it; another takes its place at once. Resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it in order, and starts no other. */
  stop(): Promise<number | null>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Keeps `signpost serve` running on one port, as a service manager does. `seeded` are modules it loads first. */
export async function supervise(env: Record<string, string>, seeded: readonly string[] = []): Promise<Supervised> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const imports = seeded.flatMap((file) => ['--import', join(import.meta.dirname, 'seeded', file)])
  let child: ChildProcess
  let said = ''
  let crashes = 0
  let isExpected = false
  let isStopped = false

  function start(): void {
    isExpected = false
    child = spawn(process.execPath, [...imports, main, 'serve'], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compiled,
        LOG_LEVEL: 'error',
        RATE_LIMITS: 'off',
        // Sample payees are no effects of the traffic.
        SANDBOX: 'off',
        ...env,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk))
    child.once('exit', () => {
      if (isStopped) return
      if (!isExpected) crashes++
      start()
    })
  }
  start()

  const listens = async () => {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => null)
    return response?.status === 200
  }
  for (const end = Date.now() + 60_000; !(await listens()); ) {
    if (Date.now() > end || crashes > 3) throw new Error(`The server does not start: ${said}`)
    await new Promise((wait) => setTimeout(wait, 20))
  }

  return {
    url,
    get crashes() {
      return crashes
    },
    said: () => said,
    async kill() {
      isExpected = true
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      isStopped = true
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = await gone
      return code
    },
  }
}
