import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  followFeed,
  followNaively,
  killWriter,
  kinds,
  missedBy,
  type Tally,
  writeChanges,
} from '../../support/change-ledger.ts'
import { connected, feedOf } from '../../support/changes.ts'
import { importValues } from '../../support/importing.ts'
import { amount, report } from '../../support/judge.ts'
import { freshName, query, registryForTests, registryOf } from '../../support/registry.ts'

/*
 * Caches that are kept by the changes feed against the tables themselves, after many writers at once, of which some are killed and
 * some roll back, beside an import, the API, and a transaction that is held open. Two readers by another order are the control:
 * they must miss what the feed does not.
 */

const writers = amount('WRITERS', 8)
const changes = amount('CHANGES', 4_000)
const heldMs = amount('HELD_MS', 1_000)

const { server, owner } = registryForTests({ env: { DATABASE_POOL_SIZE: '20' } })

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    { object: 'identity', ref: `p${n}`, type: 'user' },
    { object: 'alias', identity: `p${n}`, type: 'username', value: freshName('import'), is_primary: true },
    { object: 'endpoint', ref: `p${n}`, identity: `p${n}`, type: 'bank_account', address: 'DE89370400440532013000' },
  ]).flat()

/** Imports lines, and then changes them: marks move, and every other endpoint is replaced. */
async function importing(count: number): Promise<void> {
  const first = people(count)
  const address = 'GB82WEST12345698765432'
  const second = first.map((line, n) => (line.object === 'endpoint' && n % 2 === 0 ? { ...line, address } : line))
  for (const lines of [first, second]) {
    const { rejected } = await importValues(server, owner.consumerId, lines, { batchSize: 50 })
    expect(rejected).toEqual([])
  }
}

/** Every kind of record, made and changed over the API, until it is enough. */
async function useApi(isOver: () => boolean): Promise<void> {
  const mine = registryOf(server, owner)
  const { consumer } = await server.key({ consumer: 'payer' })
  const post = async (path: string, body: object) => (await owner.post(`/v1/${path}`, body)).body.id as string
  do {
    const { id } = await mine.identity()
    const [one, other] = [await mine.username(id), await mine.username(id)]
    const wallet = await mine.wallet(id)
    const grant = await mine.grant(id, consumer)
    const hook = await post('webhooks', { url: 'http://127.0.0.1:1/', enabled_events: ['*'] })
    const key = await post('api_keys', { scopes: ['resolve'] })
    await mine.patch(`/v1/aliases/${one.id}`, { is_primary: true })
    await mine.patch(`/v1/aliases/${other.id}`, { is_primary: true })
    for (const path of [
      `aliases/${one.id}`,
      `endpoints/${wallet.id}`,
      `consent_grants/${grant.id}`,
      `webhooks/${hook}`,
    ])
      expect((await mine.remove(`/v1/${path}`)).status).toBe(200)
    await mine.remove(`/v1/api_keys/${key}`)
  } while (!isOver())
}

/** Ends connections of writers while they write. */
async function killing(tally: Tally): Promise<void> {
  while (tally.left > 0) {
    await killWriter(server)
    await setTimeout(50)
  }
}

const insert =
  "insert into identity (id, livemode, consumer_id, type, default_privacy_level) values ($1, false, $2, 'user', 'private')"

/** Makes an identity by a transaction that commits after `work` alone. */
const heldOpen = (work: () => Promise<void>): Promise<void> =>
  connected(server, async (client) => {
    await client.query('begin')
    await client.query(insert, [randomUUID(), owner.consumerId])
    await work()
    await client.query('commit')
  })

async function made(): Promise<string> {
  const id = randomUUID()
  await query(server, insert, [id, owner.consumerId])
  return id
}

test('a cache that is kept by the feed misses no change; one that is kept by another order does', async () => {
  const { consumerId } = owner
  const tally: Tally = { left: changes, committed: 0, rolledBack: 0, broken: 0 }
  let end: string | null = null
  const ended = () => end
  const byFeed = followFeed(server, feedOf(server, owner), ended)
  const naive = { updated_at: new Map<string, string>(), changed: new Map<string, string>() }
  const following = (['updated_at', 'changed'] as const).map((order) =>
    followNaively(server, naive[order], consumerId, order, ended),
  )

  const writing = Promise.all([
    ...Array.from({ length: writers }, () => writeChanges(server, consumerId, tally)),
    killing(tally),
    importing(Math.ceil(changes / 60)),
    useApi(() => tally.left <= 0),
  ])
  await heldOpen(async () => {
    await Promise.race([writing, setTimeout(heldMs)])
    // The controls pass the open transaction: they hold what was committed after it began.
    const later = await made()
    await expect.poll(() => naive.updated_at.has(later) && naive.changed.has(later), { timeout: 600_000 }).toBe(true)
  })
  await writing

  end = await made()
  const { cache, told, mostBehind } = await byFeed
  report(`${tally.committed} changes by ${writers} writers, ${tally.rolledBack} rollbacks, ${tally.broken} killed`)
  report(`${told} told, at most ${mostBehind} s behind`)
  const missed = await missedBy(server, cache, consumerId, Object.keys(kinds))
  await Promise.all(following)
  const missedByControls = await Promise.all(
    Object.values(naive).map((one) => missedBy(server, one, consumerId, ['identity'])),
  )
  report(
    `missed: ${missed.length}; by updated_at ${missedByControls[0]!.length}, by changed alone ${missedByControls[1]!.length}`,
  )
  expect(tally.committed).toBeGreaterThanOrEqual(changes)
  expect(tally.rolledBack).toBeGreaterThan(0)
  expect(tally.broken).toBeGreaterThan(0)
  expect(missed).toEqual([])
  for (const found of missedByControls) expect(found.length).toBeGreaterThan(0)
}, 3_600_000)
