import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startFailure } from '../../src/cli/failure.ts'
import { readConfig } from '../../src/config/config.ts'
import { freePort } from '../support/free-port.ts'
import { sendLoad } from '../support/load.ts'
import { open, readToEnd } from '../support/raw.ts'
import { resolveAlice, runService } from '../support/service.ts'
import { startService } from '../support/service-process.ts'
import { startProxy, throughProxy } from '../support/tcp-proxy.ts'

// Each test starts processes, whose start time depends on the machine.
vi.setConfig({ testTimeout: 120_000 })

type Ask = Pick<ReturnType<typeof resolveAlice>, 'url' | 'path' | 'headers' | 'body'>

/** Opens a connection, and sends a request up to the first character of its body. @returns it, and sends the rest */
async function sendHalf({ url, path, headers, body }: Ask) {
  const socket = await open(url)
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': String(body.length) })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body[0]}`,
  )
  return { socket, sendRest: () => socket.write(body.slice(1)) }
}

const ready = async (url: string): Promise<number> =>
  (await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => ({ status: 0 }))).status

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under load: not ready, no request fails, exit code 0 in time',
  async (signal) => {
    const service = await runService({ DRAIN_SECONDS: '3' })
    try {
      const load = sendLoad({ ...resolveAlice(service.url, service.key), connections: 20, seconds: 30, balanced: true })
      await load.flowing
      await pause(500)
      const since = performance.now()
      service.process.kill(signal)
      await expect.poll(() => ready(service.url), { interval: 20, timeout: 5_000 }).toBe(503)
      // While it drains it still answers, and says that the connection ends.
      const answer = await fetch(`${service.url}/healthz`)
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])

      expect(await service.exited).toBe(0)
      expect(performance.now() - since).toBeLessThan(25_000)
      load.stop()
      const { statuses, broken } = await load.done
      expect({ statuses: Object.keys(statuses), broken }).toEqual({ statuses: ['200'], broken: 0 })
      expect(statuses['200']).toBeGreaterThan(10)
    } finally {
      await service.close()
    }
  },
)

test('control: the same load notices a server that is killed', async () => {
  const service = await runService()
  try {
    const load = sendLoad({ ...resolveAlice(service.url, service.key), connections: 20, seconds: 30, balanced: true })
    await load.flowing
    await pause(500)
    service.process.kill('SIGKILL')
    await service.exited
    load.stop()
    expect((await load.done).broken).toBeGreaterThan(0)
  } finally {
    await service.close()
  }
})

test('a request that is half here is waited for, and a client that never ends does not keep the server', async () => {
  const service = await runService({ DRAIN_SECONDS: '0', HEADERS_TIMEOUT_MS: '1000' })
  try {
    const { socket: late, sendRest } = await sendHalf(resolveAlice(service.url, service.key))
    const silent = await open(service.url)
    silent.write('GET / HTTP/1.1\r\n')
    await pause(200)
    service.process.kill('SIGTERM')
    await pause(500)
    sendRest()
    const answer = await readToEnd(late)
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close'])
    const since = performance.now()
    expect(await service.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
    silent.destroy()
  } finally {
    await service.close()
  }
})

test('GraphQL requests that are half here are answered, whichever listener accepted them', async () => {
  const service = await runService({ DRAIN_SECONDS: '0' })
  try {
    const asked = { ...resolveAlice(service.url, service.key), path: '/graphql' }
    const bodyOf = (index: number) => JSON.stringify({ query: `query New${index} { viewer { livemode } }` })
    const late = await Promise.all(
      Array.from({ length: 24 }, (_, index) => sendHalf({ ...asked, body: bodyOf(index) })),
    )
    await pause(200)
    service.process.kill('SIGTERM')
    await pause(500)
    const answers = await Promise.all(
      late.map(({ socket, sendRest }) => {
        sendRest()
        return readToEnd(socket)
      }),
    )
    expect(new Set(answers.map(({ body }) => Object.keys(JSON.parse(body)).join()))).toEqual(new Set(['data']))
    expect(await service.exited).toBe(0)
  } finally {
    await service.close()
  }
})

test('a silent connection of the admin interface does not keep the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'admin-'))
  await writeFile(join(folder, 'token'), `${'t'.repeat(40)}\n`, { mode: 0o600 })
  const port = String(await freePort())
  const admin = { ADMIN_PORT: port, ADMIN_TOKEN_FILE: join(folder, 'token') }
  const service = await runService({ ...admin, DRAIN_SECONDS: '0', HEADERS_TIMEOUT_MS: '1000' })
  try {
    const silent = await open(`http://127.0.0.1:${port}`)
    silent.write('GET / HTTP/1.1\r\n')
    await pause(200)
    const since = performance.now()
    service.process.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
    silent.destroy()
  } finally {
    await service.close()
  }
})

