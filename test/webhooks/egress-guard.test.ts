import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { parseCidrs } from '../../src/webhooks/address.ts'
import { readWebhookUrl } from '../../src/webhooks/rules.ts'
import { createEgressGuard } from '../../src/webhooks/transport/egress-guard.ts'
import { startReceiver } from '../support/receiver.ts'

type Vector = { url: string; why: string; refused: boolean }
const file = new URL('../vectors/egress.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }

const loopback = parseCidrs(['127.0.0.0/8'])
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A guard whose names are those of a fake name server; every look-up of another is an error. */
const guardOf = (names: Record<string, string[] | (() => string[])>, allowed = parseCidrs([])) =>
  createEgressGuard({
    allowed,
    resolve: async (name) => {
      const found = names[name]
      if (found === undefined) throw new Error('no such name')
      return typeof found === 'function' ? found() : found
    },
  })

async function isPermitted(text: string): Promise<boolean> {
  const url = readWebhookUrl(text)
  return url !== null && guardOf({}).permits(url)
}

describe('addresses', () => {
  test('there are at least forty refused ones, of both families', () => {
    const refused = vectors.filter((vector) => vector.refused)
    expect(refused.length).toBeGreaterThanOrEqual(40)
    expect(refused.filter(({ url }) => url.includes('[')).length).toBeGreaterThanOrEqual(15)
  })

  test.each(vectors)('$url ($why)', async ({ url, refused }) => {
    expect(await isPermitted(url)).toBe(!refused)
  })
})

describe('names', () => {
  test('a name with one good and one bad address is refused', async () => {
    const guard = guardOf({ 'mixed.example': ['8.8.8.8', '10.0.0.1'], 'six.example': ['2606:4700::1111', 'fd00::1'] })
    expect(await guard.permits(new URL('https://mixed.example/'))).toBe(false)
    expect(await guard.permits(new URL('https://six.example/'))).toBe(false)
  })

  test('a name that does not resolve is refused like one that resolves to a bad address', async () => {
    const guard = guardOf({ 'inside.example': ['10.0.0.1'], 'empty.example': [] })
    for (const name of ['absent.example', 'empty.example', 'inside.example']) {
      expect(await guard.permits(new URL(`https://${name}/`))).toBe(false)
    }
  })

  test('an opened network takes plain http and any port; everything else is as closed as before', async () => {
    const guard = guardOf({ 'inside.example': ['127.0.0.1'], 'outside.example': ['8.8.8.8'] }, loopback)
    expect(await guard.permits(new URL('http://127.0.0.1:3000/'))).toBe(true)
    expect(await guard.permits(new URL('http://inside.example:3000/'))).toBe(true)
    expect(await guard.permits(new URL('http://outside.example/'))).toBe(false)
    expect(await guard.permits(new URL('https://10.0.0.1/'))).toBe(false)
    expect(await guard.permits(new URL('https://[::1]/'))).toBe(false)
  })

  test('an opened network must be an exact CIDR', () => {
    for (const text of ['127.0.0.1/8', '10.0.0.0', 'localhost', '10.0.0.0/33', '']) {
      expect(() => parseCidrs([text])).toThrow(RangeError)
    }
    expect(parseCidrs(['10.1.0.0/16', 'fd00::/8', '192.0.2.7/32'])).toHaveLength(3)
  })
})

describe('dialling', () => {
  const dial = (guard: ReturnType<typeof guardOf>, hostname: string, port: number) =>
    new Promise<string>((settle) => {
      guard.connect(
        { hostname, host: `${hostname}:${port}`, protocol: 'http:', port: String(port) },
        (error, socket) => {
          settle(error ? ((error as NodeJS.ErrnoException).code ?? error.name) : socket!.remoteAddress!)
          socket?.destroy()
        },
      )
    })

  async function listener(): Promise<{ port: number; count: () => number }> {
    let count = 0
    const server = createServer(() => {
      count++
    })
    servers.push(server)
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
    return { port: (server.address() as { port: number }).port, count: () => count }
  }

  test('a name that rebinds between the check and the call is refused, and nothing is dialled', async () => {
    const { port, count } = await listener()
    let asked = 0
    const guard = guardOf({ 'rebind.example': () => (asked++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']) })
    expect(await guard.permits(new URL('https://rebind.example/'))).toBe(true)
    expect(await dial(guard, 'rebind.example', port)).toBe('BLOCKED_ADDRESS')
    expect(count()).toBe(0)
  })

  test('what is dialled is the address that was judged: a name is resolved once per connection', async () => {
    const { port } = await listener()
    let asked = 0
    const guard = guardOf({ 'inside.example': () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']) }, loopback)
    expect(await dial(guard, 'inside.example', port)).toBe('127.0.0.1')
    expect(asked).toBe(1)
  })

  test('an address literal passes no other way', async () => {
    const { port, count } = await listener()
    for (const literal of ['127.0.0.1', '[::1]', '::ffff:127.0.0.1']) {
      expect(await dial(guardOf({}), literal, port)).toBe('BLOCKED_ADDRESS')
    }
    expect(count()).toBe(0)
  })

  test('when the first address does not answer, the next one is tried', async () => {
    const { port } = await listener()
    const guard = guardOf({ 'two.example': ['127.0.0.2', '127.0.0.1'] }, loopback)
    expect(await dial(guard, 'two.example', port)).toBe('127.0.0.1')
  })
})

test('no proxy from the environment is used, whatever sends', async () => {
  const receiver = await startReceiver()
  const proxied: string[] = []
  const proxy = createHttpServer((request, response) => {
    proxied.push(request.url!)
    response.end()
  }).on('connect', (request, socket) => {
    proxied.push(request.url!)
    socket.end()
  })
  await new Promise<void>((settle) => proxy.listen(0, '127.0.0.1', settle))
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = {
    ...process.env,
    ...Object.fromEntries(names.map((name) => [name, proxyUrl])),
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: '',
    no_proxy: '',
  }
  const send = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../support/send-directly.ts'), receiver.url],
    { env },
  )
  const { stdout } = await send.finally(() => proxy.close())
  await receiver.close()
  expect(stdout.trim()).toBe('204')
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/sent'])
  // Node itself would have gone through the proxy.
  expect(proxied).toEqual([expect.stringContaining('fetched')])
})
