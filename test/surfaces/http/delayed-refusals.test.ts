import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queueBounds } from '../../../src/kernel/queue-bounds.ts'
import { createFastify } from '../../../src/surfaces/http/fastify.ts'
import { refuseInEnvelopes } from '../../../src/surfaces/http/gate.ts'
import { open } from '../../support/raw.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const server = forTests(() => startTestServer())

// No request ends its wait, and no refusal its delay, but by the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Waits without `expect.poll`, which moves such timers on. */
async function until(isSo: () => boolean | undefined): Promise<void> {
  for (const end = Date.now() + 5_000; !isSo() && Date.now() < end; ) await turn()
  expect(isSo()).toBe(true)
}

const delayed = 2
/** Requests that a queue without a free place takes, the one at work included. */
const taken = queueBounds.waiting + 1

/** A server with one place, and room for `delayed` connections more than its queue takes. */
async function serve() {
  const config = { ...server.app.config, maxInFlight: 1, maxConnections: 4 * (taken + delayed) }
  const app = { ...server.app, config }
  const fastify = createFastify(app, { isDraining: () => false })
  refuseInEnvelopes(fastify, app)
  const requests: FastifyRequest[] = []
  const replies: FastifyReply[] = []
  fastify.addHook('onRequest', (request, reply, done) => {
    requests.push(request)
    replies.push(reply)
    done()
  })
  fastify.post('/', () => new Promise(() => undefined))
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 })

  /** Sends one more request, until it waits or its refusal is delayed. @returns all that comes back */
  async function ask(): Promise<{ socket: Socket; text: () => string }> {
    const socket = await open(url)
    let text = ''
    socket.on('data', (bytes) => (text += bytes))
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}')
    const before = requests.length
    await until(() => requests[before]?.raw.readableEnded)
    return { socket, text: () => text }
  }
  async function close() {
    fastify.server.closeAllConnections()
    await fastify.close()
  }
  return { url, requests, replies, ask, close }
}

test('a refusal that is delayed, by 450 to 700 ms, keeps no body, and its connection is closed before any other', async () => {
  const { url, requests, replies, ask, close } = await serve()
  const asked: Awaited<ReturnType<typeof ask>>[] = []
  while (asked.length < taken + delayed) asked.push(await ask())
  expect(requests.map(({ body }) => body !== undefined)).toEqual([
    ...Array(taken).fill(true),
    ...Array(delayed).fill(false),
  ])
  const [first, second] = asked.slice(taken)
  const another = await open(url)
  await until(() => first!.socket.closed)
  expect([first!.text(), second!.socket.closed, another.closed]).toEqual(['', false, false])

  vi.advanceTimersByTime(449)
  await turn()
  expect(replies.at(-1)!.sent).toBe(false)
  vi.advanceTimersByTime(251)
  await until(() => second!.text().includes('"code":"overloaded"'))
  expect(second!.text()).toMatch(/^HTTP\/1\.1 503 /)
  await close()
})