test('a request that never ends and a database that is gone do not keep it past its time', async () => {
  const service = await runService({ HEADERS_TIMEOUT_MS: '1000' })
  const { hostname, port } = new URL(service.database.url)
  const proxy = await startProxy({ host: hostname, port: Number(port) })
  const stopping = await startService({
    DATABASE_URL: throughProxy(service.database.url, proxy),
    ENCRYPTION_KEY: service.encryptionKey,
    DRAIN_SECONDS: '8',
    DATABASE_WAIT_MS: '20000',
  })
  try {
    const asked = resolveAlice(stopping.url, service.key)
    const { headers, body } = asked
    const { socket: endless } = await sendHalf(asked)
    await pause(200)
    stopping.process.kill('SIGTERM')
    const since = performance.now()
    // While it drains it answers once more: what that leaves in memory, it can store nowhere.
    await pause(6_000)
    const answer = await fetch(`${stopping.url}/v1/resolve`, { method: 'POST', headers, body })
    proxy.blackhole()
    expect(answer.status).toBe(200)
    expect(await stopping.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(25_000)
    endless.destroy()
  } finally {
    stopping.process.kill('SIGKILL')
    await proxy.close()
    await service.close()
  }
})

test('a second signal ends it at once', async () => {
  const service = await runService({ DRAIN_SECONDS: '8' })
  try {
    service.process.kill('SIGINT')
    await pause(300)
    const since = performance.now()
    service.process.kill('SIGINT')
    expect(await service.exited).toBe(1)
    expect(performance.now() - since).toBeLessThan(5_000)
  } finally {
    await service.close()
  }
})

/** Returns the output and the exit code of a failed start. */
async function failure(env: Record<string, string>): Promise<{ code: string; said: string }> {
  const error = await startService(env).then(
    (service) => {
      service.process.kill('SIGKILL')
      return new Error('it started')
    },
    (cause: Error) => cause,
  )
  const [, code = '', said = error.message] = /^The service ended with (\S+): ([\s\S]*)$/.exec(error.message) ?? []
  return { code, said }
}

test.each<[string, Record<string, string>, RegExp]>([
  ['a port that is no port', { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535\.$/],
  ['a flag that is no flag', { RATE_LIMITS: 'maybe' }, /^RATE_LIMITS must be on or off\.$/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of .+$/],
  ['proxies that are no ranges', { TRUST_PROXY: 'everybody' }, /^TRUST_PROXY must be .+$/],
])('%s is refused with one sentence', (_, env, sentence) => {
  const failure = (() => {
    try {
      return readConfig(env)
    } catch (error) {
      return startFailure(error, { host: '127.0.0.1', port: 1 }).message
    }
  })()
  expect(failure).toMatch(sentence)
})

test('the start with a bad value, or without its database, prints one sentence and exits with 2 or 1', async () => {
  const [value, workers, database, url] = await Promise.all([
    failure({ PORT: 'http' }),
    failure({ WORKERS: '2' }),
    failure({ DATABASE_URL: 'postgresql://a:secret@127.0.0.1:1/x' }),
    failure({ DATABASE_URL: 'secret' }),
  ])
  expect(value).toEqual({ code: '2', said: 'PORT must be a whole number from 0 to 65535.\n' })
  expect(workers).toEqual({ code: '2', said: expect.stringMatching(/^WORKERS is no longer supported: [^\n]+\n$/) })
  expect(database).toEqual({
    code: '1',
    said: expect.stringMatching(/^The database at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): [^\n]+\n$/),
  })
  expect(url).toEqual({ code: '2', said: expect.stringMatching(/^DATABASE_URL must be (?!.*secret)[^\n]+\n$/) })
})

test('the start with a wrong key or on a taken port prints one sentence', async () => {
  const service = await runService()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  try {
    const env = { DATABASE_URL: service.database.url }
    const wrong = { ...env, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
    const { port } = taken.address() as { port: number }
    const free = { ...env, ENCRYPTION_KEY: service.encryptionKey }
    const cases = [
      ['1', wrong, /^The encryption key is not the one [^\n]+\n$/],
      ['1', { ...free, PORT: String(port) }, /^Port \d+ on 127\.0\.0\.1 is taken[^\n]+\n$/],
    ] as const
    const failures = await Promise.all(cases.map(([, given]) => failure(given)))
    expect(failures).toEqual(cases.map(([code, , sentence]) => ({ code, said: expect.stringMatching(sentence) })))
  } finally {
    taken.close()
    await service.close()
  }
})
