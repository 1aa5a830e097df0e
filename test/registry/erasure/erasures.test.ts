import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { createErasedSkeleton } from '../../../src/registry/aliases/reservation.ts'
import { insertAlias, takeReservation } from '../../../src/registry/aliases/reservation-store.ts'
import { claimScene } from '../../support/claim-scene.ts'
import { everyRow, fillIdentity, foundIn } from '../../support/erasure-scene.ts'
import { eventsOf, failure, freshName, query, registryForTests, registryOf } from '../../support/registry.ts'
import { forTests, type Json, type Key } from '../../support/server.ts'

const { server, owner, mine } = registryForTests()
const other = forTests(() => server.key({ consumer: 'other' }))

const close = (identity: string) => mine.patch(`/v1/identities/${identity}`, { status: 'closed' })
const erase = (identity: string, body: Json = { confirm: identity }, headers = {}) =>
  owner.post(`/v1/identities/${identity}/erase`, body, headers)
const job = () => server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
const row = async (uuid: string) => (await server.query`select * from identity where id = ${uuid}`)[0]!

async function erased(identity: string): Promise<void> {
  expect((await close(identity)).status).toBe(200)
  expect((await erase(identity)).status).toBe(202)
  await job()
  expect((await mine.get(`/v1/identities/${identity}`)).erased_at).toBeTypeOf('number')
}

test('only a closed identity is erased, and only when its id is in the body once more', async () => {
  const { id } = await mine.identity({ display_name: 'Kept' })
  const { id: another } = await mine.identity()
  expect(failure(await erase(id))).toMatchObject({
    code: 'status_transition_invalid',
    message: expect.stringContaining('close it first'),
  })
  await mine.patch(`/v1/identities/${id}`, { status: 'suspended' })
  expect((await erase(id)).status).toBe(409)
  await close(id)
  for (const confirm of [another, '', 'idn_', id.slice(0, -1), 'yes'])
    expect(failure(await erase(id, { confirm }))).toMatchObject({ code: 'parameter_invalid', param: 'confirm' })
  expect(failure(await erase(id, {}))).toMatchObject({ code: 'parameter_missing', param: 'confirm' })
  expect(await mine.get(`/v1/identities/${id}`)).toMatchObject({
    display_name: 'Kept',
    erasing: false,
    erased_at: null,
  })
  const foreign = await other.post(`/v1/identities/${id}/erase`, { confirm: id })
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'resource_missing'])
})

test('it is erasing at once, without its name and notes, and nothing changes it any more', async () => {
  const { id } = await mine.identity({ display_name: 'Gone', external_reference: freshName(), metadata: { a: 'b' } })
  await close(id)
  const asked = await erase(id)
  const expected = { status: 'closed', erasing: true, erased_at: null, display_name: null }
  expect(asked.body).toMatchObject({ ...expected, external_reference: null, metadata: {} })
  const patched = await mine.patch(`/v1/identities/${id}`, { display_name: 'Back', metadata: { a: 'c' } })
  expect(failure(patched)).toMatchObject({ code: 'identity_not_active' })
  const { updated } = asked.body
  expect((await erase(id)).body).toMatchObject({ ...expected, updated })
  await job()
  expect((await mine.patch(`/v1/identities/${id}`, { display_name: 'Back' })).status).toBe(409)
  expect(await mine.get(`/v1/identities/${id}`)).toMatchObject({ erasing: false, display_name: null })
})

test('over GraphQL it is the same', async () => {
  const { id } = await mine.identity()
  await close(id)
  const document =
    'mutation ($id: ID!, $confirm: ID!) { eraseIdentity(id: $id, confirm: $confirm) { erasing erasedAt } }'
  const wrong = await owner.graphql(document, { id, confirm: 'idn_x' })
  expect(wrong.body.errors[0].extensions).toMatchObject({ code: 'PARAMETER_INVALID' })
  const { body } = await owner.graphql(document, { id, confirm: id })
  expect(body.data.eraseIdentity).toEqual({ erasing: true, erasedAt: null })
})

test('under an Idempotency-Key an erasure is requested once, and its stored outcome names nobody', async () => {
  const { id } = await mine.identity({ display_name: 'Kept answer' })
  await close(id)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await erase(id, undefined, headers)
  await job()
  const again = await erase(id, undefined, headers)
  expect(again.body).toEqual(first.body)
  expect(again.text).not.toContain('Kept answer')
})

