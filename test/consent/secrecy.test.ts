import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPurposes } from '../../src/consent/purposes.ts'
import { createConsentRequests } from '../../src/consent/requests/service.ts'
import { SignpostError } from '../../src/kernel/errors.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { costOf } from '../support/bystanders.ts'
import { callOf } from '../support/call.ts'
import { type Answer, forTests } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'
import { openScene } from './scene.ts'

const scene = forTests(openScene)

const ask = (alias: string, headers = {}, more = {}) =>
  scene.payer.post('/v1/consent_requests', { alias, purpose: 'rent', ...more }, headers)
const wanting = { wants: ['release', 'disclosure', 'release'] }

/** Everything on the wire but what names the request or the moment. */
const seen = ({ status, headers, text }: Answer, alias: string) => ({
  status,
  headers: [...headers].filter(([name]) => !['date', 'request-id', 'ratelimit'].includes(name)),
  names: [...headers.keys()],
  text: text
    .replaceAll(alias, 'ALIAS')
    .replace(/crq_\w{26}/, 'ID')
    .replace(/"(created|expires_at)":\d+/g, '$1'),
})

test.each([
  ['without wants', {}],
  ['that want a release', wanting],
])('requests %s for unknown, private, public, consent-required and released aliases answer alike', async (_, more) => {
  const answers = []
  for (const level of ['public', 'unlisted', 'private', 'consent_required', 'released', 'unknown']) {
    const name = scene.fresh('same').padEnd(20, 'q')
    if (level !== 'unknown') {
      const { alias } = await scene.register({ name, level: level === 'released' ? 'public' : level })
      if (level === 'released') await scene.owner.remove(`/v1/aliases/${alias}`)
    }
    answers.push([seen(await ask(name, {}, more), name), seen(await ask(name, {}, wanting), name)])
  }
  expect(answers[0]!.map(({ status }) => status)).toEqual([202, 202])
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('asking again for more changes the open request, also a declined one, in the bytes of any other', async () => {
  const names = [scene.fresh('more'), (await scene.register()).name, (await scene.register()).name]
  const asked = await Promise.all(names.map((name) => ask(name)))
  await scene.match()
  const { key } = scene.owner
  await scene.server.send('POST', `/v1/consent_requests/${asked[2]!.body.id}/decline`, { key })
  const again = await Promise.all(names.map((name) => ask(name, {}, wanting)))
  for (const [at, { body }] of again.entries())
    expect(body).toEqual({ ...asked[at]!.body, wants: ['disclosure', 'release'] })
  // Asking for less takes nothing back.
  expect((await ask(names[1]!)).body).toEqual(again[1]!.body)
  const incoming = await scene.server.send('GET', `/v1/consent_requests/${asked[1]!.body.id}`, { key })
  expect(incoming.body.wants).toEqual(['disclosure', 'release'])
})

test('every request runs the same statements, and none of them reads an alias', async () => {
  const { name } = await scene.register({ level: 'private' })
  await ask(scene.fresh())
  const { url } = scene.server.database
  const unknown = await countStatements(url, () => ask(scene.fresh()))
  const hidden = await countStatements(url, () => ask(name))
  const more = await countStatements(url, () => ask(name, {}, wanting))
  expect(costOf(hidden.statements)).toEqual(costOf(unknown.statements))
  expect(costOf(more.statements)).toEqual(costOf(unknown.statements))
  expect(hidden.statements.filter((text) => /\b(alias|identity)\b/.test(text))).toEqual([])
})

test('answering its own request costs the requester the same statements, matched or not', async () => {
  const asked = [await ask(scene.fresh()), await ask((await scene.register()).name)]
  await scene.match()
  for (const answer of ['approve', 'decline']) {
    const costs = []
    for (const { body } of asked) {
      const { statements } = await countStatements(scene.server.database.url, async () => {
        expect((await scene.payer.post(`/v1/consent_requests/${body.id}/${answer}`)).status).toBe(404)
      })
      costs.push(costOf(statements))
    }
    expect([answer, costs[1]]).toEqual([answer, costs[0]])
  }
})

test("a declined request's answers are, to the requester, the very bytes of before", async () => {
  const { name } = await scene.register()
  const mine = (await ask(name)).body
  await scene.match()
  const { key } = scene.payer
  const views = async () => {
    const answers = [
      await scene.server.send('GET', `/v1/consent_requests/${mine.id}`, { key }),
      await scene.server.send('GET', '/v1/consent_requests?direction=outgoing', { key }),
      await ask(name),
      await scene.server.send('POST', '/v1/resolve/bulk', { key, body: { items: [name] } }),
      await scene.resolve(name),
    ]
    return answers.map(({ status, headers, text }) => ({
      status,
      headers: [...headers].filter(([header]) => !['date', 'request-id', 'ratelimit'].includes(header)),
      text: text.replace(/req_\w{26}/, 'REQUEST'),
    }))
  }
  const before = await views()
  await scene.owner.post(`/v1/consent_requests/${mine.id}/decline`)
  expect(await views()).toEqual(before)
})

test('with a request open, unknown, private and consent-required aliases are consent_pending alike, in bulk only', async () => {
  const names = [scene.fresh('ghost')]
  for (const level of ['private', 'consent_required']) names.push((await scene.register({ level })).name)
  const suspended = await scene.register({ level: 'public' })
  await scene.owner.patch(`/v1/identities/${suspended.identity}`, { status: 'suspended' })
  names.push(suspended.name)
  const missing = { status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } }

  for (const alias of names) expect(await scene.bulk([alias])).toEqual([{ alias, ...missing }])
  const requests = await Promise.all(names.map(async (alias) => (await ask(alias)).body.id as string))
  const pending = names.map((alias) => ({ alias, status: 'consent_pending' }))
  expect(await scene.bulk(names)).toEqual(pending)
  await scene.match()
  expect(await scene.bulk(names)).toEqual(pending)
  const inGraphql = await scene.payer.graphql(
    'query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { alias status identityId error { code } } }',
    { items: names.map((alias) => ({ alias })) },
  )
  expect(inGraphql.body.data.resolveBulk).toEqual(
    names.map((alias) => ({ alias, status: 'CONSENT_PENDING', identityId: null, error: null })),
  )
  // Another caller, and the other environment, have asked for nothing.
  const live = await scene.server.key({ consumer: 'payer', livemode: true })
  for (const other of [scene.stranger, live]) {
    expect(await scene.bulk([names[0]], other)).toEqual([{ alias: names[0], ...missing }])
  }
  for (const alias of names) {
    const single = await scene.resolve(alias)
    expect([single.status, single.body.error.code]).toEqual([404, 'alias_not_found'])
  }

  for (const id of requests) await scene.lapse(id)
  expect(await scene.bulk(names)).toEqual(names.map((alias) => ({ alias, ...missing })))
})

test('consent_pending stays when the owner declines, and ends when it approves', async () => {
  const declined = await scene.register()
  const approved = await scene.register()
  const requests = [(await ask(declined.name)).body.id, (await ask(approved.name)).body.id]
  await scene.match()
  const { key } = scene.owner
  await scene.server.send('POST', `/v1/consent_requests/${requests[0]}/decline`, { key })
  await scene.server.send('POST', `/v1/consent_requests/${requests[1]}/approve`, { key })
  const [first, second] = await scene.bulk([declined.name, approved.name])
  expect(first).toEqual({ alias: declined.name, status: 'consent_pending' })
  expect(second).toEqual({
    alias: approved.name,
    status: 'resolved',
    identity: approved.identity,
    type: 'user',
    matched_alias: { type: 'username', value: approved.name },
    endpoints: [],
    disclosure: { consumer: expect.stringMatching(/^apc_/), total_endpoints: 0, disclosed: 0 },
  })

  // The approval's disclosure is hidden again: no request is open any more.
  await scene.server.send('PATCH', `/v1/aliases/${approved.alias}`, { key, body: { privacy_level: 'private' } })
  expect(await scene.bulk([approved.name])).toEqual([
    { alias: approved.name, status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } },
  ])
})

