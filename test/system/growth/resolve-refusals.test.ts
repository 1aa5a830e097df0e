import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { replicaFinding } from '../../../src/cli/operate/doctor/replicas.ts'
import { readConfig } from '../../../src/config/config.ts'
import { readReplicaHealth } from '../../../src/database/read-index/health-store.ts'
import type { Refusal } from '../../../src/database/read-index/rules.ts'
import { administer } from '../../support/admin.ts'
import { startPooler } from '../../support/pgbouncer.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { startProxy, throughProxy } from '../../support/tcp-proxy.ts'
import { openSite } from './replica-site.ts'

const site = forTests(openSite)

/** A gateway whose look-ups may be read from `url` alone, asked until it has said `refusal` of it; what answered. */
async function refuses(url: string, refusal: Refusal, databaseUrl = site.primary.url): Promise<void> {
  const database = { url: databaseUrl, drop: async () => undefined }
  const env = { DATABASE_READ_URLS: url, RESOLVE_REPLICA_WAIT_MS: '500', RESPONSE_STEP_SINGLE_MS: '1' }
  const gateway = await startTestServer({ database, env, encryptionKey: site.encryptionKey })
  try {
    const { key } = await gateway.key()
    const { counts } = gateway.app.replicas!
    const deadline = performance.now() + 20_000
    while (counts.fallbacks[refusal] === 0) {
      const { status } = await gateway.send('POST', '/v1/resolve', { key, body: { alias: '@nobody.here' } })
      expect(status).toBe(404)
      if (performance.now() > deadline) throw new Error(`Not ${refusal}: ${JSON.stringify(counts.fallbacks)}`)
      await pause(5)
    }
    expect(counts.replicas).toEqual([0])
    expect(gateway.app.replicas!.areRead()).toEqual([false])
  } finally {
    await gateway.close()
  }
}

/** Returns doctor's finding about a replica. */
const says = async (url: string) => {
  const { state, found } = replicaFinding(await readReplicaHealth(site.primary.url, [url]))
  return `${state}: ${found}`
}

const standby = () => site.replicas[0].node

test('a pooler before a replica is refused', { timeout: 60_000 }, async () => {
  const pooler = await startPooler(standby().url, `${inject('postgres').scratch}/pooler-${randomUUID()}`)
  try {
    const url = new URL(standby().url)
    url.port = String(pooler.port)
    await refuses(url.href, 'pooled')
    expect(await says(url.href)).toMatch(/^bad: replica 1 is behind a pooler/)
  } finally {
    await pooler.stop()
  }
})

test('a balancer before two replicas is refused', { timeout: 60_000 }, async () => {
  let turn = 0
  const target = {
    host: '127.0.0.1',
    get port() {
      return site.replicas[turn++ % 2]!.node.port
    },
  }
  const balancer = await startProxy(target)
  try {
    const database = { url: site.primary.url, drop: async () => undefined }
    const env = { DATABASE_READ_URLS: throughProxy(standby().url, balancer), RESOLVE_REPLICA_WAIT_MS: '500' }
    const gateway = await startTestServer({ database, env, encryptionKey: site.encryptionKey })
    const { key } = await gateway.key()
    const { counts } = gateway.app.replicas!
    while (counts.fallbacks.balanced === 0) {
      await gateway.send('POST', '/v1/resolve', { key, body: { alias: '@nobody.here' } })
      await pause(5)
    }
    expect(await says(throughProxy(standby().url, balancer))).toMatch(/^bad: replica 1 is behind a pooler/)
    const read = counts.replicas[0]
    await pause(300)
    for (let n = 0; n < 10; n++) await gateway.send('POST', '/v1/resolve', { key, body: { alias: '@nobody.here' } })
    expect(counts.replicas[0]).toBe(read)
    await gateway.close()
  } finally {
    await balancer.close()
  }
})

test('the primary itself, and another PostgreSQL, are refused', { timeout: 60_000 }, async () => {
  await refuses(site.primary.url, 'promoted')
  await refuses(inject('postgres').adminUrl, 'foreign')
  expect(await says(site.primary.url)).toMatch(/^bad: replica 1 is no replica/)
  expect(await says(inject('postgres').adminUrl)).toMatch(/^bad: replica 1 is another PostgreSQL/)
  expect(await says('postgres://nobody@127.0.0.1:9/nothing')).toBe('bad: replica 1 does not answer')
})

test('a role that may not know the stream is refused; the grant of pg_read_all_stats mends it', {
  timeout: 60_000,
}, async () => {
  const role = `plain_${randomUUID().slice(0, 8)}`
  await administer(site.primary.url, `create role ${role} login password 'plain'`)
  await administer(site.primary.url, `grant select on all tables in schema public to ${role}`)
  const url = new URL(standby().url)
  Object.assign(url, { username: role, password: 'plain' })
  await refuses(url.href, 'no_stream')
  expect(await says(url.href)).toMatch(/^bad: replica 1 may not show its timeline/)
  await administer(site.primary.url, `grant pg_read_all_stats to ${role}`)
  const database = { url: site.primary.url, drop: async () => undefined }
  const env = { DATABASE_READ_URLS: url.href, RESOLVE_REPLICA_WAIT_MS: '500' }
  const gateway = await startTestServer({ database, env, encryptionKey: site.encryptionKey })
  const { key } = await gateway.key()
  while (gateway.app.replicas!.counts.replicas[0] === 0)
    await gateway.send('POST', '/v1/resolve', { key, body: { alias: '@nobody.here' } })
  await gateway.close()
})

test('doctor names what degrades a replica, and what prevents reads from it', {
  timeout: 60_000,
}, async () => {
  const set = async (setting: string) => {
    await administer(standby().url, `alter system set ${setting}`)
    await administer(standby().url, 'select pg_reload_conf()')
  }
  expect(await says(standby().url)).toMatch(/^warning: replica 1 has hot_standby_feedback off/)
  await set('hot_standby_feedback = on')
  await vi.waitUntil(async () => (await says(standby().url)) === 'good: 1, each streams from the primary')
  await set("max_standby_streaming_delay = '-1'")
  await vi.waitUntil(async () => (await says(standby().url)).includes('a long statement there'))
  await set("recovery_min_apply_delay = '1s'")
  await vi.waitUntil(async () => (await says(standby().url)).startsWith('bad: replica 1 has recovery_min_apply_delay'))
})

test('DATABASE_RESOLVE_URLS is refused at the start, with the setting that takes its place', () => {
  const env = { DATABASE_RESOLVE_URLS: 'postgres://signpost@replica/signpost' }
  expect(() => readConfig(env)).toThrow(/^DATABASE_RESOLVE_URLS is no setting any more: .*DATABASE_READ_URLS/)
})
