import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import type { OpenerProcess } from '../../src/process/compose/opener.ts'
import { readOpenerFacts } from '../../src/releases/opener-queue/store.ts'
import { folderForTests } from '../support/folder.ts'
import { openerMachine } from '../support/opener.ts'
import { failure, query } from '../support/registry.ts'
import { type Payee, type Releasing, releasing } from '../support/releasing.ts'
import { forTests, startTestServer } from '../support/server.ts'

/*
 * The limits of an opener of its own, on a real queue, and those of the built-in one. The gateway does not wait, so that what
 * is not opened at once is seen waiting.
 */

const encryptionKey = Buffer.alloc(32, 7)
const folder = folderForTests('openings')
const machine = openerMachine()
let openers: OpenerProcess[] = []
const server = forTests(() => startTestServer({ env: { ...machine.env, RELEASE_WAIT_MS: '0' }, encryptionKey }))
afterEach(async () => {
  await Promise.all(openers.map((opener) => opener.stop()))
  openers = []
  machine.logged.length = 0
  await server.query`delete from release`
})
afterAll(() => machine.remove())

const open = async (env: Record<string, string> = {}) => {
  openers.push(await machine.start(server, env))
}

let named = 0
/** A payer with a payee. */
async function tenant(livemode = true): Promise<{ scene: Releasing; payee: Payee }> {
  const name = `tenant ${++named}`
  const scene = await releasing(server, { owner: name, payer: `${name} pays` }, livemode)
  return { scene, payee: await scene.payee() }
}

/** Asks so often, one after another. */
async function ask({ scene, payee }: Awaited<ReturnType<typeof tenant>>, count = 1): Promise<string[]> {
  const ids = []
  for (let n = 0; n < count; n++) ids.push((await scene.ask(payee)).body.id as string)
  return ids
}

const statuses = async () => {
  const rows = await query<{ consumer_id: string; status: string; count: number }>(
    server,
    'select consumer_id, status, count(*)::int from release group by 1, 2',
  )
  const of = ({ scene }: { scene: Releasing }, status: string) =>
    rows.find((row) => row.consumer_id === scene.payer.consumerId && row.status === status)?.count ?? 0
  return {
    of,
    all: (status: string) => rows.filter((row) => row.status === status).reduce((sum, row) => sum + row.count, 0),
  }
}

const until = (judge: () => Promise<void>) => vi.waitFor(judge, { timeout: 20_000, interval: 50 })
const alarms = (text: string) => machine.logged.filter((line) => line.includes(text))
const stopped = () => alarms('the opener has stopped: OPENER_PER_DAY')
const age = (minutes: number) =>
  server.query`update release_job set created_at = created_at - ${minutes} * interval '1 minute'`

/** Longer than the opener's poll and the pause after a notice: what it may open it has opened by then. */
const settling = () => new Promise((settle) => setTimeout(settle, 2_500))

