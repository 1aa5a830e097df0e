import { existsSync, readFileSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { program } from './binaries.ts'
import { type Cluster, configure, type Settings } from './cluster.ts'
import { run } from './command.ts'
import { answers } from './connection.ts'
import { anyoneIn, servesCluster } from './process.ts'

/** A running server. */
export interface Postmaster {
  pid: number
  port: number
}

const timeoutMs = 30_000
const largestLog = 10 * 1024 * 1024

/**
 * Finds a running server of the cluster and waits until it answers; null without one. The `postmaster.pid` of a killed
 * server is removed if another process now has its number.
 */
export async function findPostmaster({ data }: Cluster): Promise<Postmaster | null> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = readPostmasterPid(data)
    if (!found) return null
    if (!(await servesCluster(found.pid, data))) {
      await discardStalePid(data, deadline)
      return null
    }
    if (found.port && (await answers(found.port))) return found
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${found.pid}) in ${data} runs but does not answer`)
    await pause(100)
  }
}

/**
 * Starts the server and returns once it accepts connections. If the port is taken, it tries another. The backends of a
 * killed server may live for a moment: the start is repeated until they are gone.
 */
export async function startPostmaster(cluster: Cluster, overrides: Settings, wanted?: number): Promise<Postmaster> {
  const deadline = Date.now() + timeoutMs
  if (existsSync(cluster.log) && statSync(cluster.log).size > largestLog) await rename(cluster.log, `${cluster.log}.1`)
  for (let port = wanted ?? (await freePort()); ; ) {
    await configure(cluster, port, overrides)
    const before = logSize(cluster)
    const { code, output } = await pgCtl(cluster, ['start', '-w', '-t', '60', '-l', cluster.log])
    const started = readPostmasterPid(cluster.data)
    if (code === 0 && started) return started
    const said = await logSince(cluster, before)
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${output.trim()}\n${said}`)
    if (/could not create any TCP\/IP sockets|could not bind/.test(said)) port = await freePort()
    else if (/still in use|lock file .* already exists/.test(said)) await pause(100)
    else throw new Error(`PostgreSQL did not start: ${output.trim()}\n${said}`)
  }
}

/** Stops the server: clients are disconnected and all data is written. A stopped server is no error. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const found = readPostmasterPid(cluster.data)
  if (!found || !(await servesCluster(found.pid, cluster.data))) return
  await endPostmaster(cluster)
  // The server removes its file shortly before its process ends.
  const deadline = Date.now() + timeoutMs
  while ((await servesCluster(found.pid, cluster.data)) && Date.now() < deadline) await pause(20)
}

async function endPostmaster(cluster: Cluster): Promise<void> {
  const fast = await pgCtl(cluster, ['stop', '-m', 'fast', '-w', '-t', '30'])
  if (fast.code === 0 || !readPostmasterPid(cluster.data)) return
  const immediate = await pgCtl(cluster, ['stop', '-m', 'immediate', '-w', '-t', '30'])
  if (immediate.code !== 0) throw new Error(`PostgreSQL did not stop: ${immediate.output.trim()}`)
}

function pgCtl({ data, binaries, account }: Cluster, args: readonly string[]) {
  return run(program(binaries, 'pg_ctl'), ['-D', data, ...args], { account })
}

function readPostmasterPid(data: string): Postmaster | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function discardStalePid(data: string, deadline: number): Promise<void> {
  while (anyoneIn(data)) {
    if (Date.now() > deadline) throw new Error(`Processes of a killed PostgreSQL still work in ${data}`)
    await pause(50)
  }
  await rm(join(data, 'postmaster.pid'), { force: true })
}

function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer().on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => settle(port))
    })
  })
}

function logSize({ log }: Cluster): number {
  return existsSync(log) ? statSync(log).size : 0
}

async function logSince({ log }: Cluster, start: number): Promise<string> {
  if (!existsSync(log)) return ''
  const file = await open(log)
  try {
    const { buffer, bytesRead } = await file.read({ position: start, buffer: Buffer.alloc(16_384) })
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await file.close()
  }
}
