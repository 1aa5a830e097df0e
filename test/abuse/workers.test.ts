import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { sendLoad } from '../../bench/load/run.ts'
import { resolveAlice, runService } from './service.ts'

// Each starts processes of its own, which takes as long as the machine lets it.
vi.setConfig({ testTimeout: 120_000 })

/** The processes that a process started, by what the system says (Linux). */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
    .map(Number)
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The processor time that a process has used, in ticks. */
const used = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'WORKERS=2 serves on one port, spreads, replaces a worker that is killed, and stops without a failed request',
  async () => {
    const service = await runService({ WORKERS: '2', DRAIN_SECONDS: '3', WEBHOOK_WORKER: 'off' })
    try {
      const root = service.process.pid!
      const workers = childrenOf(root)
      expect(workers).toHaveLength(2)

      const before = workers.map(used)
      const plan = { ...resolveAlice(service.url, service.key), connections: 16, balanced: true }
      const { statuses, broken } = await sendLoad({ ...plan, seconds: 2 }).done
      expect({ statuses: Object.keys(statuses), broken }).toEqual({ statuses: ['200'], broken: 0 })
      const shares = workers.map((pid, index) => used(pid) - before[index]!)
      // Either did its part: neither less than a tenth of the work.
      expect(Math.min(...shares)).toBeGreaterThan(Math.max(...shares) / 10)

      process.kill(workers[0]!, 'SIGKILL')
      const replaced = () => childrenOf(root).filter((pid) => isAlive(pid) && !workers.includes(pid))
      await expect.poll(() => replaced().length, { timeout: 20_000 }).toBe(1)
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
      await expect.poll(() => used(replaced()[0]!), { timeout: 20_000 }).toBeGreaterThan(0)
      await pause(2_000)

      const all = childrenOf(root)
      const load = sendLoad({ ...plan, seconds: 30 })
      await load.flowing
      await pause(500)
      service.process.kill('SIGTERM')
      expect(await service.exited).toBe(0)
      load.stop()
      expect((await load.done).broken).toBe(0)
      expect(all.filter(isAlive)).toEqual([])
    } finally {
      await service.close()
    }
  },
)

test.runIf(isLinux)('no worker outlives a root process that is killed', async () => {
  const service = await runService({ WORKERS: '2' })
  try {
    const workers = childrenOf(service.process.pid!)
    // The third one delivers webhooks.
    expect(workers).toHaveLength(3)
    service.process.kill('SIGKILL')
    await service.exited
    await expect.poll(() => workers.filter(isAlive), { timeout: 20_000 }).toEqual([])
  } finally {
    await service.close()
  }
})

test.runIf(isLinux)('a second signal ends the root process and its workers at once', async () => {
  const service = await runService({ WORKERS: '2', DRAIN_SECONDS: '8' })
  try {
    const workers = childrenOf(service.process.pid!)
    service.process.kill('SIGTERM')
    await pause(300)
    service.process.kill('SIGTERM')
    expect(await service.exited).toBe(1)
    await expect.poll(() => workers.filter(isAlive), { timeout: 5_000 }).toEqual([])
  } finally {
    await service.close()
  }
})
