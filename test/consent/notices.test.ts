import { beforeEach, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { recoverSome } from '../../src/webhooks/deliveries/store.ts'
import { withClient } from '../support/admin.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { query, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key } from '../support/server.ts'
import { startWebhookServer } from '../support/webhooks.ts'

let grantee: Key
let identity: string
let granted: string
const receiver = forTests(() => startReceiver(answer(500)))
const server = forTests(startWebhookServer)
const owner = forTests(() => server.key({ consumer: 'owner' }))

let serial = 0
beforeEach(async () => {
  grantee = await server.key({ consumer: `grantee ${++serial}` })
  identity = (await mine().identity()).id
  granted = (await mine().grant(identity, grantee.consumer)).id
})

const mine = () => registryOf(server, owner)
const run = () => server.app.jobs.find(({ name }) => name === 'notify-grantees')!.run()

type Notice = { id: string; data: { endpoints: { public_id: string; type: string; change: string }[] } }

/** The notices of a grantee, oldest first, after the job has run. */
async function notices(to: Key = grantee): Promise<Notice[]> {
  await run()
  const { body } = await to.get('/v1/events?type=disclosed_endpoints.changed&limit=100')
  return body.data.toReversed()
}

/** `change id` of each entry of each notice. */
const told = async (to: Key = grantee) =>
  (await notices(to)).map(({ data }) => data.endpoints.map(({ change, public_id }) => `${change} ${public_id}`).sort())

const patch = async (id: string, body: Record<string, unknown>) => {
  const { status } = await mine().patch(`/v1/endpoints/${id}`, body)
  expect(status).toBe(200)
}
/** Changes an endpoint nine times, of which a minute tells six. */
async function tellSix(): Promise<Body> {
  const wallet = await mine().wallet(identity)
  for (let n = 0; n < 9; n++) {
    await run()
    await patch(wallet.id, { status: n % 2 === 0 ? 'disabled' : 'active' })
  }
  expect(await told()).toHaveLength(6)
  return wallet
}
/** The times of notices and of their bodies, which are found by it, are two minutes earlier. */
async function minutesLater(): Promise<void> {
  for (const table of ['event_notice', 'event_body'])
    await query(
      server,
      `update ${table} set created_at = created_at - interval '2 minutes' where type like 'disclosed%'`,
    )
}
const usd = [{ asset: 'USD', network: 'ethereum', rail: 'crypto' }]

test('a notice names the endpoint, its type and the change, and nothing else', async () => {
  const { id } = await mine().wallet(identity, { privacy_level: 'consent_required', metadata: { private: 'canary' } })
  const [notice] = await notices()
  expect(notice).toEqual({
    object: 'event',
    id: expect.stringMatching(/^evt_/),
    type: 'disclosed_endpoints.changed',
    created: expect.any(Number),
    updated: expect.any(Number),
    livemode: false,
    actor: { type: 'system', id: 'notify-grantees' },
    request: null,
    data: {
      consent_grant: granted,
      identity,
      endpoints: [{ public_id: id, type: 'crypto_wallet', change: 'added' }],
    },
  })
})

test('each change that a grantee sees is told once; a change that it cannot see is not', async () => {
  const wallet = await mine().wallet(identity)
  const hidden = await mine().wallet(identity, { privacy_level: 'private' })
  expect(await told()).toEqual([[`added ${wallet.id}`]])
  const steps: [work: () => Promise<unknown>, expected: string | null][] = [
    [() => patch(wallet.id, { capabilities: usd }), 'updated'],
    [() => patch(wallet.id, { capabilities: [{ ...usd[0], max_amount: 5 }] }), null],
    [() => patch(wallet.id, { priority: 7 }), null],
    [() => patch(wallet.id, { metadata: { a: 'b' } }), null],
    [() => patch(wallet.id, { privacy_level: 'consent_required' }), null],
    [() => patch(hidden.id, { capabilities: usd }), null],
    [() => patch(wallet.id, { status: 'disabled' }), 'removed'],
    [() => patch(wallet.id, { status: 'active' }), 'added'],
    [() => mine().username(identity), null],
    [() => mine().patch(`/v1/identities/${identity}`, { display_name: 'Ann' }), null],
    [() => mine().remove(`/v1/endpoints/${wallet.id}`), 'removed'],
  ]
  for (const [work, expected] of steps) {
    const before = (await told()).length
    await work()
    await minutesLater()
    const after = await told()
    expect(after.slice(before), String(work)).toEqual(expected === null ? [] : [[`${expected} ${wallet.id}`]])
  }
})

test('changes before the job runs are one notice; a change that was taken back is none', async () => {
  const first = await mine().wallet(identity)
  const second = await mine().account(identity)
  await patch(second.id, { status: 'disabled' })
  await mine().remove(`/v1/endpoints/${first.id}`)
  await patch(second.id, { status: 'active' })
  expect(await told()).toEqual([[`added ${second.id}`]])
  await patch(second.id, { status: 'disabled' })
  await patch(second.id, { status: 'active' })
  expect(await told()).toHaveLength(1)
})

test('a grant that is made after a change is not told of it; its own terms are no cause', async () => {
  const wallet = await mine().wallet(identity, { privacy_level: 'consent_required' })
  const late = await server.key({ consumer: `late ${serial}` })
  const { id: grant } = await mine().grant(identity, late.consumer, { covers: { aliases: [], endpoints: [wallet.id] } })
  expect(await told(late)).toEqual([])
  const other = await mine().account(identity, { privacy_level: 'consent_required' })
  await mine().patch(`/v1/consent_grants/${grant}`, { covers: { endpoints: [wallet.id, other.id] } })
  expect(await told(late)).toEqual([[`added ${other.id}`]])
  await mine().patch(`/v1/consent_grants/${grant}`, { covers: { endpoints: [wallet.id] } })
  await patch(other.id, { capabilities: usd })
  expect(await told(late)).toHaveLength(1)
  await mine().patch(`/v1/consent_grants/${grant}`, { covers: { all: true } })
  expect(await told(late)).toHaveLength(1)
})

test('an identity that is not active notifies nobody; once it is active, of the difference', async () => {
  const wallet = await mine().wallet(identity)
  expect(await told()).toHaveLength(1)
  await mine().patch(`/v1/identities/${identity}`, { status: 'suspended' })
  await patch(wallet.id, { capabilities: usd })
  expect(await told()).toHaveLength(1)
  await mine().patch(`/v1/identities/${identity}`, { status: 'active' })
  await server.query`update notice_due set next_at = now()`
  expect((await told()).slice(1)).toEqual([[`updated ${wallet.id}`]])
})

test('of an identity that is not active one state is kept, however often it changes', async () => {
  const wallet = await mine().wallet(identity)
  await run()
  await mine().patch(`/v1/identities/${identity}`, { status: 'suspended' })
  for (let n = 0; n < 6; n++) await patch(wallet.id, { capabilities: n % 2 === 0 ? usd : [] })
  await server.query`update notice_due set next_at = now()`
  await run()
  expect(await server.query`select number from notice_due`).toEqual([{ number: 2 }])
  await patch(wallet.id, { capabilities: usd })
  await mine().patch(`/v1/identities/${identity}`, { status: 'active' })
  await server.query`update notice_due set next_at = now()`
  expect((await told()).slice(1)).toEqual([[`updated ${wallet.id}`]])
})

test('a suspended owner notifies nobody, and a closed identity leaves nothing to tell', async () => {
  const call = operatorCall(server.app)
  const wallet = await mine().wallet(identity)
  await server.app.services.consumers.suspend(call, owner.consumer)
  expect(await told()).toEqual([])
  await server.app.services.consumers.resume(call, owner.consumer)
  await server.query`update notice_due set next_at = now()`
  expect(await told()).toEqual([[`added ${wallet.id}`]])
  await patch(wallet.id, { status: 'disabled' })
  await mine().patch(`/v1/identities/${identity}`, { status: 'closed' })
  await server.query`update notice_due set next_at = now()`
  expect(await told()).toHaveLength(1)
  expect(await server.query`select * from notice_due`).toEqual([])
})

test('a grantee is told six times a minute at most; later changes wait, and are one notice', async () => {
  const wallet = await tellSix()
  await minutesLater()
  await server.query`update notice_due set next_at = now()`
  // The sixth one said `disabled` first, and the last of the nine changes disables it again.
  const after = await told()
  expect(after.slice(6).flat()).toEqual(after[5]![0] === `removed ${wallet.id}` ? [] : [`removed ${wallet.id}`])
  expect(await server.query`select * from notice_due`).toEqual([])
})

/** Clones of the identity that are due; those with a grant clone it too. */
async function clones(count: number, of: string, withGrant: boolean): Promise<void> {
  await query(
    server,
    `with i as (insert into identity select r.* from identity o, generate_series(1, $1::int) n,
         jsonb_populate_record(null::identity, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'n', n)) r
         where o.id = $2 returning id, noticing),
       g as (insert into consent_grant select r.* from i, consent_grant o,
         jsonb_populate_record(null::consent_grant, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'identity_id', i.id)) r
         where o.identity_id = $2 and $3::boolean)
     insert into notice_due (identity_id, number, before) select id, noticing, '[]' from i`,
    [count, uuid(of)!, withGrant],
  )
}

test('a run ends though more is due', async () => {
  await mine().wallet(identity)
  await run()
  await clones(510, identity, false)
  const left = async () => (await server.query`select from notice_due`).length
  await run()
  const after = await left()
  await run()
  expect([after, await left()]).toEqual([10, 0])
})

test('an identity with very many changes that another transaction holds keeps no other waiting', async () => {
  await mine().wallet(identity)
  await run()
  await query(
    server,
    `insert into notice_due (identity_id, number, before) select id, 1000 + n, '[]' from identity, generate_series(1, 150) n where id = $1`,
    [uuid(identity)!],
  )
  const { id: other } = await mine().identity()
  await mine().grant(other, grantee.consumer)
  const { id } = await mine().wallet(other)
  await withClient(server.database.url, async (client) => {
    await client.query('begin')
    await client.query('select from identity where id = $1 for share', [uuid(identity)])
    await run()
    expect(await told()).toContainEqual([`added ${id}`])
    await client.query('rollback')
  })
  await server.query`delete from notice_due`
})

test('identities of an owner that wait are due again 20 a second, those of another owner after ten seconds', async () => {
  await tellSix()
  await clones(60, identity, true)
  await run()
  const other = registryOf(server, await server.key({ consumer: 'another that waits' }))
  const theirs = (await other.identity()).id
  await other.grant(theirs, grantee.consumer)
  const wallet = await other.wallet(theirs)
  for (let n = 0; n < 9; n++) {
    await run()
    await other.patch(`/v1/endpoints/${wallet.id}`, { status: n % 2 === 0 ? 'disabled' : 'active' })
  }
  await run()
  const due = await server.query<{ isTheirs: boolean; first: number; last: number }>`
    select identity_id = ${uuid(theirs)!} as "isTheirs",
      extract(epoch from min(next_at) - clock_timestamp())::float8 as first,
      extract(epoch from max(next_at) - min(next_at))::float8 as last
    from notice_due group by 1 order by 1`
  const [own, another] = due
  expect(own!.last).toBeGreaterThan(2.5)
  // Its own runs follow each other faster than 20 a second, which adds some hundredths.
  expect(another!.first).toBeLessThan(10.5)
  await server.query`delete from notice_due`
})

test('notices of one environment leave the other its six', async () => {
  await tellSix()
  const live = registryOf(server, await server.key({ consumer: 'owner', livemode: true }))
  const liveGrantee = await server.key({ consumer: `grantee ${serial}`, livemode: true })
  const theirs = (await live.identity()).id
  await live.grant(theirs, grantee.consumer)
  const { id } = await live.wallet(theirs)
  expect(await told(liveGrantee)).toEqual([[`added ${id}`]])
})

test('notices of one owner leave those of another their six', async () => {
  await tellSix()
  const other = registryOf(server, await server.key({ consumer: 'another owner' }))
  const theirs = (await other.identity()).id
  await other.grant(theirs, grantee.consumer)
  const { id } = await other.wallet(theirs)
  expect((await told()).slice(6)).toEqual([[`added ${id}`]])
})

test('a revoke cancels what is not delivered, a narrowing what names an endpoint it took away', async () => {
  const body = { url: `${receiver.url}/notices`, enabled_events: ['disclosed_endpoints.changed'] }
  expect((await grantee.post('/v1/webhooks', body)).status).toBe(201)
  const [wallet, account] = [await mine().wallet(identity), await mine().account(identity)]
  await run()
  await patch(account.id, { capabilities: [{ asset: 'EUR', rail: 'sepa' }] })
  await run()
  const states = () =>
    query<{ state: string }>(
      server,
      `select d.state from webhook_delivery d join event_notice n on n.id = d.event_id
       where n.consumer_id = '${grantee.consumerId}' order by n.created_at, n.id`,
    )
  expect(await states()).toEqual([{ state: 'pending' }, { state: 'pending' }])
  await mine().patch(`/v1/consent_grants/${granted}`, { covers: { endpoints: [account.id] } })
  expect(await states()).toEqual([{ state: 'cancelled' }, { state: 'pending' }])
  await mine().remove(`/v1/consent_grants/${granted}`)
  expect(await states()).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
  await patch(wallet.id, { status: 'disabled' })
  expect(await told()).toHaveLength(2)
})

/** The states of a grantee's deliveries of notices, oldest first, as it lists them. */
async function deliveriesTo(webhook: string): Promise<string[]> {
  const { body } = await grantee.get(`/v1/webhooks/${webhook}/deliveries`)
  return body.data.map(({ state }: { state: string }) => state).toReversed()
}

test('a suspension cancels what is not delivered, so that no state tells of a revoke, a narrowing or an end after it', async () => {
  let account = ''
  const ends: [string, () => Promise<unknown>][] = [
    ['nothing', async () => undefined],
    ['revoke', () => mine().remove(`/v1/consent_grants/${granted}`)],
    ['close', () => mine().patch(`/v1/identities/${identity}`, { status: 'closed' })],
    ['narrow', () => mine().patch(`/v1/consent_grants/${granted}`, { covers: { endpoints: [account] } })],
  ]
  const seen: unknown[] = []
  for (const [, end] of ends) {
    grantee = await server.key({ consumer: `grantee ${++serial}` })
    identity = (await mine().identity()).id
    granted = (await mine().grant(identity, grantee.consumer)).id
    const body = { url: `${receiver.url}/suspended`, enabled_events: ['disclosed_endpoints.changed'] }
    const { body: webhook } = await grantee.post('/v1/webhooks', body)
    account = (await mine().account(identity)).id
    await mine().wallet(identity)
    await run()
    expect(await deliveriesTo(webhook.id)).toEqual(['pending'])
    await mine().patch(`/v1/identities/${identity}`, { status: 'suspended' })
    const suspended = await deliveriesTo(webhook.id)
    await end()
    seen.push([suspended, await deliveriesTo(webhook.id)])
  }
  expect(seen).toEqual(ends.map(() => [['cancelled'], ['cancelled']]))
})

test('a redelivery that the grantee asks for has one state behind a suspension, a narrowing and a revoke', async () => {
  const body = { url: `${receiver.url}/redelivered`, enabled_events: ['disclosed_endpoints.changed'] }
  const { body: webhook } = await grantee.post('/v1/webhooks', body)
  const account = await mine().account(identity)
  await mine().wallet(identity)
  await run()
  const path = `/v1/webhooks/${webhook.id}/deliveries`
  const { data } = (await grantee.get(path)).body
  const redeliver = async () => expect((await grantee.post(`${path}/${data[0].id}/redeliver`)).status).toBe(201)
  await redeliver()
  await mine().patch(`/v1/identities/${identity}`, { status: 'suspended' })
  await redeliver()
  const suspended = (await deliveriesTo(webhook.id)).sort()
  await mine().patch(`/v1/consent_grants/${granted}`, { covers: { endpoints: [account.id] } })
  const narrowed = (await deliveriesTo(webhook.id)).sort()
  await mine().remove(`/v1/consent_grants/${granted}`)
  const states = ['cancelled', 'pending', 'pending']
  expect([suspended, narrowed, (await deliveriesTo(webhook.id)).sort()]).toEqual([states, states, states])
})

test('notices that a suspension cancelled are sent once the identity is active, but for those of ended terms', async () => {
  const account = await mine().account(identity)
  await run()
  const held: { grant: string; person: Key; webhook: string }[] = []
  for (const name of ['kept', 'revoked', 'narrowed', 'unhooked']) {
    const person = await server.key({ consumer: `${name} ${serial}` })
    const body = { url: `${receiver.url}/held`, enabled_events: ['disclosed_endpoints.changed'] }
    const { id: webhook } = (await person.post('/v1/webhooks', body)).body
    held.push({ grant: (await mine().grant(identity, person.consumer)).id, person, webhook })
  }
  await mine().wallet(identity)
  await run()
  const [, revoked, narrowed, unhooked] = held
  const states = () =>
    Promise.all(
      held.map(async ({ webhook }) => {
        const id = decodeId('webhook', webhook)
        const [row] = await server.query<{ state: string }>`select state from webhook_delivery where webhook_id = ${id}`
        return row!.state
      }),
    )
  await mine().patch(`/v1/identities/${identity}`, { status: 'suspended' })
  await mine().remove(`/v1/consent_grants/${revoked!.grant}`)
  await mine().patch(`/v1/consent_grants/${narrowed!.grant}`, { covers: { endpoints: [account.id] } })
  await unhooked!.person.remove(`/v1/webhooks/${unhooked!.webhook}`)
  expect(await states()).toEqual(Array(4).fill('cancelled'))
  await mine().patch(`/v1/identities/${identity}`, { status: 'active' })
  expect(await states()).toEqual(['pending', 'cancelled', 'cancelled', 'cancelled'])
})

test('a narrowing by an endpoint that the grantee knows to be removed shows in no delivery; one that came back is taken', async () => {
  const body = { url: `${receiver.url}/hidden`, enabled_events: ['disclosed_endpoints.changed'] }
  const { body: webhook } = await grantee.post('/v1/webhooks', body)
  const [wallet, account] = [await mine().wallet(identity), await mine().account(identity)]
  await run()
  await patch(wallet.id, { privacy_level: 'private' })
  await run()
  const before = await deliveriesTo(webhook.id)
  await mine().patch(`/v1/consent_grants/${granted}`, { covers: { endpoints: [account.id] } })
  expect([before, await deliveriesTo(webhook.id)]).toEqual([
    ['pending', 'pending'],
    ['pending', 'pending'],
  ])
  await patch(account.id, { privacy_level: 'private' })
  await run()
  await patch(account.id, { privacy_level: 'consent_required' })
  await run()
  await mine().patch(`/v1/consent_grants/${granted}`, { covers: { endpoints: [wallet.id] } })
  expect(await deliveriesTo(webhook.id)).toEqual(['pending', 'pending', 'pending', 'cancelled'])
})

test('a recovery queues each notice that came while the webhook was disabled once, but none of what a narrowing took', async () => {
  const body = { url: `${receiver.url}/recovered`, enabled_events: ['disclosed_endpoints.changed'] }
  const { id: webhook } = (await grantee.post('/v1/webhooks', body)).body
  const [wallet, account] = [await mine().wallet(identity), await mine().account(identity)]
  await run()
  const switchTo = (status: string) => grantee.patch(`/v1/webhooks/${webhook}`, { status })
  await switchTo('disabled')
  for (const { id } of [wallet, account]) {
    await patch(id, { capabilities: usd })
    await run()
  }
  await mine().patch(`/v1/consent_grants/${granted}`, { covers: { endpoints: [account.id] } })
  await switchTo('enabled')
  const since = Math.floor(Date.now() / 1_000) - 60
  for (let n = 0; n < 2; n++) {
    expect((await grantee.post(`/v1/webhooks/${webhook}/recover`, { since })).status).toBe(202)
    while ((await recoverSome(server.app.db, 100)) !== null);
  }
  const { data } = (await grantee.get(`/v1/webhooks/${webhook}/deliveries`)).body
  const [last] = (await notices()).slice(-1)
  expect(data.map(({ kind, state, event }: Body) => [kind, state, event])).toEqual([
    ['redelivery', 'pending', last!.id],
    ['automatic', 'cancelled', expect.any(String)],
  ])
})

const uuid = (id: string) => decodeId(id.startsWith('idn') ? 'identity' : 'endpoint', id)

test('a row that is not bound to its identity is never named: neither a moved endpoint nor a changed type', async () => {
  const [kept, changed] = [await mine().wallet(identity), await mine().account(identity)]
  const other = await server.key({ consumer: 'another owner' })
  const theirs = registryOf(server, other)
  const moved = await theirs.wallet((await theirs.identity()).id)
  await run()
  const place = `identity_id = '${uuid(identity)}', consumer_id = '${owner.consumerId}'`
  await query(server, `update endpoint set ${place} where id = '${uuid(moved.id)}'`)
  await query(server, `update endpoint set type = 'junk<x>' where id = '${uuid(changed.id)}'`)
  await patch(kept.id, { capabilities: usd })
  const { data } = (await notices()).at(-1)!
  expect(data.endpoints).toEqual([
    { public_id: kept.id, type: 'crypto_wallet', change: 'updated' },
    { public_id: changed.id, type: 'bank_account', change: 'removed' },
  ])
})

test('a state that cannot be read is reported, and the notices of other identities go on', async () => {
  const wallet = await mine().wallet(identity)
  const [broken, both] = [(await mine().identity()).id, usd]
  await mine().grant(broken, grantee.consumer)
  const other = await mine().wallet(broken)
  await run()
  await patch(other.id, { capabilities: both })
  await query(server, `update notice_due set before = '[["x"],5,{}]' where identity_id = '${uuid(broken)}'`)
  await patch(wallet.id, { capabilities: both })
  await expect(run()).rejects.toThrow()
  expect((await told()).at(-1)).toEqual([`updated ${wallet.id}`])
  const [due] = await query<{ waits: boolean }>(
    server,
    `select next_at > now() + interval '50 seconds' as waits from notice_due where identity_id = '${uuid(broken)}'`,
  )
  expect(due).toEqual({ waits: true })
  await query(server, `delete from notice_due where identity_id = '${uuid(broken)}'`)
})
