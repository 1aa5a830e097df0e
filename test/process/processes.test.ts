import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { folderForTests } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { sendLoad } from '../support/load.ts'
import { reach } from '../support/pooler.ts'
import { readScrape } from '../support/scrape.ts'
import { type RunningService, resolveAlice, runService } from '../support/service.ts'
import { type Service, startService } from '../support/service-process.ts'
import { startValkey, valkeyServer } from '../support/valkey.ts'

// Each test starts processes, whose start time depends on the machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = folderForTests('processes')
const tokenFile = join(folder, 'token')
const token = 'operator-'.repeat(5)
writeFileSync(tokenFile, token, { mode: 0o600 })

/** Misses that a key of test mode may have at once: ten times the rule's. */
const misses = 50

let valkey: Awaited<ReturnType<typeof startValkey>> | null = null
let first: RunningService
let second: Service
let env: Record<string, string>
let ports: { admin: number; metrics: number }

const settings = (index: number): Record<string, string> => ({ ...env, PROCESS_INDEX: String(index) })

const startSecond = () =>
  startService({ ...settings(1), ...reach(first.database.url), ENCRYPTION_KEY: first.encryptionKey })

beforeAll(async () => {
  if (valkeyServer) valkey = await startValkey()
  ports = { admin: await freePort(), metrics: await freePort() }
  env = {
    REUSE_PORT: 'on',
    PROCESSES: '2',
    PORT: String(await freePort()),
    ...(valkey ? { VALKEY_URL: valkey.url } : { RATE_LIMIT_STORE: 'postgres' }),
    RATE_LIMITS: 'on',
    RATE_LIMIT_REQUESTS_TEST: '1000000 + 1000000/s',
    RATE_LIMIT_RESOLVE: '1000000 + 1000000/s',
    RATE_LIMIT_MISSES: `${misses / 10} + 1/min`,
    ADMIN_PORT: String(ports.admin),
    ADMIN_TOKEN_FILE: tokenFile,
    METRICS_PORT: String(ports.metrics),
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    DRAIN_SECONDS: '2',
  }
  first = await runService(settings(0))
  second = await startSecond()
})
afterAll(async () => {
  second?.process.kill('SIGKILL')
  await first?.close()
  await valkey?.stop()
})

/** Resolves over a new connection each time: the kernel chooses the process that accepts it. */
async function resolve(alias: string, key = first.key): Promise<number> {
  const response = await fetch(`${first.url}/v1/resolve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ alias }),
    signal: AbortSignal.timeout(30_000),
  })
  await response.text()
  return response.status
}

/** Asks the operator's interface of process 0. */
async function operate(path: string, body: unknown): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`http://127.0.0.1:${ports.admin}/admin/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const metricsOf = async (index: number) =>
  readScrape(await (await fetch(`http://127.0.0.1:${ports.metrics + index}/metrics`)).text())

const resolved = 'signpost_http_requests_total{method="POST",route="/v1/resolve",status="2xx"}'

describe.runIf(process.platform === 'linux')('two processes with REUSE_PORT=on on one port', () => {
  test('both serve, each with its own metrics', async () => {
    expect(second.url).toBe(first.url)
    const statuses = await Promise.all(Array.from({ length: 100 }, () => resolve('@alice')))
    expect(statuses).toEqual(Array(100).fill(200))
    const counts = await Promise.all([0, 1].map(async (index) => (await metricsOf(index)).get(resolved)!))
    expect(counts[0]! + counts[1]!).toBe(100)
    expect(Math.min(...counts)).toBeGreaterThan(10)
  })

  test('admit together the limit of one', async () => {
    const consumer = await operate('/consumers', { name: 'guesser' })
    const { body } = await operate(`/consumers/${consumer.body.id}/keys`, { livemode: false, scopes: ['resolve'] })
    const guesses = Array.from({ length: misses + 40 }, (_, index) => `@nobody.${index}`)
    const statuses = await Promise.all(guesses.map((alias) => resolve(alias, body.key)))
    const admitted = statuses.filter((status) => status === 404).length
    // A refill of one token in six seconds is part of the rule.
    expect(admitted).toBeGreaterThanOrEqual(misses)
    expect(admitted).toBeLessThan(misses + 20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses.length - admitted)
  })

  test('have one admin interface, one webhook worker and one set of jobs: those of process 0', async () => {
    expect((await operate('/consumers', { name: 'administered' })).status).toBe(201)
    const jobsOf = async (index: number) =>
      [...(await metricsOf(index)).keys()].filter((series) =>
        series.startsWith('signpost_job_last_success_timestamp_seconds{'),
      )
    await expect.poll(async () => (await jobsOf(0)).length, { timeout: 60_000 }).toBeGreaterThan(5)
    expect(await jobsOf(1)).toEqual([])
  })

  test('lose no request when one of them is stopped under load', async () => {
    const load = sendLoad({ ...resolveAlice(first.url, first.key), connections: 16, seconds: 60 })
    await load.flowing
    await pause(1_000)
    second.process.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    await pause(500)
    load.stop()
    const { statuses, broken, refused } = await load.done
    expect({ statuses: Object.keys(statuses), broken, refused }).toEqual({ statuses: ['200'], broken: 0, refused: 0 })
    expect(await resolve('@alice')).toBe(200)
  })

  test('serve on when one of them is killed: each request is answered or its connection reset', async () => {
    second = await startSecond()
    let isOver = false
    const outcomes: { status: number | 'reset'; ms: number; at: number }[] = []
    const askOn = async () => {
      while (!isOver) {
        const at = performance.now()
        const status = await resolve('@alice').catch((error: Error) =>
          error.name === 'TimeoutError' ? -1 : ('reset' as const),
        )
        outcomes.push({ status, ms: performance.now() - at, at })
      }
    }
    const asking = Array.from({ length: 8 }, askOn)
    await pause(1_000)
    first.process.kill('SIGKILL')
    await first.exited
    const gone = performance.now()
    await pause(2_000)
    isOver = true
    await Promise.all(asking)
    expect(outcomes.filter(({ status }) => status !== 200 && status !== 'reset')).toEqual([])
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(12_000)
    const later = outcomes.filter(({ at }) => at > gone)
    expect(later.length).toBeGreaterThan(10)
    expect(later.filter(({ status }) => status !== 200)).toEqual([])
  })
})