test('an Idempotency-Key replays the first answer', async () => {
  const name = scene.fresh()
  const headers = { 'idempotency-key': scene.fresh('key') }
  const [first, second] = [await ask(name, headers), await ask(name, headers)]
  expect(second.text).toBe(first.text)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(second.status).toBe(202)
})

test('a consent request is a node', async () => {
  const { id } = (await ask(scene.fresh())).body
  const { body } = await scene.payer.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', {
    id,
  })
  expect(body.data.node).toEqual({ __typename: 'ConsentRequest', id })
})

test('a request costs a miss, waits for the release step, and an empty bucket refuses it before a row is made', async () => {
  const { app } = scene.server
  const spent: string[] = []
  let isEmpty = false
  const requests = createConsentRequests({
    db: app.db,
    readLists: async () => [],
    write: async (_, work) => {
      spent.push('write')
      return work({ db: app.db, emit: () => undefined })
    },
    newId: app.newId,
    defaultRegion: undefined,
    purposes: createPurposes(app.keyring),
    usage: app.usage,
    limits: {
      admitGuesses: async (_, guesses) => {
        spent.push(`admit ${guesses}`)
        if (isEmpty) throw new SignpostError('rate_limited')
        return { settle: (misses) => void spent.push(`settle ${misses}`) }
      },
    },
  })
  const call = () => callOf({ ...scene.payer, scopes: ['resolve'] })
  const { name } = await scene.register({ level: 'public' })
  for (const alias of [name, scene.fresh()]) {
    const asked = call()
    await requests.ask(asked, { alias })
    expect(asked.release).toBe('bulk')
    expect(spent.splice(0)).toEqual(['admit 1', 'write', 'settle 1'])
  }
  isEmpty = true
  const refused = call()
  await expect(requests.ask(refused, { alias: scene.fresh() })).rejects.toMatchObject({ code: 'rate_limited' })
  expect(spent).toEqual(['admit 1'])
})

test('old requests are purged, others are not', async () => {
  const [old, recent] = [(await ask(scene.fresh())).body.id, (await ask(scene.fresh())).body.id]
  await scene.lapse(recent)
  await scene.lapse(old)
  await sql`update consent_request set expires_at = now() - interval '31 days'
    where id = ${decodeId('consentRequest', old)}`.execute(scene.server.app.db)
  await scene.runJob('purge-consent-requests')
  const { key } = scene.payer
  expect((await scene.server.send('GET', `/v1/consent_requests/${old}`, { key })).status).toBe(404)
  expect((await scene.server.send('GET', `/v1/consent_requests/${recent}`, { key })).status).toBe(200)
})
