import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Balancer, startBalancer } from '../../support/balancer.ts'
import { createDatabase } from '../../support/database.ts'
import { amount, report } from '../../support/judge.ts'
import { forTests, startTestServer, type TestServer } from '../../support/server.ts'
import { startValkey, valkeyServer, valkeySkipped } from '../../support/valkey.ts'
import { openWire, type Wire } from '../../support/wire.ts'

const seconds = amount('QUOTA_SECONDS', 1)
const revocations = amount('REVOCATIONS', 15)

const encryptionKey = randomBytes(32)
const database = forTests(createDatabase)

type Pair = { gateways: [TestServer, TestServer]; balancer: Balancer; wire: Wire; close(): Promise<void> }

/** Two gateways on one database, behind a balancer that hands them requests in turn. */
async function startPair(env: Record<string, string>): Promise<Pair> {
  const start = () => startTestServer({ database, encryptionKey, env, logLevel: 'warn' })
  const gateways: [TestServer, TestServer] = [await start(), await start()]
  const balancer = await startBalancer(gateways.map(({ url }) => url))
  const wire = openWire(balancer.url, { connections: 16 })
  return {
    gateways,
    balancer,
    wire,
    async close() {
      await wire.close()
      await balancer.close()
      for (const gateway of gateways) await gateway.close()
    },
  }
}

type Drained = { asked: number; admitted: number; allowed: number; fallen: number; other: string[] }

type Rule = { size: number; refill: number; lanes: number; admitted: number; overdraft: number }

/** Asks as fast as `lanes` can, for a while; what came through, against what one bucket may have held in that time. */
async function drain(
  { gateways, wire }: Pair,
  { size, refill, lanes, admitted, overdraft }: Rule,
  ask: { method: string; path: string; body?: object },
): Promise<Drained> {
  const { key } = await gateways[0].key({ consumer: `drains-${randomBytes(6).toString('hex')}` })
  const drained: Drained = { asked: 0, admitted: 0, allowed: 0, fallen: 0, other: [] }
  const began = performance.now()
  // On a busy machine a while longer, until the bucket was asked for more than it holds.
  const isOver = () => performance.now() - began > seconds * 1_000 && drained.asked > 4 * size
  const lane = async () => {
    while (!isOver()) {
      const { status, text } = await wire.send(ask.method, ask.path, { key, body: ask.body })
      drained.asked++
      if (status === admitted) drained.admitted++
      else if (status !== 429) drained.other.push(text)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  // On a machine too busy for its store to answer in time, a gateway keeps the same limits by itself: that is allowed, and said.
  const fell = ({ logged }: TestServer) => logged.some((line) => line.includes('the quota store is down'))
  drained.fallen = gateways.filter(fell).length
  drained.allowed = (size + overdraft + (refill * (performance.now() - began)) / 1_000) * (1 + drained.fallen)
  return drained
}

const quotas = {
  requests: {
    rule: { size: 60, refill: 30, lanes: 12, admitted: 200, overdraft: 0 },
    ask: { method: 'GET', path: '/v1/me' },
  },
  resolve: {
    rule: { size: 40, refill: 20, lanes: 12, admitted: 404, overdraft: 0 },
    ask: { method: 'POST', path: '/v1/resolve', body: { alias: '@nobody.here' } },
  },
  // Settled after the look-up, so that each under way may overdraw it by one: one guesser at a time.
  misses: {
    rule: { size: 20, refill: 0.5, lanes: 1, admitted: 404, overdraft: 1 },
    ask: { method: 'POST', path: '/v1/resolve', body: { alias: '@nobody.there' } },
  },
} as const
type Quota = keyof typeof quotas

const rulesFor = (quota: Quota) => ({
  RATE_LIMITS: 'on',
  RATE_LIMIT_REQUESTS_TEST: quota === 'requests' ? '60 + 30/s' : '100000 + 100000/s',
  RATE_LIMIT_RESOLVE: quota === 'resolve' ? '40 + 20/s' : '100000 + 100000/s',
  // In test mode ten times as many.
  RATE_LIMIT_MISSES: quota === 'misses' ? '2 + 3/min' : '100000 + 100000/s',
  RESPONSE_STEP_SINGLE_MS: '1',
})

async function drainOn(store: Record<string, string>, quota: Quota): Promise<Drained> {
  const pair = await startPair({ ...rulesFor(quota), ...store })
  try {
    const drained = await drain(pair, quotas[quota].rule, quotas[quota].ask)
    const { asked, admitted, allowed, fallen } = drained
    report(
      `two gateways, ${quota} on ${store.RATE_LIMIT_STORE}: ${asked} asked, ${admitted} admitted, at most ${allowed.toFixed(0)} allowed; by gateway ${pair.balancer.served.join(' and ')}${fallen > 0 ? `; ${fallen} lost the store` : ''}`,
    )
    expect(drained.other).toEqual([])
    return drained
  } finally {
    await pair.close()
  }
}

describe('a quota in a shared store is one quota, whichever gateway is asked', () => {
  const holds = ({ admitted, allowed, asked }: Drained) => {
    expect(admitted).toBeLessThanOrEqual(allowed * 1.01)
    expect(asked).toBeGreaterThan(admitted)
  }
  test.each(Object.keys(quotas) as Quota[])('PostgreSQL: %s', { timeout: 120_000 }, async (quota) => {
    holds(await drainOn({ RATE_LIMIT_STORE: 'postgres' }, quota))
  })

  test.runIf(valkeyServer)('Valkey: every one of them', { timeout: 120_000 }, async () => {
    const server = await startValkey()
    try {
      for (const quota of Object.keys(quotas) as Quota[]) {
        holds(await drainOn({ RATE_LIMIT_STORE: 'valkey', VALKEY_URL: server.url }, quota))
      }
    } finally {
      await server.stop()
    }
  })
  if (!valkeyServer) console.warn(`two gateways on one Valkey: ${valkeySkipped}`)

  test('control: buckets that each gateway keeps to itself admit more, and the count sees it', async () => {
    const { admitted, allowed } = await drainOn({ RATE_LIMIT_STORE: 'memory' }, 'misses')
    expect(admitted).toBeGreaterThan(allowed * 1.01)
  })
})

test('a revoked key is refused through the balancer soon after the revoke answered, by both gateways', async () => {
  const pair = await startPair({})
  try {
    // Revoking a key needs every scope of it.
    const admin = await pair.gateways[0].key({ scopes: ['*'] })
    const status = async (key: string) => (await pair.wire.send('GET', '/v1/me', { key })).status
    const times: number[] = []
    for (let round = 0; round < revocations; round++) {
      const { key, keyId } = await pair.gateways[0].key()
      expect([await status(key), await status(key)]).toEqual([200, 200])
      const revoked = await pair.wire.send('DELETE', `/v1/api_keys/${keyId}`, { key: admin.key })
      expect(revoked.status).toBe(200)
      const since = performance.now()
      let lastAdmitted = since
      // Two in a row are one of each gateway's.
      for (let refused = 0; refused < 4; ) {
        if ((await status(key)) === 401) refused++
        else [refused, lastAdmitted] = [0, performance.now()]
      }
      times.push(lastAdmitted - since)
    }
    const slowest = Math.max(...times)
    report(`two gateways, ${revocations} keys revoked: the last admission ${slowest.toFixed(1)} ms after the revoke`)
    expect(slowest).toBeLessThan(2_000)
  } finally {
    await pair.close()
  }
})
