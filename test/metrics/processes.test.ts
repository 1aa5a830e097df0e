import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { runService } from '../abuse/service.ts'
import { metricsToken, readScrape, scrape } from '../support/scrape.ts'

// Each starts processes of its own, which takes as long as the machine lets it.
vi.setConfig({ testTimeout: 240_000 })

const isLinux = process.platform === 'linux'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((settle) => server.once('listening', settle))
  const { port } = server.address() as AddressInfo
  await new Promise((settle) => server.close(settle))
  return port
}

/** The processes that a process started and what they run, by what the system says (Linux). */
function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
        if (Number(parent) !== pid) return []
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
      } catch {
        return []
      }
    })
}

test.runIf(isLinux)(
  'with WORKERS=2 both ways to the metrics show the sum of all processes, which no death of a worker lowers',
  async () => {
    const port = await freePort()
    const service = await runService({
      WORKERS: '2',
      METRICS_PORT: String(port),
      METRICS_TOKEN: metricsToken,
      RATE_LIMITS: 'off',
    })
    try {
      const own = async () => readScrape(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      const behindToken = async () => readScrape(await scrape(service.url))
      const resolved = 'signpost_http_requests_total{method="POST",route="/v1/resolve",status="2xx"}'
      const ask = () =>
        fetch(`${service.url}/v1/resolve`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${service.key}`,
            'content-type': 'application/json',
            // Each on a connection of its own, so that both workers get some.
            connection: 'close',
          },
          body: '{"alias":"@alice"}',
        }).then((answer) => answer.text())
      for (let n = 0; n < 20; n++) await ask()

      // The root process, two workers and the webhook worker.
      await expect.poll(async () => (await own()).get('signpost_processes'), { timeout: 90_000 }).toBe(4)
      expect((await own()).get(resolved)).toBe(20)
      expect((await behindToken()).get(resolved)).toBe(20)
      // The webhook worker counts, too: it has jobs that nobody else has.
      const job = 'signpost_job_last_success_timestamp_seconds{job="purge-deliveries"}'
      await expect.poll(async () => (await own()).has(job), { timeout: 90_000 }).toBe(true)

      const worker = childrenOf(service.process.pid!).find(({ command }) => !/main\.ts worker/.test(command))!
      process.kill(worker.pid, 'SIGKILL')
      await expect
        .poll(async () => childrenOf(service.process.pid!).some(({ pid }) => pid === worker.pid), { timeout: 90_000 })
        .toBe(false)
      expect((await own()).get(resolved)).toBe(20)
      await expect.poll(async () => (await own()).get('signpost_processes'), { timeout: 90_000 }).toBe(4)
      for (let n = 0; n < 10; n++) await ask()
      expect((await own()).get(resolved)).toBe(30)
    } finally {
      await service.close()
    }
  },
)

test.runIf(isLinux)('METRICS_PORT answers this machine alone, and nothing but the metrics', async () => {
  const port = await freePort()
  const service = await runService({ METRICS_PORT: String(port), HOST: '0.0.0.0' })
  try {
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/v1/me`)).status).toBe(404)
    expect((await fetch(`${service.url.replace('0.0.0.0', '127.0.0.1')}/metrics`)).status).toBe(404)
    const listening = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && Number.parseInt(local!.split(':')[1]!, 16) === port)
      .map(([, local]) => local!.split(':')[0])
    expect(listening).toEqual(['0100007F'])
  } finally {
    await service.close()
  }
})
