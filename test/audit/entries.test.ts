import { describe, expect, test } from 'vitest'
import { eventTypes } from '../../src/events/event-types.ts'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { freshNumber, writeClaim } from '../support/claims.ts'
import { registryForTests, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const grantee = forTests(() => server.key({ consumer: 'grantee' }))

const list = async (filter: string, { key }: Key = owner) => {
  const { status, body } = await server.send('GET', `/v1/audit?limit=100${filter}`, { key })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data as Body[]
}
const kindsOf = (entries: Body[]) => entries.map(({ kind }) => kind)

test('an entry has these fields and no other, and says who did what to which record when, in which request', async () => {
  const before = Date.now()
  const made = await owner.post('/v1/identities', { type: 'user' })
  const { id } = made.body
  const [entry] = await list(`&subject=${id}`)
  expect(entry).toEqual({
    object: 'audit_entry',
    id: expect.stringMatching(/^aud_/),
    at: expect.any(Number),
    kind: 'identity.created',
    actor: { type: 'api_key', id: owner.keyId, name: null },
    subjects: [id],
    changed: [],
    livemode: false,
    request_id: made.headers.get('request-id'),
  })
  expect(entry.at).toBeGreaterThanOrEqual(before - 1)
  expect((await owner.get(`/v1/audit/${entry.id}`)).body).toEqual(entry)
  const uuid = decodeId('auditEntry', entry.id)!
  const event = await owner.get(`/v1/events/${encodeId('event', uuid)}`)
  expect([event.status, event.body.type]).toEqual([200, 'identity.created'])
})

test('closing an identity with a primary alias names both fields', async () => {
  const { id } = await mine.identity()
  await mine.username(id, undefined, { is_primary: true })
  await mine.patch(`/v1/identities/${id}`, { status: 'closed' })
  const [closed] = await list(`&subject=${id}&kind=identity.status_changed`)
  expect(closed.changed).toEqual(['status', 'primary_alias'])
})

test('a change names the fields that differ, and never a value nor a key of metadata', async () => {
  const { id } = await mine.identity({ display_name: 'Ada', metadata: { secret_key: 'one' } })
  await mine.patch(`/v1/identities/${id}`, { display_name: 'Bob', metadata: { secret_key: 'two' }, close_match: 'off' })
  await mine.patch(`/v1/identities/${id}`, { display_name: 'Bob' })
  await mine.patch(`/v1/identities/${id}`, { external_reference: 'r-1' })
  await mine.patch(`/v1/identities/${id}`, { status: 'suspended' })
  const entries = await list(`&subject=${id}`)
  expect(entries.map(({ kind, changed }) => [kind, [...changed].sort()])).toEqual([
    ['identity.status_changed', ['status']],
    ['identity.updated', ['external_reference']],
    ['identity.updated', ['close_match', 'display_name', 'metadata']],
    ['identity.created', []],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/Ada|Bob|secret_key|r-1/)
})

test('records of each kind have a history of their own', async () => {
  const { id } = await mine.identity()
  const alias = await mine.username(id)
  await mine.patch(`/v1/aliases/${alias.id}`, { privacy_level: 'private', is_primary: true })
  const wallet = await mine.wallet(id)
  await mine.patch(`/v1/endpoints/${wallet.id}`, {
    priority: 5,
    capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain' }],
  })
  await mine.remove(`/v1/endpoints/${wallet.id}`)
  const grant = await mine.grant(id, grantee.consumer)
  await mine.patch(`/v1/consent_grants/${grant.id}`, { covers: { all: false, aliases: [alias.id] } })
  const told = async (subject: string) =>
    (await list(`&subject=${subject}`)).map(({ kind, changed }) => [kind, changed])
  expect(await told(alias.id)).toEqual([
    ['alias.updated', ['privacy_level', 'is_primary']],
    ['alias.created', []],
  ])
  expect(await told(wallet.id)).toEqual([
    ['endpoint.removed', []],
    ['endpoint.updated', ['capabilities', 'priority']],
    ['endpoint.added', []],
  ])
  expect(await told(grant.id)).toEqual([
    ['consent.updated', ['covers']],
    ['consent.granted', []],
  ])
  expect(kindsOf(await list(`&subject=${id}&kind=alias.*`))).toEqual(['alias.updated', 'alias.created'])
})

test('a grantee reads of its grants in its own log: neither whose key it was, nor which request', async () => {
  const { id } = await mine.identity()
  const grant = await mine.grant(id, grantee.consumer)
  const [entry] = await list(`&subject=${grant.id}`, grantee)
  expect(entry).toMatchObject({
    kind: 'consent.granted',
    actor: { type: 'api_key', id: null, name: null },
    subjects: [id, grant.id, grantee.consumer],
    request_id: null,
  })
  expect(await list(`&subject=${grant.id}&actor=${owner.keyId}`, grantee)).toEqual([])
  expect(await list(`&subject=${grant.id}&actor=${owner.consumer}`, grantee)).toEqual([])
  expect((await list(`&subject=${grant.id}`))[0]).toMatchObject({ id: entry.id, actor: { id: owner.keyId } })
})

test('a grantee is not told of covers and release, which may name what is hidden from it', async () => {
  const { id } = await mine.identity()
  const hidden = await mine.wallet(id, { privacy_level: 'private' })
  const alias = await mine.username(id)
  const grant = await mine.grant(id, grantee.consumer, { covers: { all: false, aliases: [alias.id] } })
  const covers = { aliases: [alias.id], endpoints: [hidden.id] }
  await mine.patch(`/v1/consent_grants/${grant.id}`, { covers, expires_at: 4_000_000_000 })
  const told = async (key: Key) => (await list(`&subject=${grant.id}&kind=consent.updated`, key))[0]!.changed.sort()
  expect(await told(owner)).toEqual(['covers', 'expires_at'])
  expect(await told(grantee)).toEqual(['expires_at'])
})

test('an owner finds the loss of an alias by a claim at the alias, a claimant reads of the claim alone', async () => {
  const { id } = await mine.identity()
  const value = freshNumber()
  const alias = await mine.alias(id, 'phone', value)
  const other = registryOf(server, grantee)
  const claimer = { consumerId: decodeId('consumer', grantee.consumer)!, identity: (await other.identity()).id }
  const claim = await writeClaim(server, { claimer, value, alias: alias.id, livemode: false })
  const { status } = await owner.post(`/v1/claims/${claim}/refuse`)
  expect(status).toBe(200)
  const subjects = async (key: Key) => (await list(`&subject=${claim}`, key)).map((entry) => entry.subjects)
  expect(kindsOf(await list(`&subject=${alias.id}`))).toEqual(['claim.cancelled', 'alias.created'])
  expect(await subjects(owner)).toEqual([[claim, id, alias.id]])
  expect(await subjects(grantee)).toEqual([[claim]])
})

test('a requester reads of its request alone, alike whether it was matched, declined or concerns nobody', async () => {
  const { id } = await mine.identity()
  const alias = await mine.username(id, 'asked.for', { privacy_level: 'consent_required' })
  const ask = async (name: string) => (await grantee.post('/v1/consent_requests', { alias: name })).body.id
  const [asked, unknown] = [await ask('@asked.for'), await ask('@nobody.at.all')]
  const repeated = await ask('@asked.for')
  expect(repeated).toBe(asked)
  await server.app.jobs.find(({ name }) => name === 'match-consent-requests')!.run()
  const decline = await owner.post(`/v1/consent_requests/${asked}/decline`)
  expect(decline.status).toBe(200)
  const [one, ...others] = await list(`&subject=${asked}`, grantee)
  const [other, ...more] = await list(`&subject=${unknown}`, grantee)
  expect(more).toEqual([])
  // It asked twice.
  expect(others.map(({ kind }) => kind)).toEqual(['consent_request.asked'])
  expect(one).toMatchObject({ kind: 'consent_request.asked', subjects: [asked] })
  const blank = (entry: Body) => ({ ...entry, id: '', at: 0, request_id: '', subjects: [] })
  expect(blank(one)).toEqual(blank(other))
  const owners = await list(`&subject=${asked}`)
  expect(kindsOf(owners)).toEqual(['consent_request.declined', 'consent.requested'])
  expect(owners[1]).toMatchObject({ subjects: [id, asked, grantee.consumer], actor: { type: 'system' } })
  expect(JSON.stringify(await list('', grantee))).not.toContain(alias.id)
})

describe('the list', () => {
  test('is filtered by kind, actor and time: from `since` on, before `until`', async () => {
    const [first, second] = [await mine.identity(), await mine.identity()]
    const [earlier] = await list(`&subject=${first.id}`)
    const [later] = await list(`&subject=${second.id}`)
    const times = await list(`&since=${earlier.at}&until=${later.at + 1}`)
    expect(times.map(({ id }) => id)).toEqual(expect.arrayContaining([earlier.id, later.id]))
    expect((await list(`&until=${later.at}`)).map(({ id }) => id)).not.toContain(later.id)
    expect((await list(`&since=${later.at + 1}&subject=${second.id}`)).length).toBe(0)
    for (const entry of await list('&kind=identity.created')) expect(entry.kind).toBe('identity.created')
    for (const entry of await list(`&actor=${owner.keyId}`)) expect(entry.actor.id).toBe(owner.keyId)
    for (const entry of await list(`&actor=${owner.keyId}&kind=alias.*`)) expect(entry.kind).toMatch(/^alias\./)
    expect(kindsOf(await list('&actor=match-consent-requests'))).toContain('consent.requested')
  })

  test('runs by cursors through the whole log once, in both directions, whatever the filter', async () => {
    const { id } = await mine.identity()
    for (let n = 0; n < 6; n++) await mine.patch(`/v1/identities/${id}`, { display_name: `Name ${n}` })
    for (const filter of ['', `&subject=${id}`, '&kind=identity.*', `&actor=${owner.keyId}`]) {
      const all = (await list(filter)).map((entry) => entry.id)
      const page = async (cursor: string) => (await owner.get(`/v1/audit?limit=3${filter}${cursor}`)).body
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const { data, has_more } = await page(cursor)
        found.push(...data.map((entry: Body) => entry.id))
        if (!has_more || found.length >= 100) break
        cursor = `&starting_after=${data.at(-1).id}`
      }
      expect(found.slice(0, 100)).toEqual(all)
      const back = await page(`&ending_before=${all[3]}`)
      expect(back.data.map((entry: Body) => entry.id)).toEqual(all.slice(0, 3))
    }
  })

  test('refuses a kind that is none, an actor that is none, a moment that is none, and the cursor of another', async () => {
    const refused = async (filter: string, { key }: Key = owner) => {
      const { status, body } = await server.send('GET', `/v1/audit?${filter}`, { key })
      return [status, body.error?.code, body.error?.param]
    }
    expect(await refused('kind=webhook.test')).toEqual([400, 'parameter_invalid', 'kind'])
    expect(await refused('kind=nothing.*')).toEqual([400, 'parameter_invalid', 'kind'])
    for (const actor of ['%00', 'apc_%00', 'key_%00', 'a%20b', ''])
      expect(await refused(`actor=${actor}`)).toEqual([400, 'parameter_invalid', 'actor'])
    expect(await refused('since=tomorrow')).toEqual([400, 'parameter_invalid', 'since'])
    // A time in seconds would be one of 1970.
    expect(await refused('since=1790000000')).toEqual([400, 'parameter_invalid', 'since'])
    expect(await refused('until=999999999999999')).toEqual([400, 'parameter_invalid', 'until'])
    const [own] = await list('&kind=identity.created')
    expect(await refused(`starting_after=${own.id}`, grantee)).toEqual([400, 'cursor_invalid', 'starting_after'])
    expect((await grantee.get(`/v1/audit/${own.id}`)).status).toBe(404)
  })

  test('an unknown record, a foreign and a hidden one answer with equal bytes', async () => {
    const stranger = await server.key({ consumer: 'stranger' })
    const live = await server.key({ livemode: true })
    const theirs = registryOf(server, stranger)
    const { id } = await theirs.identity()
    const foreign = [id, (await theirs.username(id, 'hidden.one', { privacy_level: 'private' })).id]
    const liveOne = (await registryOf(server, live).identity()).id
    const misnamed = encodeId('alias', decodeId('identity', (await mine.identity()).id)!)
    const unknown = encodeId('identity', '00000000-0000-4000-8000-000000000000')
    const texts = await Promise.all(
      [unknown, ...foreign, liveOne, misnamed, 'idn_nonsense', 'nonsense'].map(
        async (subject) => (await owner.get(`/v1/audit?subject=${subject}`)).text,
      ),
    )
    expect(new Set(texts).size).toBe(1)
    expect(JSON.parse(texts[0]!).data).toEqual([])
  })
})

test('kinds that no webhook hears are in no list of events, and in no catalogue of theirs', async () => {
  const body = { url: 'https://127.0.0.1:8443/in', enabled_events: ['*'] }
  const hook = (await owner.post('/v1/webhooks', body)).body
  await owner.patch(`/v1/webhooks/${hook.id}`, { description: 'Ledger' })
  const entries = await list(`&subject=${hook.id}`)
  expect(entries.map(({ kind, changed }) => [kind, changed])).toEqual([
    ['webhook.updated', ['description']],
    ['webhook.created', []],
  ])
  const events = (await owner.get('/v1/events?limit=100')).body.data as Body[]
  for (const { type } of events) expect(Object.keys(eventTypes)).toContain(type)
  const types = (await owner.get('/v1/event_types')).body.data as Body[]
  expect(types.map(({ type }) => type)).not.toContain('webhook.created')
  const uuid = decodeId('auditEntry', entries[0]!.id)!
  expect((await owner.get(`/v1/events/${encodeId('event', uuid)}`)).status).toBe(404)
  const cursor = await owner.get(`/v1/events?starting_after=${encodeId('event', uuid)}`)
  expect([cursor.status, cursor.body.error?.code]).toEqual([400, 'cursor_invalid'])
})

test('a test that a webhook is sent is no entry', async () => {
  const before = await server.query`select count(*)::int as n from event`
  const body = { url: 'https://127.0.0.1:8443/in', enabled_events: ['*'] }
  const hook = (await owner.post('/v1/webhooks', body)).body
  await owner.post(`/v1/webhooks/${hook.id}/test`, { type: 'identity.created' })
  const after = await server.query`select count(*)::int as n from event`
  expect(Number(after[0]!.n) - Number(before[0]!.n)).toBe(1)
  const events = (await owner.get('/v1/events?limit=1')).body.data
  expect(events[0].type).toBe('identity.created')
})

test('GraphQL answers the same entries, and a key without the scope none on any surface', async () => {
  const { id } = await mine.identity()
  const [entry] = await list(`&subject=${id}`)
  const fields = 'id at kind actor { type id name } subjectIds changed livemode requestId'
  const { body } = await owner.graphql(
    `{ auditEntry(id: "${entry.id}") { ${fields} } auditEntries(subject: "${id}") { nodes { ${fields} } } }`,
  )
  const { object, request_id: requestId, at, actor, subjects: subjectIds, ...rest } = entry
  const same = { ...rest, at: new Date(at).toISOString(), requestId, subjectIds, actor: { ...actor, type: 'API_KEY' } }
  expect(object).toBe('audit_entry')
  expect(body.data).toEqual({ auditEntry: same, auditEntries: { nodes: [same] } })

  const issued = async (scopes: string[], key = owner.key) =>
    server.send('POST', '/v1/api_keys', { key, body: { scopes } })
  const without = (await issued(['keys:write', 'webhooks:write', 'identities:write', 'requests:read'])).body.key
  expect((await server.send('GET', '/v1/audit', { key: without })).status).toBe(403)
  expect((await server.send('GET', `/v1/audit/${entry.id}`, { key: without })).status).toBe(403)
  expect((await issued(['audit:read'], without)).status).toBe(403)
  const auditor = (await issued(['audit:read', 'keys:write'])).body.key
  expect((await server.send('GET', '/v1/audit', { key: auditor })).status).toBe(200)
  expect((await issued(['audit:read'], auditor)).status).toBe(201)
})

test('the name of a key is the one that it has now; of another consumer there is none', async () => {
  const made = await owner.post('/v1/api_keys', { scopes: ['*'], name: 'Ledger' })
  const identity = (await server.send('POST', '/v1/identities', { key: made.body.key, body: { type: 'user' } })).body
  expect((await list(`&subject=${identity.id}`))[0].actor).toEqual({
    type: 'api_key',
    id: made.body.id,
    name: 'Ledger',
  })
})
