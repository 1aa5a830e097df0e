import crypto, { randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { recordLimits } from '../../src/registry/identities/rules.ts'
import { makeKeyFile } from '../../src/vault/open-address.ts'
import { folderForTests } from '../support/folder.ts'
import { failure, freshName, query, registryForTests, registryOf } from '../support/registry.ts'
import { type Body, startTestServer } from '../support/server.ts'
import { numberedIban, refusedDestinations } from '../support/spellings.ts'

const folder = folderForTests('destinations')
const encryptionKey = randomBytes(32)
const { server, owner, mine } = registryForTests({ encryptionKey })

let payers = 0
const payer = (fields = {}) => server.key({ consumer: `buyer ${payers++}`, scopes: ['destination_check'], ...fields })

const iban = 'DE89370400440532013000'
const otherIban = 'GB82WEST12345698765432'
const falseIban = 'FR1420041010050500013M02606'
const account = (address = iban, details?: object) => ({ type: 'bank_account', address, ...(details && { details }) })

type Fields = Record<string, unknown>
/** A merchant with a public alias and a public account. */
async function merchant(fields: Fields = {}, registry = mine, type = 'merchant') {
  const { id } = await registry.identity({ type })
  const { value } = await registry.username(id)
  const { id: endpoint } = await registry.account(id, { address: iban, privacy_level: 'public', ...fields })
  return { id, alias: `@${value}`, endpoint: endpoint as string }
}

const send = (key: string, alias: string, destination: object, more: object = {}) =>
  server.send('POST', '/v1/destination_checks', { key, body: { alias, destination, ...more } })
const check = async (...asked: Parameters<typeof send>): Promise<Body> => (await send(...asked)).body
const verdictOf = async (...asked: Parameters<typeof send>): Promise<string> => (await check(...asked)).verdict

test('a check answers if the destination is one that the payee discloses, with the endpoint and its change, and no address', async () => {
  const { alias, endpoint } = await merchant()
  const { key } = await payer()
  const match = await send(key, alias, account('de89 3704 0044 0532 0130 00'))
  expect([match.status, match.body]).toEqual([
    200,
    {
      object: 'destination_check',
      verdict: 'match',
      endpoint,
      changed_days: 0,
      livemode: false,
      request_id: expect.stringMatching(/^req_/),
    },
  ])
  const none = await send(key, alias, account(falseIban))
  expect(none.body).toMatchObject({ verdict: 'no_match', endpoint: null, changed_days: null })
  expect(match.text + none.text).not.toMatch(/3704|2606/)
  await query(server, `update endpoint set shown_changed_at = now() - interval '9 days' where id = $1`, [
    (await query<{ id: string }>(server, 'select id from endpoint order by created_at desc limit 1'))[0]!.id,
  ])
  expect((await check(key, alias, account())).changed_days).toBe(9)
})

test('no endpoint is compared that the policy does not disclose: of another type, private, unlisted, disabled, without consent', async () => {
  const { id, alias } = await merchant({ privacy_level: 'private' })
  const { key, consumer } = await payer()
  expect(await verdictOf(key, alias, account())).toBe('unavailable')
  const unlisted = await mine.account(id, { address: otherIban, privacy_level: 'unlisted' })
  await mine.account(id, { address: numberedIban(1), privacy_level: 'public' })
  expect(await verdictOf(key, alias, account())).toBe('no_match')
  expect(await verdictOf(key, alias, account(otherIban))).toBe('no_match')
  expect(await verdictOf(key, alias, { type: 'mobile_money', address: '+254712345678' })).toBe('unavailable')
  const grant = await mine.grant(id, consumer, { covers: { endpoints: [unlisted.id] } })
  expect(await check(key, alias, account(otherIban))).toMatchObject({ verdict: 'match', endpoint: unlisted.id })
  await owner.remove(`/v1/consent_grants/${grant.id}`)
  expect(await verdictOf(key, alias, account(otherIban))).toBe('no_match')
  await mine.patch(`/v1/endpoints/${unlisted.id}`, { privacy_level: 'public', status: 'disabled' })
  expect(await verdictOf(key, alias, account(otherIban))).toBe('no_match')
})

test('an account of a person is compared only under an active grant that covers it', async () => {
  const { id, alias, endpoint } = await merchant({}, mine, 'user')
  const { key, consumer } = await payer()
  expect(await verdictOf(key, alias, account())).toBe('unavailable')
  const other = await mine.account(id, { address: otherIban, privacy_level: 'public' })
  await mine.grant(id, consumer, { covers: { endpoints: [other.id] } })
  expect(await verdictOf(key, alias, account())).toBe('no_match')
  expect(await verdictOf(key, alias, account(otherIban))).toBe('match')
  expect(endpoint).not.toBe(other.id)
})

describe('unavailable is one answer, in bytes and headers', () => {
  const plain = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) =>
    JSON.stringify({
      status,
      text: text.replace(/req_\w{26}/g, 'req'),
      headers: [...headers].filter(([name]) => !['date', 'request-id', 'ratelimit'].includes(name)).sort(),
    })

  test('for an alias that is unknown, hidden, without consent, of a suspended identity, for no candidate, the switch and the budget', async () => {
    const hidden = await merchant()
    const secret = await mine.username(hidden.id, freshName(), { privacy_level: 'private' })
    const guarded = await mine.username(hidden.id, freshName(), { privacy_level: 'consent_required' })
    const empty = await mine.identity({ type: 'merchant' })
    const suspended = await merchant()
    await mine.patch(`/v1/identities/${suspended.id}`, { status: 'suspended' })
    const off = await merchant()
    await mine.patch(`/v1/identities/${off.id}`, { destination_checks: 'off' })
    expect((await mine.get(`/v1/identities/${off.id}`)).destination_checks).toBe('off')
    const spent = await merchant()
    const unprinted = await merchant()
    await server.query`update endpoint set destination_fingerprint = null where identity_id in (select identity_id
      from alias where value = ${unprinted.alias.slice(1)})`
    const { key } = await payer()
    for (let n = 0; n < 30; n++) await check(key, spent.alias, account(numberedIban(n)), { payer: 'one' })
    const unknown = plain(await send(key, '@nobody.of.this.name', account(), { payer: 'one' }))
    expect(unknown).toContain('"unavailable\\"')
    const classes = {
      hidden: `@${secret.value}`,
      guarded: `@${guarded.value}`,
      'no candidates': `@${(await mine.username(empty.id)).value}`,
      suspended: suspended.alias,
      'switch off': off.alias,
      'budget used up': spent.alias,
      'no fingerprint': unprinted.alias,
    }
    for (const [name, alias] of Object.entries(classes))
      expect([
        name,
        plain(
          await send((await payerOf(name === 'budget used up' ? key : null)).key, alias, account(), { payer: 'one' }),
        ),
      ]).toEqual([name, unknown])
  })

  const payerOf = async (key: string | null) => (key === null ? payer() : { key })

  test('and a candidate that cannot be compared hides no match beside it', async () => {
    const { id, alias, endpoint } = await merchant()
    const { key } = await payer()
    await server.query`update endpoint set destination_fingerprint = null where identity_id = (select identity_id
      from alias where value = ${alias.slice(1)})`
    const other = await mine.account(id, { address: otherIban, privacy_level: 'public' })
    expect(await verdictOf(key, alias, account())).toBe('unavailable')
    expect(await check(key, alias, account(otherIban))).toMatchObject({ verdict: 'match', endpoint: other.id })
    expect(endpoint).not.toBe(other.id)
  })
})

