import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { decodeId, type Kind } from '../../../src/kernel/id.ts'
import { payerKey } from '../../support/open-release.ts'
import { eventsOf, freshName, query, registryForTests } from '../../support/registry.ts'
import { type Answer, type Body, forTests, type Key } from '../../support/server.ts'

/** A write that waits for a lock decides by the time after it: each end here comes while another transaction holds the lock. */

const { server, owner, mine } = registryForTests({ env: { RESPONSE_STEP_SINGLE_MS: '1' } })
const other = forTests(() => server.key({ consumer: 'other' }))

const send = (key: Key, method: string, path: string, body?: object): Promise<Answer> =>
  server.send(method, `/v1/${path}`, { key: key.key, ...(body ? { body } : {}) })
const uuid = (kind: Kind, { id }: Body): string => decodeId(kind, id)!

const waiting = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Holds the rows that `locked` selects, has `write` wait for them, and has the end of `ending` (a table, a column and an id) come
 * meanwhile: it lies between the beginning of the write's transaction and its lock.
 */
async function acrossTheEnd<T>(
  locked: { table: string; id: string },
  ending: { table: string; column: string; id: string },
  write: () => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: server.database.url })
  await holder.connect()
  try {
    const until = `clock_timestamp() + interval '700 milliseconds'`
    await query(server, `update ${ending.table} set ${ending.column} = ${until} where ${ending.id}`)
    await holder.query(`begin; select from ${locked.table} where ${locked.id} for update`)
    const answered = write()
    await expect.poll(async () => (await query<{ n: number }>(server, waiting))[0]!.n).toBeGreaterThan(0)
    const isComing = `select ${ending.column} > clock_timestamp() as coming from ${ending.table} where ${ending.id}`
    expect(await query(server, isComing)).toEqual([{ coming: true }])
    await pause(900)
    await holder.query('rollback')
    return await answered
  } finally {
    await holder.end()
  }
}

const idIs = (id: string) => `id = '${id}'`

test('a grant that ends during the wait is expired, not revoked', async () => {
  const identity = await mine.identity()
  const grant = await mine.grant(identity.id, other.consumer)
  const answer = await acrossTheEnd(
    { table: 'identity', id: idIs(uuid('identity', identity)) },
    { table: 'consent_grant', column: 'expires_at', id: idIs(uuid('consentGrant', grant)) },
    () => send(owner, 'DELETE', `consent_grants/${grant.id}`),
  )
  expect([answer.status, answer.body.status]).toEqual([200, 'expired'])
  const told = (await eventsOf(server, owner.consumerId)).filter(({ type }) => type === 'consent.revoked')
  expect(told).toEqual([])
})

test('a grant that ends during the wait is not changed', async () => {
  const identity = await mine.identity()
  const grant = await mine.grant(identity.id, other.consumer)
  const answer = await acrossTheEnd(
    { table: 'consent_grant', id: idIs(uuid('consentGrant', grant)) },
    { table: 'consent_grant', column: 'expires_at', id: idIs(uuid('consentGrant', grant)) },
    () => send(owner, 'PATCH', `consent_grants/${grant.id}`, { expires_at: null }),
  )
  expect(answer.body.error.code).toBe('grant_ended')
})

test('a grant that ends during the wait makes room for another as an expired one', async () => {
  const identity = await mine.identity()
  const grant = await mine.grant(identity.id, other.consumer)
  const answer = await acrossTheEnd(
    { table: 'consent_grant', id: idIs(uuid('consentGrant', grant)) },
    { table: 'consent_grant', column: 'expires_at', id: idIs(uuid('consentGrant', grant)) },
    () =>
      send(owner, 'POST', 'consent_grants', { identity: identity.id, consumer: other.consumer, covers: { all: true } }),
  )
  expect(answer.status).toBe(201)
  expect((await send(owner, 'GET', `consent_grants/${grant.id}`)).body.status).toBe('expired')
})

test('a challenge that ends during the wait takes no answer', async () => {
  const identity = await mine.identity()
  const alias = await mine.alias(identity.id, 'phone', '+12125550123')
  const challenge = (await send(owner, 'POST', `aliases/${alias.id}/challenges`, { method: 'sms_code' })).body
  const row = idIs(uuid('challenge', challenge))
  const answer = await acrossTheEnd(
    { table: 'challenge', id: row },
    { table: 'challenge', column: 'expires_at', id: row },
    () => send(owner, 'POST', `challenges/${challenge.id}/answer`, { code: '00000000' }),
  )
  expect([answer.status, answer.body.error.code]).toEqual([409, 'challenge_closed'])
})

test('a claim whose time ends during the wait takes no further challenge', async () => {
  const identity = await mine.identity()
  const claim = (
    await send(owner, 'POST', 'claims', {
      type: 'phone',
      value: '+12125550124',
      identity: identity.id,
      kind: 'portability',
    })
  ).body
  const row = idIs(uuid('claim', claim))
  const answer = await acrossTheEnd({ table: 'claim', id: row }, { table: 'claim', column: 'deadline', id: row }, () =>
    send(owner, 'POST', `claims/${claim.id}/challenges`, { method: 'sms_code' }),
  )
  expect([answer.status, answer.body.error.code]).toEqual([409, 'claim_closed'])
})

/** An account that is released to `other` by a grant, and a key of `other`. */
async function released() {
  const identity = await mine.identity()
  const alias = `@${(await mine.username(identity.id)).value}`
  const endpoint = await mine.account(identity.id, { release: 'granted' })
  const grant = await mine.grant(identity.id, other.consumer, { release: [endpoint.id] })
  const { jwk } = await payerKey()
  const key = (await send(other, 'POST', 'sealing_keys', { jwk })).body
  const ask = () => send(other, 'POST', 'releases', { alias, endpoint: endpoint.id, sealing_key: key.id })
  return { identity, grant, key, ask }
}

test('a key whose delay ends during the wait is usable', async () => {
  const { key, ask } = await released()
  const row = idIs(uuid('sealingKey', key))
  const usable = { table: 'sealing_key', column: 'usable_at', id: row }
  const answer = await acrossTheEnd({ table: 'sealing_key', id: row }, usable, ask)
  expect(answer.status).toBe(201)
})

test('nothing is released by a grant that ends during the wait', async () => {
  const { identity, grant, ask } = await released()
  const ends = { table: 'consent_grant', column: 'expires_at', id: idIs(uuid('consentGrant', grant)) }
  const answer = await acrossTheEnd({ table: 'identity', id: idIs(uuid('identity', identity)) }, ends, ask)
  expect([answer.status, answer.body.error.code]).toEqual([404, 'release_not_found'])
})

test('an alias whose cooldown ends during the wait is to be had, and was made after it', async () => {
  const identity = await mine.identity()
  const value = freshName()
  const alias = await mine.username(identity.id, value)
  await mine.remove(`/v1/aliases/${alias.id}`)
  const reservation = `alias_id = '${uuid('alias', alias)}'`
  const answer = await acrossTheEnd(
    { table: 'identity', id: idIs(uuid('identity', identity)) },
    { table: 'alias_reservation', column: 'available_at', id: reservation },
    () => send(owner, 'POST', 'aliases', { identity: identity.id, type: 'username', value }),
  )
  expect(answer.status).toBe(201)
})
