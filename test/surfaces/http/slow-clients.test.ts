import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectRefusal } from '../../support/envelope.ts'
import { open, readToEnd } from '../../support/raw.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const server = forTests(() => startTestServer({ env: { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '2000' } }))

const others = async () => expect((await server.send('GET', '/healthz')).status).toBe(200)

/** Writes a byte now and then until the connection ends. */
function drip(socket: Awaited<ReturnType<typeof open>>, byte: string): () => void {
  const timer = setInterval(() => socket.writable && socket.write(byte), 100)
  socket.once('close', () => clearInterval(timer))
  return () => clearInterval(timer)
}

test('200 connections that never finish their headers are closed in time with 408, and others are served meanwhile', async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => open(server.url)))
  for (const socket of sockets) {
    socket.write('GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    drip(socket, 'a')
  }
  const ends = Promise.all(sockets.map((socket) => readToEnd(socket, 15_000)))
  await others()
  for (const answer of await ends) {
    expectRefusal(answer, 408, 'request_timeout')
    expect(answer.ms).toBeLessThan(10_000)
  }
})

test('a silent connection is closed', async () => {
  const answer = await readToEnd(await open(server.url), 15_000)
  expect(answer.ms).toBeLessThan(10_000)
})

test('a body that arrives a byte at a time is given up with 408, and others are served meanwhile', async () => {
  const { key } = await server.key()
  const socket = await open(server.url)
  socket.write(
    `POST /v1/resolve HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
  )
  drip(socket, ' ')
  const end = readToEnd(socket, 15_000)
  await others()
  const answer = await end
  expectRefusal(answer, 408, 'request_timeout')
  expect(answer.ms).toBeLessThan(10_000)
})

test('a client that asks and asks but never reads is cut off, and others are served meanwhile', async () => {
  const socket = await open(server.url)
  socket.pause()
  const ask = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
  let isClosed = false
  socket.once('close', () => {
    isClosed = true
  })
  for (let sent = 0; sent < 400; sent++) socket.write(ask)
  await others()
  const since = performance.now()
  // A paused socket notices the end only when it writes.
  while (!isClosed && performance.now() - since < 15_000) {
    socket.write(ask)
    await pause(100)
  }
  expect(isClosed).toBe(true)
})

test('control: a client that reads as slowly but does read gets every answer', async () => {
  const socket = await open(server.url)
  const count = 20
  let text = ''
  for (let sent = 0; sent < count; sent++) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.on('data', (chunk) => (text += chunk))
  const since = performance.now()
  while (text.split('"status":"ok"').length <= count && performance.now() - since < 5_000) await pause(20)
  socket.destroy()
  expect(text.split('"status":"ok"').length - 1).toBe(count)
})