test('moved data in the database never matches: a fingerprint of another endpoint, capabilities without a mark', async () => {
  const one = await merchant()
  const other = await merchant({ address: otherIban })
  const { key } = await payer()
  const of = (alias: string) =>
    `(select e.id from endpoint e join alias a using (identity_id) where a.value = '${alias.slice(1)}')`
  await query(
    server,
    `update endpoint set destination_fingerprint = (select destination_fingerprint from endpoint where id = ${of(other.alias)}) where id = ${of(one.alias)}`,
  )
  expect(await verdictOf(key, one.alias, account(otherIban))).toBe('no_match')
  await query(
    server,
    `update endpoint set capabilities = '[{"asset":"EUR","rail":"sepa"}]' where id = ${of(other.alias)}`,
  )
  expect(await verdictOf(key, other.alias, account(otherIban))).toBe('unavailable')
})

test('a destination that nobody can have is 400 before any look-up, and costs no budget', async () => {
  const { key } = await payer()
  const wrong: [object, string, string][] = [
    [account('DE89370400440532013001'), 'address_invalid', 'destination.address'],
    [
      { type: 'crypto_wallet', address: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      'address_invalid',
      'destination.address',
    ],
    [
      account(iban, { bank_code: { scheme: 'aba', value: '1' } }),
      'parameter_invalid',
      'destination.details.bank_code.value',
    ],
    [
      { type: 'crypto_wallet', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', details: { memo: 'x' } },
      'parameter_invalid',
      'destination.details.memo',
    ],
    [account(iban, { memo: '1' }), 'parameter_unknown', 'destination.details.memo'],
    [{ type: 'cheque', address: iban }, 'parameter_invalid', 'destination.type'],
    [{ type: 'bank_account' }, 'parameter_missing', 'destination.address'],
    [{ ...account(), holder: 'x' }, 'parameter_unknown', 'destination.holder'],
  ]
  for (const [destination, code, param] of wrong) {
    const answer = await send(key, '@nobody', destination)
    expect([answer.status, failure(answer)], JSON.stringify(destination)).toMatchObject([400, { code, param }])
    expect(answer.text).not.toMatch(/3704|529084|rHb9/)
  }
  for (const payer of ['', ' ', 'x'.repeat(65), 'a\nb'])
    expect(failure(await send(key, '@nobody', account(), { payer }))).toMatchObject({
      code: 'parameter_invalid',
      param: 'payer',
    })
  expect(
    await server.query`select from value_budget where subject = (select id::text from consumer
      where name = ${`buyer ${payers - 1}`})`,
  ).toEqual([])
})

/** A name of the domain as that of the wire. */
const onTheWire = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test(`each of ${refusedDestinations.length} texts that are no destination is refused over HTTP, and none is repeated`, async () => {
  const { key } = await payer()
  expect(refusedDestinations.length).toBeGreaterThanOrEqual(40)
  for (const [type, address, details, code, param] of refusedDestinations) {
    const named =
      details && Object.fromEntries(Object.entries(details).map(([name, value]) => [onTheWire(name), value]))
    const sent = { type, address, ...(details !== undefined && { details: Array.isArray(details) ? details : named }) }
    const answer = await send(key, '@nobody', sent)
    expect([sent, answer.status, failure(answer)]).toMatchObject([sent, 400, { code, param: onTheWire(param) }])
    if (address.length > 10) expect(answer.text).not.toContain(address)
  }
})

describe('the budget', () => {
  const live = async (fields = {}) => {
    const { key } = await server.key({ livemode: true })
    return { registry: registryOf(server, { key }), payer: await payer({ livemode: true, ...fields }) }
  }
  const seeds = (count: number, from = 0) => Array.from({ length: count }, (_, n) => account(numberedIban(from + n)))

  test('is 20 destinations of one payee over all its aliases, ten times as much in test mode; a repeat is free', async () => {
    const { registry, payer: buyer } = await live()
    const { id, alias } = await merchant({}, registry)
    const second = `@${(await registry.username(id)).value}`
    for (const [n, destination] of seeds(20).entries())
      expect(await verdictOf(buyer.key, n % 2 ? alias : second, destination)).toBe('no_match')
    expect(await verdictOf(buyer.key, alias, account())).toBe('unavailable')
    expect(await verdictOf(buyer.key, second, account())).toBe('unavailable')
    expect(await verdictOf(buyer.key, alias, account(numberedIban(1)))).toBe('no_match')
    expect(await verdictOf((await payer({ livemode: true })).key, alias, account())).toBe('match')

    const tested = await merchant()
    const { key } = await payer()
    for (const destination of seeds(21)) expect(await verdictOf(key, tested.alias, destination)).toBe('no_match')
  })

  test('is 20 aliases of one address, so that nobody can search for the owner of an account', async () => {
    const { registry, payer: buyer } = await live()
    for (let n = 0; n < 19; n++) await check(buyer.key, `@${freshName()}`, account())
    const { alias } = await merchant({}, registry)
    const next = await merchant({}, registry)
    // The routing of an account is no way to ask more, nor is another spelling of it.
    expect(await verdictOf(buyer.key, alias, account('DE89-3704-0044-0532-0130-00', { holder_name: 'Acme' }))).toBe(
      'match',
    )
    expect(await verdictOf(buyer.key, next.alias, account())).toBe('unavailable')
    expect(await verdictOf(buyer.key, alias, account())).toBe('match')
    expect(await verdictOf(buyer.key, next.alias, account(otherIban))).toBe('no_match')
  })

  test('of each payer is 3 destinations and 5 aliases, within that of the consumer', async () => {
    const { registry, payer: buyer } = await live()
    const { alias } = await merchant({}, registry)
    // No hash has a `#`.
    const as = (who: string) => ({ payer: `#${who}` })
    for (const destination of seeds(3))
      expect(await verdictOf(buyer.key, alias, destination, as('ann'))).toBe('no_match')
    expect(await verdictOf(buyer.key, alias, account(), as('ann'))).toBe('unavailable')
    expect(await verdictOf(buyer.key, alias, account(), as('bob'))).toBe('match')
    for (let n = 0; n < 4; n++) await check(buyer.key, `@${freshName()}`, account(), as('bob'))
    const next = await merchant({}, registry)
    expect(await verdictOf(buyer.key, next.alias, account(), as('bob'))).toBe('unavailable')
    expect(await verdictOf(buyer.key, next.alias, account(), as('eve'))).toBe('match')
    const rows = await server.query<{ row: string }>`select b::text as row from value_budget b`
    expect(rows.filter(({ row }) => /#ann|#bob|#eve|370400440532/.test(row))).toEqual([])
  })

  test('counts for an alias that nobody has like for one that exists, and is one for the consumers of a group', async () => {
    const { registry, payer: left } = await live()
    const right = await payer({ livemode: true })
    for (const nth of [payers - 1, payers - 2])
      await server.app.services.consumers.update(operatorCall(server.app), `buyer ${nth}`, { group: 'buyers' })
    const nobody = freshName()
    for (const [n, destination] of seeds(20).entries())
      await check([left, right][n % 2]!.key, `@${nobody}`, destination)
    const { id } = await merchant({}, registry)
    await registry.username(id, nobody)
    for (const { key } of [left, right]) expect(await verdictOf(key, `@${nobody}`, account())).toBe('unavailable')
  })

  test('admits its remainder of many concurrent checks: 60 single checks, two bulks, and of a bulk the first items', async () => {
    const { registry, payer: buyer } = await live()
    const { alias } = await merchant({}, registry)
    const items = (from: number) => seeds(20, from).map((destination) => ({ alias, destination }))
    const bulk = async (from: number) =>
      (await server.send('POST', '/v1/destination_checks/bulk', { key: buyer.key, body: { items: items(from) } })).body
        .results
    const at = await Promise.all([
      ...seeds(60, 1_000).map((destination) => check(buyer.key, alias, destination)),
      ...[2_000, 3_000].map(bulk),
    ])
    const verdicts = at.flat().map(({ verdict }: Body) => verdict)
    expect(verdicts.filter((verdict: string) => verdict === 'no_match')).toHaveLength(20)
    expect(verdicts.filter((verdict: string) => verdict === 'unavailable')).toHaveLength(80)

    const fresh = await merchant({}, registry)
    for (const destination of seeds(15)) await check(buyer.key, fresh.alias, destination)
    const asked = seeds(20, 10).map((destination) => ({ alias: fresh.alias, destination }))
    const { results } = (
      await server.send('POST', '/v1/destination_checks/bulk', { key: buyer.key, body: { items: asked } })
    ).body
    expect(results.map(({ verdict }: Body) => verdict === 'no_match')).toEqual(asked.map((_, n) => n < 10))
  })
})

test('a miss is due for unavailable and for each new no_match, none for a match and for a repeat', async () => {
  const now = Date.now()
  const limited = await startTestServer({ env: { RATE_LIMITS: 'on' }, clock: () => now })
  const registry = registryOf(limited, await limited.key())
  const { alias } = await merchant({}, registry)
  const { key, consumerId } = await limited.key({ consumer: 'buyer', scopes: ['destination_check'] })
  const left = async () =>
    (await limited.app.limits.read({ caller: { consumerId, livemode: false } } as never)).find(
      ({ policy }) => policy === 'misses',
    )!.remaining
  const cost = async (destination: object, whom = alias) => {
    const before = await left()
    await limited.send('POST', '/v1/destination_checks', { key, body: { alias: whom, destination } })
    return before - (await left())
  }
  expect(await cost(account())).toBe(0)
  expect(await cost(account(falseIban))).toBe(1)
  expect(await cost(account(falseIban))).toBe(0)
  expect(await cost(account(), '@nobody.here')).toBe(1)
  expect(await cost(account(), '@nobody.here')).toBe(1)
  await limited.close()
})

test('a bulk takes 20 items, judges each by itself, and a bad one never fails the others', async () => {
  const { alias, endpoint } = await merchant()
  const { key } = await payer()
  const items = [
    { alias, destination: account() },
    { alias, destination: account(falseIban) },
    { alias: '@nobody.here', destination: account() },
    { alias, destination: account('DE00') },
    { alias },
    'text',
    { alias, destination: { ...account('12345678'), details: { bankCode: { scheme: 'aba', value: '021000021' } } } },
    { alias, destination: { ...account('12345678'), details: { bank_code: { scheme: 'aba', value: '0210-0002-1' } } } },
    { alias, name: 'John', destination: account() },
  ]
  const { body } = await server.send('POST', '/v1/destination_checks/bulk', { key, body: { items } })
  expect(body.results.map(({ verdict, error }: Body) => verdict ?? error.code)).toEqual([
    ...['match', 'no_match', 'unavailable', 'address_invalid', 'parameter_missing', 'parameter_invalid'],
    ...['parameter_unknown', 'no_match', 'parameter_unknown'],
  ])
  expect(body.results[0]).toEqual({ object: 'destination_check', verdict: 'match', endpoint, changed_days: 0 })
  const many = Array.from({ length: 21 }, () => items[0])
  expect(failure(await server.send('POST', '/v1/destination_checks/bulk', { key, body: { items: many } })).code).toBe(
    'bulk_limit_exceeded',
  )
})

test('GraphQL answers like REST', async () => {
  const { alias, endpoint } = await merchant()
  const { key } = await payer()
  const text = `query ($one: CheckDestinationInput!, $many: [CheckDestinationInput!]!) {
    one: checkDestination(input: $one) { verdict endpointId changedDays livemode requestId }
    many: checkDestinations(inputs: $many) { verdict endpointId changedDays error { code } }
  }`
  const of = (address: string) => ({ alias, destination: { type: 'BANK_ACCOUNT', address } })
  const variables = { one: of(iban), many: [of(falseIban), of('DE00')] }
  const { body } = await server.send('POST', '/graphql', { key, body: { query: text, variables } })
  expect(body).toEqual({
    data: {
      one: {
        verdict: 'MATCH',
        endpointId: endpoint,
        changedDays: 0,
        livemode: false,
        requestId: expect.stringMatching(/^req_/),
      },
      many: [
        { verdict: 'NO_MATCH', endpointId: null, changedDays: null, error: null },
        { verdict: null, endpointId: null, changedDays: null, error: { code: 'address_invalid' } },
      ],
    },
  })
})

test('a key needs its own scope: that of resolve does not bring it', async () => {
  const { key } = await server.key({ consumer: 'resolver', scopes: ['resolve', 'payee_check'] })
  const answer = await send(key, '@nobody', account())
  expect([answer.status, failure(answer)]).toMatchObject([403, { code: 'scope_missing', param: 'destination_check' }])
})

test('an invoice with a changed account is detected, the right one passes, and the owner finds the false one by kind, verdict and request', async () => {
  const { id, alias, endpoint } = await merchant()
  const { key, consumer } = await payer()
  expect(await verdictOf(key, alias, account())).toBe('match')
  const { request_id, verdict } = await check(key, alias, account(falseIban))
  expect(verdict).toBe('no_match')
  const listed = async (filter = '') => (await mine.get(`/v1/identities/${id}/disclosures${filter}`)).data
  await expect.poll(async () => (await listed()).length, { timeout: 5_000 }).toBe(2)
  const [found, ...others] = await listed('?kind=destination&verdict=no_match')
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'destination', verdict: 'no_match', consumer, endpoints: [], request_id })
  expect(await listed(`?request_id=${request_id}`)).toEqual([found])
  expect(await listed('?verdict=match')).toMatchObject([{ endpoints: [endpoint] }])
  for (const filter of [
    '?kind=check',
    `?request_id=${encodeId('request', '00000000-0000-4000-8000-000000000000')}`,
    '?request_id=x',
  ])
    expect(await listed(filter)).toEqual([])
  const wrong = await owner.get(`/v1/identities/${id}/disclosures?verdict=fine`)
  expect(failure(wrong)).toMatchObject({ code: 'parameter_invalid', param: 'verdict' })
})

test('no address is opened by any check, with and without ADDRESS_PUBLIC_KEY', async () => {
  const sealedTo = await startTestServer({
    env: { ADDRESS_PUBLIC_KEY: makeKeyFile(join(folder, 'private')).publicKey },
  })
  for (const one of [server, sealedTo]) {
    const { alias } = await merchant({}, registryOf(one, await one.key()))
    const { key } = await one.key({ consumer: `buyer ${payers++}`, scopes: ['destination_check'] })
    const { keyring } = one.app
    const open = keyring.open.bind(keyring)
    const opened: string[] = []
    keyring.open = (...asked) => {
      opened.push(asked[0])
      return open(...asked)
    }
    const items = [account(), account(falseIban), account('DE00')].map((destination) => ({ alias, destination }))
    const { body } = await one.send('POST', '/v1/destination_checks/bulk', { key, body: { items } })
    keyring.open = open
    expect(body.results.map(({ verdict }: Body) => verdict)).toEqual(['match', 'no_match', undefined])
    expect(opened).toContain('mark')
    expect(opened.filter((purpose) => purpose !== 'mark')).toEqual([])
  }
  await sealedTo.close()
})

test('every check waits for its release step, and hashes as much for any number of candidates', async () => {
  const { id, alias } = await merchant()
  for (let n = 1; n < recordLimits.endpoints; n++)
    await mine.account(id, { address: numberedIban(n), privacy_level: 'public' })
  const { key } = await payer()
  const hashes = async (ask: () => Promise<unknown>) => {
    const { bulk } = server.app.quantise.counts
    const before = bulk.released
    const hash = vi.spyOn(crypto, 'hash')
    syncBuiltinESMExports()
    await ask()
    const prints = hash.mock.calls.filter(([, data]) => /^[\w+/]{43}=\|[\w-]{36}$/.test(String(data)))
    hash.mockRestore()
    syncBuiltinESMExports()
    expect(bulk.released).toBe(before + 1)
    return prints.length
  }
  const other = await merchant()
  for (const whom of [alias, other.alias, '@nobody.here'])
    for (const destination of [account(), account(falseIban)])
      expect(await hashes(() => check(key, whom, destination))).toBe(recordLimits.endpoints)
})
