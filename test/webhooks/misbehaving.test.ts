import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answer, type Behaviour, startReceiver } from '../support/receiver.ts'
import { forTests } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

const receiver = forTests(startReceiver)
const server = forTests(() => startWebhookServer({ transport: { totalTimeoutMs: 1_000, isOpened: () => false } }))

/** Returns the logged attempt of a test send. */
async function attempt(url: string) {
  const hook = await server.webhook(url)
  const { body } = await server.send('POST', `/v1/webhooks/${hook.id}/test`, { key: server.owner.key })
  await server.send('DELETE', `/v1/webhooks/${hook.id}`, { key: server.owner.key })
  const [{ status, error, answer: excerpt, ms }] = body.attempts
  return { state: body.state, status, error, excerpt, ms }
}
const attemptAt = (behaviour: Behaviour) => {
  receiver.behave(behaviour)
  return attempt(receiver.url)
}

test('a redirect is a failure, and the second URL is never visited', async () => {
  const second = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    expect(await attemptAt(answer(status, { location: second.url }))).toMatchObject({ state: 'exhausted', status })
  }
  expect(second.arrivals).toEqual([])
  await second.close()
})

test('one that hangs, or drips its head, is a timeout', async () => {
  expect(await attemptAt(() => undefined)).toMatchObject({ state: 'exhausted', status: null, error: 'timeout' })
  const drip: Behaviour = (_, response) => {
    const timer = setInterval(() => response.socket?.write('H'), 100)
    response.socket?.on('close', () => clearInterval(timer)).on('error', () => undefined)
  }
  expect((await attemptAt(drip)).error).toMatch(/timeout|answer_invalid/)
})

test('an endless body is cut, and the status decides', async () => {
  let written = 0
  const endless: Behaviour = (_, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x61))) written += 65_536
    }
    response.on('drain', more).on('error', () => undefined)
    more()
  }
  const got = await attemptAt(endless)
  expect(got).toMatchObject({ state: 'delivered', status: 200 })
  expect(got.excerpt).toBe('a'.repeat(1024))
  expect(written).toBeLessThan(16 * 1024 * 1024)
})

test('one that drips its body, or closes in the middle of it, has said its status', async () => {
  const closes: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('some')
    setTimeout(() => response.destroy(), 20)
  }
  expect(await attemptAt(closes)).toMatchObject({ state: 'delivered', status: 200, excerpt: 'some' })
  const drips: Behaviour = (_, response) => {
    response.writeHead(500)
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  }
  expect(await attemptAt(drips)).toMatchObject({ state: 'exhausted', status: 500 })
})

test('failures to connect are told apart by class', async () => {
  const closing = createServer((socket) => socket.destroy())
  const babbling = createServer((socket) => socket.on('error', () => undefined).end('this is not HTTP\r\n\r\n'))
  const ports = await Promise.all(
    [closing, babbling].map(
      (net) =>
        new Promise<number>((settle) =>
          net.listen(0, '127.0.0.1', () => settle((net.address() as { port: number }).port)),
        ),
    ),
  )
  expect((await attempt(`http://127.0.0.1:${ports[0]}`)).error).toBe('connection_reset')
  expect((await attempt(`http://127.0.0.1:${ports[1]}`)).error).toBe('answer_invalid')
  expect((await attempt(`https://127.0.0.1:${ports[1]}`)).error).toBe('tls_failed')
  for (const net of [closing, babbling]) net.close()
  expect((await attempt(`http://127.0.0.1:${ports[0]}`)).error).toBe('connection_refused')
})

test('an answer with a NUL or bytes that are no text is logged all the same', async () => {
  expect((await attemptAt((_, response) => response.writeHead(400).end(Buffer.from([0x61, 0, 0xff])))).excerpt).toBe(
    'a\ufffd\ufffd',
  )
})