describe('the queue of an opener', () => {
  test('six tenants that ask for far more than their minute leave the seventh its turn', async () => {
    const greedy = []
    for (let n = 0; n < 6; n++) greedy.push(await tenant())
    for (const one of greedy) await ask(one, 10)
    const seventh = await tenant()
    const [id] = await ask(seventh)
    await open({ OPENER_CONSUMER_PER_MINUTE: '4' })
    await until(async () => expect((await seventh.scene.read(id!)).body.status).toBe('ready'))
    await until(async () => expect((await statuses()).all('ready')).toBe(25))
    const now = await statuses()
    for (const one of greedy) expect([now.of(one, 'ready'), now.of(one, 'pending')]).toEqual([4, 6])
    expect(stopped()).toEqual([])
    expect(await readOpenerFacts(server.app.db)).toMatchObject({ running: 1, stopped: 0 })
    const late = await tenant()
    const [next] = await ask(late)
    await until(async () => expect((await late.scene.read(next!)).body.status).toBe('ready'))
  })

  test('a backlog of one tenant does not go before the others: they are served in turns', async () => {
    const [greedy, modest] = [await tenant(), await tenant()]
    await ask(greedy, 24)
    await ask(modest, 3)
    await open()
    await until(async () => expect((await statuses()).all('pending')).toBe(0))
    const order = await server.query<{ consumer_id: string }>`select consumer_id from disclosure_record
      where kind = 'release' and consumer_id = any (${[greedy, modest].map(({ scene }) => scene.payer.consumerId)})
      order by created_at, id`
    const last = order.findLastIndex(({ consumer_id }) => consumer_id === modest.scene.payer.consumerId)
    expect(order).toHaveLength(27)
    expect(last).toBeLessThan(14)
  })

  test('a consumer whose day is used up waits alone, and its releases fail after ten minutes', async () => {
    const [greedy, modest] = [await tenant(), await tenant()]
    await open({ OPENER_CONSUMER_PER_DAY: '2' })
    const ids = await ask(greedy, 3)
    await until(async () => expect((await statuses()).of(greedy, 'ready')).toBe(2))
    const [other] = await ask(modest)
    await until(async () => expect((await modest.scene.read(other!)).body.status).toBe('ready'))
    await settling()
    const waiting: string[] = []
    for (const id of ids) if ((await greedy.scene.read(id)).body.status === 'pending') waiting.push(id)
    expect(waiting).toHaveLength(1)
    const told = alarms('the opener has stopped for a consumer')
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(greedy.scene.payer.consumer)
    expect(stopped()).toEqual([])
    await until(async () =>
      expect(await readOpenerFacts(server.app.db)).toMatchObject({ stopped: 0, stoppedConsumers: 1 }),
    )
    await server.query`update release set expires_at = now() - interval '1 second' where status = 'pending'`
    await until(async () =>
      expect(
        await server.query`select status, jwe from release where id = ${decodeId('release', waiting[0]!)}`,
      ).toEqual([{ status: 'failed', jwe: null }]),
    )
    expect((await greedy.scene.read(waiting[0]!)).body).toMatchObject({ status: 'failed', jwe: null })
    expect(await server.query`select from release_job`).toEqual([])
  })

  test('releases of test mode neither delay nor stop those of live mode', async () => {
    const [rehearsing, paying] = [await tenant(false), await tenant(true)]
    await ask(rehearsing, 5)
    await open({ OPENER_PER_DAY: '3' })
    await until(async () => expect(stopped()).toHaveLength(1))
    expect(stopped()[0]).toContain('"environment":"test"')
    const [id] = await ask(paying)
    await until(async () => expect((await paying.scene.read(id!)).body.status).toBe('ready'))
    expect((await statuses()).of(rehearsing, 'pending')).toBe(2)
    expect(await readOpenerFacts(server.app.db)).toMatchObject({ stopped: 0, waiting: 0 })
  })

  test('a release that has waited for more than five minutes is logged as an alarm once', async () => {
    const greedy = await tenant()
    await ask(greedy, 2)
    await age(6)
    await open({ OPENER_CONSUMER_PER_DAY: '1' })
    await until(async () => expect(alarms('a release has waited for more than five minutes')).toHaveLength(1))
    expect((await readOpenerFacts(server.app.db)).oldestSeconds).toBeGreaterThan(300)
    await settling()
    expect(alarms('a release has waited for more than five minutes')).toHaveLength(1)
  })
})

