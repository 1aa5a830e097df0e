import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { sharesBytes, watchInFlight } from '../../src/surfaces/http/in-flight.ts'

const megabyte = 1024 * 1024
const answer = Buffer.alloc(8 * megabyte, 'a')

/** A server with 30 MB of unread answers at most, 20 of them for one network; connections of odd number are of another. */
async function serve(isShared: boolean) {
  let met = 0
  let made = 0
  const numbers = new WeakMap<object, number>()
  const server = createServer()
  const inFlight = watchInFlight({
    readMs: 60_000,
    totalBytes: 30 * megabyte,
    networkBytes: 20 * megabyte,
    networkOf: (socket) => (numbers.get(socket)! % 2 === 0 ? 'even' : 'odd'),
  })
  server.on('connection', (socket) => numbers.set(socket, met++))
  server.on('request', (_, response: ServerResponse) => {
    inFlight.begin(response)
    if (isShared) sharesBytes(response)
    response.end(answer)
    made++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  /** Asks and never reads; resolves once the answer is made. */
  async function askAndWait() {
    const before = made
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => made).toBeGreaterThan(before)
    return socket
  }
  return { server, inFlight, askAndWait }
}

test('unread answers hold no more than their bytes, of one network or of all: the oldest is cut', async () => {
  const { server, inFlight, askAndWait } = await serve(false)
  for (let count = 0; count < 12; count++) {
    await askAndWait()
    expect(inFlight.unreadBytes).toBeLessThanOrEqual(30 * megabyte)
  }
  expect(inFlight.count).toBeLessThanOrEqual(4)
  expect(inFlight.count).toBeGreaterThan(0)
  inFlight.stop()
  server.closeAllConnections()
  await expect.poll(() => inFlight.unreadBytes).toBe(0)
  server.close()
})

test('answers that share their bytes hold none', async () => {
  const { server, inFlight, askAndWait } = await serve(true)
  for (let count = 0; count < 12; count++) await askAndWait()
  expect({ count: inFlight.count, bytes: inFlight.unreadBytes }).toEqual({ count: 12, bytes: 0 })
  inFlight.stop()
  server.closeAllConnections()
  server.close()
})
