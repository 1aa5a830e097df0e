// What one read of a connection brings is at most 64 kB, which may be 10,000 chunks or 2,000 requests.

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundPieces } from '../../src/surfaces/http/pieces.ts'
import { inTurn, maxPipelined } from '../../src/surfaces/http/turns.ts'

let server: Server
let calls = 0
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

async function listen(take: RequestListener): Promise<string> {
  calls = 0
  server = createServer(take).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends bytes on a connection of its own, and waits until it is closed. */
const flood = (url: string, bytes: string) =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('error', () => {}).on('close', resolve)
  })

async function echo(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}

const parts = Array.from({ length: 50 }, (_, at) => `part ${at} `)
/** The parser of a connection that has ended serves the next one. */
async function expectWhole(url: string): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const body = ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)))
    const answer = await fetch(url, { method: 'POST', body, duplex: 'half', headers: { connection: 'close' } } as never)
    expect(await answer.text()).toBe(parts.join(''))
  }
}

test('chunks beyond the bound cost no call, and the next connection is read whole', async () => {
  const pieces = boundPieces({ free: 100, bytesEach: 256 }, ({ socket }) => socket.destroy())
  const url = await listen((request, response) => {
    pieces.begin(request)
    pieces.watch(request)
    const bounded = request.push
    request.push = (piece) => {
      calls++
      return bounded.call(request, piece)
    }
    echo(request).then(
      (text) => response.end(text),
      () => {},
    )
  })
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  for (let round = 0; round < 20; round++) await flood(url, head + '1\r\nx\r\n'.repeat(10_000))
  // The end of the body that breaks is one more.
  expect(calls / 20).toBeGreaterThan(100)
  expect(calls / 20).toBeLessThan(105)
  await expectWhole(url)
})

test('requests beyond the bound cost no call, and the next connection is read whole', async () => {
  const take = inTurn({
    begin: (request, response) =>
      void echo(request).then(
        (text) => response.end(text),
        () => {},
      ),
    idle: () => {},
  })
  const url = await listen((request, response) => {
    calls++
    take(request, response)
  })
  for (let round = 0; round < 20; round++) await flood(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000))
  expect(calls / 20).toBeGreaterThan(maxPipelined)
  expect(calls / 20).toBeLessThan(maxPipelined + 5)
  await expectWhole(url)
})