test('a kept-alive connection that the receiver had closed uses up no attempt', async () => {
  const sockets = new Set<Socket>()
  let served = 0
  const fickle = createServer((socket) => {
    sockets.add(socket)
    let requests = 0
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (!chunk.includes('POST ')) return
      requests++
      // Answers the first request of a connection, and closes at the second without a word.
      if (requests > 1) return socket.destroy()
      served++
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((settle) => fickle.listen(0, '127.0.0.1', () => settle()))
  const url = `http://127.0.0.1:${(fickle.address() as { port: number }).port}`
  for (let n = 0; n < 3; n++) expect(await attempt(url)).toMatchObject({ state: 'delivered', status: 200 })
  expect(served).toBe(3)
  for (const socket of sockets) socket.destroy()
  await new Promise((settle) => fickle.close(settle))
})

test('what the receiver has got is written down when the database is back, and not sent again', async () => {
  receiver.behave(answer(204))
  const { services } = server.app
  const sound = services.settleDelivery
  let failures = 2
  services.settleDelivery = async (delivery, outcome) => {
    if (failures-- > 0) throw Object.assign(new Error('seeded'), { code: 'ECONNREFUSED' })
    return sound(delivery, outcome)
  }
  const hook = await server.webhook(receiver.url)
  const before = receiver.arrivals.length
  await server.happen()
  const worker = server.work({ jobs: [] })
  const [delivery] = await eventually(async () => {
    const { rows } = await server.app.pool.query(
      "select d.state, d.attempts from webhook_delivery d join webhook w on w.id = d.webhook_id where w.removed_at is null and d.state = 'delivered'",
    )
    return rows.length > 0 && rows
  })
  expect(delivery).toEqual({ state: 'delivered', attempts: 1 })
  expect(failures).toBe(-1)
  expect(receiver.arrivals.length - before).toBe(1)
  await worker.stop()
  services.settleDelivery = sound
  await server.send('DELETE', `/v1/webhooks/${hook.id}`, { key: server.owner.key })
})

test('faults of our own never count against the receiver', async () => {
  receiver.behave(answer(200))
  const hook = await server.webhook(receiver.url)
  await server.app.pool.query("update webhook_secret set sealed = decode('00', 'hex') || substring(sealed from 2)")
  await server.happen()
  const worker = server.work({ jobs: [] })
  await eventually(async () => server.logged.some((line) => line.includes('on our side')))
  const rows = await eventually(async () => {
    const found = await server.app.pool.query(
      'select d.attempts, d.state, d.lease_token, w.consecutive_failures from webhook_delivery d join webhook w on w.id = d.webhook_id where w.removed_at is null',
    )
    return found.rows[0]?.lease_token === null && found.rows
  })
  expect(rows).toEqual([{ attempts: 0, state: 'pending', lease_token: null, consecutive_failures: 0 }])
  await worker.stop()
  await server.send('DELETE', `/v1/webhooks/${hook.id}`, { key: server.owner.key })
})

test('a stop lets what is in flight finish, and gives back what does not, uncounted', async () => {
  receiver.behave((_, response) => setTimeout(() => response.writeHead(204).end(), 200))
  const hook = await server.webhook(receiver.url)
  await server.happen(2)
  const before = receiver.arrivals.length
  const patient = server.work({ jobs: [] })
  await receiver.got(before + 2)
  await patient.stop()
  expect((await server.deliveries(hook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])

  receiver.behave(() => undefined)
  await server.happen()
  const hasty = server.work({ jobs: [], graceMs: 50 })
  await receiver.got(before + 3)
  await hasty.stop()
  const [last] = await server.deliveries(hook.id)
  expect(last).toMatchObject({ state: 'pending', attempt_count: 0 })
  const { rows } = await server.app.pool.query(
    "select lease_token from webhook_delivery d join webhook w on w.id = d.webhook_id where state = 'pending' and removed_at is null",
  )
  expect(rows).toEqual([{ lease_token: null }])
  await server.send('DELETE', `/v1/webhooks/${hook.id}`, { key: server.owner.key })
})

test('four workers at once deliver each event once, within the caps', async () => {
  let [inFlight, most] = [0, 0]
  receiver.behave((_, response) => {
    most = Math.max(most, ++inFlight)
    setTimeout(() => {
      inFlight--
      response.writeHead(204).end()
    }, 5)
  })
  const hook = await server.webhook(receiver.url)
  await server.happen(60)
  const before = receiver.arrivals.length
  const workers = Array.from({ length: 4 }, () => server.work({ jobs: [] }))
  await eventually(async () => (await server.deliveries(hook.id))?.every(({ state }) => state === 'delivered'), 20_000)
  await Promise.all(workers.map((worker) => worker.stop()))
  const events = receiver.arrivals.slice(before).map(({ event }) => event)
  expect(events).toHaveLength(60)
  expect(new Set(events).size).toBe(60)
  expect(most).toBeLessThanOrEqual(4 * 4)
})

test('no job begins while a stop waits for what is in flight', async () => {
  const held = Promise.withResolvers<void>()
  receiver.behave((_, response) => void held.promise.then(() => response.writeHead(204).end()))
  const hook = await server.webhook(receiver.url)
  const before = receiver.arrivals.length
  await server.happen()
  let runs = 0
  const worker = server.work({ jobs: [{ name: 'often', intervalMs: 5, run: async () => void runs++ }] })
  await receiver.got(before + 1)
  const stopped = worker.stop()
  const until = runs
  await pause(100)
  held.resolve()
  await stopped
  expect(until).toBeGreaterThan(0)
  expect(runs).toBe(until)
  expect((await server.deliveries(hook.id))[0]).toMatchObject({ state: 'delivered' })
  await server.send('DELETE', `/v1/webhooks/${hook.id}`, { key: server.owner.key })
})