test('no row contains data of an erased identity, and every other identity is unchanged', async () => {
  const filled = await fillIdentity(server, owner, other)
  const neighbour = await fillIdentity(server, owner, other)
  const before = foundIn(await everyRow(server), neighbour.needles)
  await erased(filled.identity)
  expect(foundIn(await everyRow(server), filled.needles)).toEqual([])
  expect(foundIn(await everyRow(server), neighbour.needles)).toEqual(before)
  expect(await row(filled.uuid)).toMatchObject({ type: 'user', status: 'closed' })
  expect((await row(filled.uuid)).snapshot).toBe('[]')
  expect(await row(neighbour.uuid)).toMatchObject({ status: 'active', erasing_at: null })
})

test('the owner is notified once, and both sides of an open claim of its end', async () => {
  const { identity, uuid } = await fillIdentity(server, owner, other)
  await erased(identity)
  await job()
  const types = (await eventsOf(server, owner.consumerId)).filter(({ data }) => data.identity === identity)
  expect(types.filter(({ type }) => type === 'identity.erased')).toEqual([
    { type: 'identity.erased', data: { identity, type: 'user' } },
  ])
  const claims = await server.query`select status, reason, value, next_at from claim
    where identity_id = ${uuid} or donor_identity_id = ${uuid}`
  const ended = { status: 'cancelled', reason: 'identity_not_active', value: '', next_at: null }
  expect(claims).toEqual([ended, ended])
  expect((await eventsOf(server, other.consumerId)).at(-1)).toMatchObject({ type: 'claim.cancelled' })
})

test('records keep their ids and times, and are read without a value', async () => {
  const { identity } = await fillIdentity(server, owner, other)
  await erased(identity)
  const aliases = await mine.get(`/v1/identities/${identity}/aliases?status=released`)
  expect(aliases.data).toHaveLength(2)
  const blank = { value: '', verified_at: null, verification: 'none', external_reference: null, metadata: {} }
  for (const alias of aliases.data) expect(alias).toMatchObject(blank)
  expect((await mine.get(`/v1/identities/${identity}/endpoints`)).data).toEqual([])
  expect((await mine.get(`/v1/identities/${identity}/payee_names`)).data).toEqual([])
  expect((await mine.get(`/v1/identities/${identity}/consent_grants`)).data).toMatchObject([{ purpose: null }])
  const requests = await other.get('/v1/consent_requests?direction=outgoing')
  expect(requests.body.data[0]).toMatchObject({ purpose: null })
})

test('an erased alias cools down all the same, for its owner and for others, and is free after it', async () => {
  const { identity, username, uuid } = await fillIdentity(server, owner, other)
  await erased(identity)
  const create = async (key: Key, headers = {}) => {
    const { id } = await registryOf(server, key).identity()
    const body = { identity: id, type: 'username', value: username }
    return key.post('/v1/aliases', body, headers)
  }
  for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
    expect(failure(await create(owner, headers))).toMatchObject({ code: 'alias_in_cooldown' })
    const headersOf = 'idempotency-key' in headers ? { 'idempotency-key': randomUUID() } : {}
    expect(failure(await create(other, headersOf))).toEqual({
      type: 'conflict_error',
      code: 'alias_taken',
      message: 'The alias is taken.',
    })
  }
  await server.query`update alias_reservation set available_at = now() - interval '1 second'
    where alias_id in (select id from alias where identity_id = ${uuid})`
  await server.app.jobs.find(({ name }) => name === 'purge-erased-reservations')!.run()
  const left = await server.query`select from alias_reservation where skeleton like '=%' and available_at <= now()`
  expect(left).toEqual([])
  expect((await create(other)).status).toBe(201)
  expect(failure(await create(owner))).toMatchObject({ code: 'alias_taken' })
})

