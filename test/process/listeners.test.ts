import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startFailure } from '../../src/cli/failure.ts'
import { listenBeside, sharedPlace } from '../../src/process/listeners.ts'
import { freePort } from '../support/free-port.ts'

async function open(port = 0) {
  const place = await sharedPlace({ host: '127.0.0.1', port })
  const server = createServer((request, response) => response.end(request.url)).listen(place)
  await once(server, 'listening')
  const closeOthers = await listenBeside(server, place)
  async function close() {
    await Promise.all([closeOthers(), new Promise((closed) => server.close(closed))])
  }
  return { server, port: (server.address() as AddressInfo).port, close }
}

/** The greatest number of connections that were accepted in one turn of the event loop. */
async function mostInATurn(connections: number): Promise<number> {
  const { server, port, close } = await open()
  const turns = [0]
  server.on('connection', () => turns[turns.length - 1]!++)
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'))
  for (let accepted = 0; accepted < connections; accepted = turns.reduce((sum, one) => sum + one)) {
    turns.push(0)
    await turn()
  }
  for (const socket of sockets) socket.destroy()
  await close()
  return Math.max(...turns)
}

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('many connections are accepted in one turn of the event loop', async () => {
  expect(await mostInATurn(200)).toBeGreaterThan(4)
})

test.runIf(isLinux)('a port that another server has is refused', async () => {
  const { port, close } = await open()
  onTestFinished(close)
  await expect(sharedPlace({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test.runIf(isLinux)(
  'a port that a service has alone is refused to a second one, with REUSE_PORT=on or at the same time',
  async () => {
    const place = { host: '127.0.0.1', port: await freePort() }
    await sharedPlace(place)
    for (const reusePort of [true, false]) {
      const refusal = await sharedPlace({ ...place, reusePort }).catch((error) => error)
      expect(startFailure(refusal, place).message).toBe(
        `Port ${place.port} on 127.0.0.1 is taken: set PORT to another one.`,
      )
    }
  },
)

test.runIf(isLinux)('services with REUSE_PORT=on have one port together', async () => {
  const place = { host: '127.0.0.1', port: await freePort(), reusePort: true }
  expect(await Promise.all([sharedPlace(place), sharedPlace(place)])).toEqual([place, place])
})

test('closing waits until the requests of all listeners have ended', async () => {
  const { server, port, close } = await open()
  const held: (() => void)[] = []
  server.removeAllListeners('request').on('request', (_, response) => held.push(() => response.end('done')))
  const answers = Array.from({ length: 32 }, () =>
    fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } }),
  )
  while (held.length < 32) await turn()
  const closed = close().then(() => 'closed')
  expect(await Promise.race([closed, turn('open')])).toBe('open')
  for (const answer of held) answer()
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('done')
  expect(await closed).toBe('closed')
})
