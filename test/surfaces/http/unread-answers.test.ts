import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundConnections } from '../../../src/surfaces/http/connections.ts'

const megabyte = 1024 * 1024
const answer = Buffer.alloc(8 * megabyte, 'a')

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server with 30 MB of unread answers at most, 20 of them for one network; connections of odd number are of another. */
async function serve({ ownsAnswer = true, readMs = 60_000 }) {
  let [met, made] = [0, 0]
  const open = new Set<object>()
  server = createServer()
  const connections = boundConnections(server, {
    connections: { total: 100, perNetwork: 100 },
    unreadBytes: { total: 30 * megabyte, perNetwork: 20 * megabyte },
    readMs,
    networkOf: () => (met++ % 2 === 0 ? 'even' : 'odd'),
  })
  server.on('connection', (socket) => void open.add(socket.once('close', () => open.delete(socket))))
  server.on('request', ({ socket }, response) => {
    const connection = connections.of(socket)!
    connections.begin(connection, response)
    connection.ownsAnswer = ownsAnswer
    response.end(answer)
    made++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  /** Asks and never reads; resolves once the answer is made. */
  async function ask() {
    const before = made
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => made).toBeGreaterThan(before)
    return socket
  }
  const isOver = () => connections.underWay === 0
  return { ask, open, isOver }
}

test('unread answers hold no more than their bytes, of one network or of all: the oldest is cut', async () => {
  const { ask, open } = await serve({})
  for (let count = 0; count < 12; count++) {
    await ask()
    expect(open.size).toBeLessThanOrEqual(4)
  }
  expect(open.size).toBeGreaterThan(0)
})

test('answers that many share hold none', async () => {
  const { ask, open } = await serve({ ownsAnswer: false })
  for (let count = 0; count < 12; count++) await ask()
  expect(open.size).toBe(12)
})

test('an unread answer is cut after its time, and a slowly read one continues', async () => {
  const { ask, open, isOver } = await serve({ readMs: 300 })
  await ask()
  await expect.poll(() => open.size, { timeout: 5_000 }).toBe(0)
  const socket = await ask()
  socket.resume()
  await expect.poll(isOver).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(open.size).toBe(1)
})