test('an alias that was erased while its reservation was being taken cools down', async () => {
  const { identity, username } = await fillIdentity(server, owner, other)
  const { rows } = await server.app.pool.query('select skeleton from alias where value = $1', [username])
  const place = { livemode: false, type: 'username', skeleton: rows[0].skeleton as string }
  const erasedAs = createErasedSkeleton(server.app.keyring)(place)
  await erased(identity)
  // A caller from before the erasure saw no hash: 'not there' simulates it.
  const { id: taker } = await registryOf(server, other).identity()
  const id = randomUUID()
  await server.app.db
    .transaction()
    .execute(async (trx) => {
      expect(await takeReservation(trx, { ...place, erased: 'not there' }, id, other.consumerId)).toBe(true)
      const alias = { id, identityId: decodeId('identity', taker)!, consumerId: other.consumerId, value: username }
      const mark = Buffer.alloc(45)
      const made = await insertAlias(trx, {
        ...alias,
        ...place,
        erased: erasedAs,
        normVersion: 1,
        level: 'public',
        mark,
      })
      expect(made).toBeUndefined()
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
})

/** A claim of an alias whose identity was erased. */
async function claimOfErased() {
  const donor = await server.key({ livemode: true })
  const claimer = await server.key({ consumer: 'other', livemode: true })
  const scene = claimScene(server, donor, claimer)
  const alias = await scene.held()
  await scene.setStatus(alias, 'closed')
  await scene.send(donor, `identities/${alias.identity}/erase`, { confirm: alias.identity })
  await job()
  return { donor, claimer, scene, alias, claim: await scene.opened(alias) }
}
/** Lets the cooldowns be over. */
const cooled = () =>
  server.query`update alias_reservation set available_at = now() - interval '1 second' where available_at is not null`

test('a claim of an erased alias waits until it has cooled down', async () => {
  const { scene, alias, claim } = await claimOfErased()
  expect(await scene.state(claim)).toBe('pending_proof')
  const [waiting] = await server.query`select next_at > now() + interval '50 minutes' as waits from claim
    where value = ${alias.value}`
  expect(waiting).toEqual({ waits: true })
  await cooled()
  await server.query`update claim set next_at = now() where value = ${alias.value}`
  await scene.advance()
  expect(await scene.state(claim)).toBe('completed')
})

test('a claim of an erased alias keeps others out, and completes on no old code', async () => {
  const { donor, claimer, scene, alias, claim } = await claimOfErased()
  await server.query`update claim set proved_at = proved_at - interval '89 days' where value = ${alias.value}`
  await cooled()
  const mine = registryOf(server, donor)
  const body = { identity: (await mine.identity()).id, type: 'phone', value: alias.value }
  expect((await scene.send(donor, 'aliases', body)).body.error.code).toBe('alias_taken')
  await server.query`update claim set next_at = now() where value = ${alias.value}`
  await scene.advance()
  expect(await scene.state(claim)).toBe('awaiting_second_proof')
  expect((await scene.send(donor, 'aliases', body)).body.error.code).toBe('alias_taken')
  expect(await scene.meet(claimer, claim)).toBe('met')
  await scene.advance()
  expect(await scene.state(claim)).toBe('completed')
})

test('an interrupted erasure continues from any point', async () => {
  const filled = await fillIdentity(server, owner, other)
  await close(filled.identity)
  await erase(filled.identity)
  // The step of the endpoints fails, as a process that is killed there.
  await server.query`alter table endpoint add constraint stopped check (removed_at is null) not valid`
  await expect(job()).rejects.toMatchObject({ name: 'ErasureFailed', code: '23514' })
  expect(await row(filled.uuid)).toMatchObject({ erased_at: null })
  expect((await server.query`select id from payee_name where identity_id = ${filled.uuid}`).length).toBe(0)
  await server.query`alter table endpoint drop constraint stopped`
  await Promise.all([job(), job()])
  expect(foundIn(await everyRow(server), filled.needles)).toEqual([])
  const told = (await eventsOf(server, owner.consumerId)).filter(
    ({ type, data }) => type === 'identity.erased' && data.identity === filled.identity,
  )
  expect(told).toHaveLength(1)
})

test('no step takes more rows at once than it may, and an erasure ends however many there are', async () => {
  const { id } = await mine.identity()
  const uuid = (await server.query<{ id: string }>`select id from identity order by created_at desc limit 1`)[0]!.id
  await query(
    server,
    `insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, status, released_at)
     select gen_random_uuid(), false, i.id, i.consumer_id, 'username', 'many' || n, 'many' || n, 1, 'released', now()
     from identity i, generate_series(1, 1200) n where i.id = $1`,
    [uuid],
  )
  await erased(id)
  const [left] = await server.query`select count(*)::int as n from alias where identity_id = ${uuid} and value <> ''`
  expect(left).toEqual({ n: 0 })
})