describe('the limit of an opener for a day', () => {
  test('stops everything, alarms, and is not widened by rows that a writer of the database forges', async () => {
    const tenants = []
    for (let n = 0; n < 5; n++) tenants.push(await tenant())
    await open({ OPENER_PER_DAY: '3' })
    for (const one of tenants) await ask(one)
    await until(async () => expect(stopped()).toHaveLength(1))
    await until(async () => expect((await readOpenerFacts(server.app.db)).stopped).toBe(1))
    expect((await statuses()).all('ready')).toBe(3)

    await server.query`delete from disclosure_record where kind = 'release'`
    await server.query`delete from release where status = 'ready'`
    await server.query`update opener set day_share = 0, stopped_consumers = 0`
    await server.query`update release_job set attempts = -1000, lease = null, leased_until = null`
    await server.query`update consumer set limits = '{"releases": {"size": 1000000, "refillPerSecond": 1000000}}'`
    for (const one of tenants) await ask(one)
    await server.query`delete from opener`
    await settling()
    expect((await statuses()).all('ready')).toBe(0)
    expect((await statuses()).all('pending')).toBe(7)
  })

  test('counts a forged consumer separately, and gives it nothing that is sealed to another', async () => {
    const [greedy, forged] = [await tenant(), await tenant()]
    await open({ OPENER_CONSUMER_PER_DAY: '1' })
    await ask(greedy, 2)
    await until(async () => expect((await statuses()).of(greedy, 'ready')).toBe(1))
    await server.query`update release set consumer_id = ${forged.scene.payer.consumerId} where status = 'pending'`
    await until(async () => expect((await statuses()).all('failed')).toBe(1))
    expect((await statuses()).all('ready')).toBe(1)
  })

  test('outlasts a restart; a person who raises it lets the opener go on', async () => {
    const one = await tenant()
    const state = { OPENER_STATE_DIR: join(folder, 'restarted') }
    await open({ ...state, OPENER_PER_DAY: '1' })
    const ids = await ask(one, 2)
    await until(async () => expect(stopped()).toHaveLength(1))
    await openers.pop()!.stop()
    await open({ ...state, OPENER_PER_DAY: '1' })
    expect(stopped()).toHaveLength(2)
    await settling()
    expect((await statuses()).all('pending')).toBe(1)
    await openers.pop()!.stop()
    await open({ ...state, OPENER_PER_DAY: '2' })
    for (const id of ids) await until(async () => expect((await one.scene.read(id)).body.status).toBe('ready'))
  })
})

describe('the built-in opener', () => {
  const limits = { OPENER_CONSUMER_PER_MINUTE: '2', OPENER_CONSUMER_PER_DAY: '3', OPENER_PER_DAY: '4' }
  const builtIn = async (env: Record<string, string>) => {
    const alone = await startTestServer({ env, encryptionKey })
    const greedy = await releasing(alone, { owner: 'owner', payer: 'greedy' })
    const modest = await releasing(alone, { owner: 'owner', payer: 'modest' })
    return { alone, greedy, modest }
  }

  test('refuses a consumer beyond its minute alone, absent payees and present ones alike', async () => {
    const { alone, greedy, modest } = await builtIn(limits)
    const payee = await greedy.payee()
    for (let n = 0; n < 2; n++) expect((await greedy.ask(payee)).status).toBe(201)
    for (const of of [payee, { ...payee, alias: '@nobody.at.all' }, { ...payee, endpoint: 'end_nonsense' }]) {
      const answer = await greedy.ask(of)
      expect([answer.status, failure(answer)]).toMatchObject([
        429,
        { code: 'rate_limited', message: expect.stringContaining('in a minute') },
      ])
    }
    expect((await modest.ask(await modest.payee())).status).toBe(201)
    await alone.close()
  })

  test('refuses a consumer beyond its day alone, and everybody beyond the day of all, in live and in test mode each', async () => {
    const { alone, greedy, modest } = await builtIn({ ...limits, OPENER_CONSUMER_PER_MINUTE: '100' })
    const [payee, other] = [await greedy.payee(), await modest.payee()]
    for (let n = 0; n < 3; n++) expect((await greedy.ask(payee)).status).toBe(201)
    const beyond = await greedy.ask(payee)
    expect([beyond.status, failure(beyond)]).toMatchObject([
      429,
      { code: 'rate_limited', message: expect.stringContaining('in a day') },
    ])
    expect((await modest.ask(other)).status).toBe(201)
    const refused = await modest.ask(other)
    expect([refused.status, failure(refused)]).toMatchObject([
      503,
      { code: 'service_unavailable', message: expect.stringContaining('used up') },
    ])
    const paying = await releasing(alone, { owner: 'owner', payer: 'modest' }, true)
    expect((await paying.ask(await paying.payee())).status).toBe(201)
    await alone.close()
  })
})
