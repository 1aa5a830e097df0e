import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { report } from '../../support/judge.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { isBalanced } from './ledger.ts'
import { askOnce, type OwnPostgres } from './postgres.ts'
import { judge } from './row.ts'
import { endBackends, loseAnswers } from './rows/postgres-faults.ts'
import type { Supervised } from './supervisor.ts'
import { startTraffic, type Traffic, type TrafficOptions } from './traffic.ts'

// A short form of `npm run evidence -- faults`, with the faults that the run's own PostgreSQL survives.
vi.setConfig({ testTimeout: 180_000 })

const sharedPostgres = (): OwnPostgres => {
  const { adminUrl } = inject('postgres')
  const no = async () => {
    throw new Error('This PostgreSQL is everybody’s.')
  }
  return {
    url: adminUrl,
    port: Number(new URL(adminUrl).port),
    ask: (text, values) => askOnce(adminUrl, text, values),
    restart: no,
    revive: no,
    stop: no,
  }
}

type Scene = { fixture: Fixture; server: Supervised; traffic: Traffic }

async function withTraffic<T>(
  options: TrafficOptions,
  seeded: readonly string[],
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const fixture = await openFixture(sharedPostgres())
  try {
    const server = await fixture.serve({ DATABASE_TIMEOUT_MS: '1500' }, seeded)
    return await work({ fixture, server, traffic: await startTraffic(fixture, server.url, options) })
  } finally {
    await fixture.close()
  }
}

test('a killed server, ended backends and vanished peers: nothing acknowledged is lost, nothing is done twice', async () => {
  const faults: readonly ((scene: Scene) => Promise<unknown>)[] = [
    ({ server }) => server.kill(),
    ({ fixture }) => loseAnswers(fixture),
    ({ fixture }) => endBackends(fixture),
    async ({ fixture }) => fixture.proxy.forget(),
  ]
  await withTraffic({ writers: 10, readers: 2, thinkMs: 4 }, [], async (scene) => {
    const { server, traffic } = scene
    const recovered: (number | null)[] = []
    for (const make of faults) {
      await pause(Math.random() * 300)
      await make(scene)
      recovered.push(await traffic.recovered(performance.now()))
    }
    const found = await traffic.settle()
    // A busy machine takes its time to start a process.
    const { failures, notes } = judge({ ...traffic, found, server, recovered, recoverWithin: 30, mayBreak: true })
    report(`faults: ${faults.length} faults, ${found.unheard} commits whose answer was lost, ${notes.join(', ')}`)
    expect(failures).toEqual([])
    expect(found).toMatchObject({ lost: 0, doubled: 0, foreign: 0, misreported: 0 })
  })
})

test('control: commits that are acknowledged before they are made are found lost', async () => {
  const load = { writers: 10, readers: 1, thinkMs: 2 }
  const found = await withTraffic(load, ['early-acknowledgement.ts'], async ({ fixture, traffic }) => {
    await endBackends(fixture)
    await traffic.recovered(performance.now())
    return traffic.settle()
  })
  expect(found.lost).toBeGreaterThan(0)
  expect(isBalanced(found)).toBe(false)
})

const doubles = `select 1 from identity where display_name is not null group by display_name having count(*) > 1`

test('control: retries without their Idempotency-Key are found doubled', async () => {
  const load = { writers: 10, readers: 1, thinkMs: 2, withKeys: false }
  const found = await withTraffic(load, [], async ({ fixture, traffic }) => {
    for (let time = 0; time < 30 && (await fixture.ask(doubles)).length === 0; time++) {
      await loseAnswers(fixture)
      await traffic.recovered(performance.now())
    }
    return traffic.settle()
  })
  expect(found.doubled).toBeGreaterThan(0)
  expect(isBalanced(found)).toBe(false)
})
