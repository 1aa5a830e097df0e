import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Balancer, startBalancer } from '../../support/balancer.ts'
import { type Command, startCommand, startServerProcess } from '../../support/command.ts'
import { createDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { amount, report } from '../../support/judge.ts'
import { startReceiver } from '../../support/receiver.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { openWire, type Wire } from '../../support/wire.ts'

// Two gateways and two webhook workers, each a separate process, on one database.

const rounds = amount('RESTARTS', 3)
const probeMs = 100

let ports: number[]
let gateways: Command[]
let workers: Command[]
let balancer: Balancer
let wire: Wire

const startGateway = (port: number) => startServerProcess({ ...env, PORT: String(port), DRAIN_SECONDS: '4' })

async function stop(command: Command | undefined): Promise<number | null> {
  command?.child.kill('SIGTERM')
  const finished = await command?.finished
  if (finished && finished.code !== 0) report(`ended with ${finished.code}: ${finished.stdout}${finished.stderr}`)
  return finished?.code ?? null
}

const database = forTests(createDatabase)
const receiver = forTests(startReceiver)
const encryptionKey = randomBytes(32)
const env = forTests(() => ({
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: encryptionKey.toString('base64'),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  // A busy machine is no overload of the service's own.
  MAX_IN_FLIGHT: '2000',
  DATABASE_WAIT_MS: '20000',
  REQUEST_TIMEOUT_MS: '60000',
  LOG_LEVEL: 'error',
}))
const control = forTests(() => startTestServer({ database, encryptionKey }))
const owner = forTests(() => control.key())
beforeAll(async () => {
  const body = { url: receiver.url, enabled_events: ['identity.created'] }
  await owner.post('/v1/webhooks', body)
  ports = [await freePort(), await freePort()]
  gateways = await Promise.all(ports.map(startGateway))
  workers = [0, 1].map(() => startCommand(['worker'], env))
  balancer = await startBalancer(
    ports.map((port) => `http://127.0.0.1:${port}`),
    { probeMs },
  )
  wire = openWire(balancer.url, { connections: 24 })
})
afterAll(async () => {
  await wire?.close()
  await balancer?.close()
  for (const command of [...(gateways ?? []), ...(workers ?? [])]) await stop(command)
})

test('gateways that are restarted in turn under load fail no request, and every event is delivered once', {
  timeout: 300_000,
}, async () => {
  const failed: string[] = []
  const made: string[] = []
  let answered = 0
  let isOver = false
  const send = async (method: string, path: string, body?: object) => {
    const { status, text, body: record } = await wire.send(method, path, { key: owner.key, body })
    answered++
    if (status >= 400) failed.push(`${method} ${path}: ${status} ${text}`)
    return record
  }
  const writes = async () => {
    while (!isOver) {
      const id: string | undefined = (await send('POST', '/v1/identities', { type: 'user' }))?.id
      if (id === undefined) continue
      made.push(id)
      const value = `u${id.slice(4)}`
      await send('POST', '/v1/aliases', { identity: id, type: 'username', value, privacy_level: 'public' })
      await send('POST', '/v1/resolve', { alias: `@${value}` })
      await pause(20)
    }
  }
  const reads = async () => {
    while (!isOver) {
      await send('GET', '/v1/identities?limit=20')
      await pause(10)
    }
  }
  const lanes = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? writes() : reads()))
  const codes: (number | null)[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      for (const index of [0, 1]) {
        codes.push(await stop(gateways[index]))
        gateways[index] = await startGateway(ports[index]!)
        // As long as a balancer needs to see that it is back.
        const before = balancer.served[index]!
        while (balancer.served[index]! < before + 20) await pause(20)
      }
    }
  } finally {
    isOver = true
    await Promise.all(lanes)
  }
  const delivered = () => new Set(receiver.arrivals.map(({ body }) => JSON.parse(body).data.identity as string))
  const deadline = Date.now() + 60_000
  while (delivered().size < made.length && Date.now() < deadline) await pause(50)
  const twice = receiver.arrivals.length - delivered().size
  report(
    `rolling restarts: ${codes.length} under load, ${answered} requests, ${failed.length} failed; ${made.length} events, ${delivered().size} delivered by two workers, ${twice} twice`,
  )
  expect(failed).toEqual([])
  expect(codes).toEqual(codes.map(() => 0))
  expect([delivered().size, twice]).toEqual([made.length, 0])
})

test('control: a balancer that doesn’t ask whether a gateway is ready fails requests, and the count sees it', {
  timeout: 120_000,
}, async () => {
  const blind = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`))
  const over = openWire(blind.url, { connections: 8 })
  let failed = 0
  let isOver = false
  const lanes = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      if ((await over.send('GET', '/v1/identities', { key: owner.key })).status >= 400) failed++
      await pause(10)
    }
  })
  await stop(gateways[0])
  gateways[0] = await startGateway(ports[0]!)
  isOver = true
  await Promise.all(lanes)
  await over.close()
  await blind.close()
  report(`rolling restart, control: blind balancer: ${failed} requests failed`)
  expect(failed).toBeGreaterThan(0)
})
