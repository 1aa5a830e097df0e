import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { endpointRecord, markAlias, markEndpoint } from '../../src/registry/binding.ts'
import { createDisclose } from '../../src/resolution/disclose.ts'
import type { ResolutionFacts } from '../../src/resolution/facts-store.ts'
import { choicesOf, pick } from '../../src/resolution/payment.ts'
import { Keyring, type OpenDataKey, type Purpose } from '../../src/vault/keyring.ts'

const keyOf = (livemode: boolean, purpose: Purpose = 'projection'): OpenDataKey => ({
  id: randomUUID(),
  purpose,
  livemode,
  primary: true,
  key: randomBytes(32),
})

type Endpoint = { id: string; level?: string; type?: string; sealed: string; text?: string }

function scene(bounds?: Parameters<typeof createDisclose>[2]) {
  const keys = [
    ...[keyOf(true), keyOf(false), keyOf(true, 'endpoint_token'), keyOf(false, 'endpoint_token')],
    ...[keyOf(true, 'mark'), keyOf(false, 'mark')],
  ]
  const keyring = new Keyring(keys)
  const opened = vi.spyOn(keyring, 'open')
  /** Projections that were opened; marks are looked at beside them. */
  const opens = vi.fn()
  opened.mockImplementation((...asked) => {
    if (asked[0] === 'projection') opens()
    return Keyring.prototype.open.apply(keyring, asked)
  })
  const noted = vi.fn()
  const keep = createDisclose(keyring, { note: noted }, bounds)
  const identityId = randomUUID()
  const consumerId = randomUUID()
  const alias = { type: 'username' as const, value: 'alice' }
  const placeOf = (id: string, type = 'mobile_money', livemode = true) => ({
    ...{ id, livemode, identityId, consumerId, type },
  })
  const sealed = (id: string, last4: string, type = 'mobile_money') =>
    keyring.seal('projection', endpointRecord(placeOf(id, type)), true, JSON.stringify({ last4 })).toString('base64')
  const endpoint = (last4 = '1234', rest: Partial<Endpoint> = {}): Endpoint => {
    const id = randomUUID()
    return { id, sealed: sealed(id, last4, rest.type), ...rest }
  }
  const marked = ({ id, type, text = 'USD' }: Endpoint, livemode: boolean) =>
    markEndpoint(keyring, placeOf(id, type, livemode), [{ asset: text, rail: 'mpesa' }]).toString('base64')
  const marks = new Map<string, string>()
  /** The same row has the same mark, look-up after look-up. */
  const markOf = (name: string, make: () => string): string => {
    const mark = marks.get(name) ?? make()
    marks.set(name, mark)
    return mark
  }
  const aliasId = randomUUID()
  const markedAs = (id: string, as = alias, livemode = true) =>
    markAlias(keyring, { ...placeOf(id, as.type, livemode), ...as }).toString('base64')
  const found = (endpoints: Endpoint[], grant: ResolutionFacts['grant'] = null, livemode = true): ResolutionFacts => ({
    alias: {
      ...{ id: aliasId, livemode, status: 'registered', privacyLevel: 'public' },
      mark: markOf(`alias ${livemode}`, () => markedAs(aliasId, alias, livemode)),
    },
    identity: { id: identityId, livemode, status: 'active', type: 'user', consumerId },
    grant,
    hasOpenRequest: false,
    need: 'none',
    snapshot: JSON.stringify(
      endpoints.map((one) => {
        const { id, level = 'public', type = 'mobile_money', sealed, text = 'USD' } = one
        const mark = markOf(`${id} ${type} ${text} ${livemode}`, () => marked(one, livemode))
        return [id, type, 'active', level, 0, 1, [[text, 'mpesa', null]], sealed, mark]
      }),
    ),
  })
  const disclose = (consumerId: string, facts: ResolutionFacts) =>
    keep({ livemode: facts.identity!.livemode, scopes: ['resolve'], consumerId }, alias, facts)!
  const show = (consumerId: string, facts: ResolutionFacts) => {
    const { shown, total } = disclose(consumerId, facts)
    expect(shown.ids).toHaveLength(shown.endpoints.length)
    return { last4: shown.endpoints.map(({ last4 }) => last4), total }
  }
  return { keys, keyring, keep, alias, markedAs, noted, opens, endpoint, sealed, found, disclose, show }
}

const grantOn = (...endpoints: string[]) => ({
  id: randomUUID(),
  livemode: true,
  active: true,
  all: false,
  aliases: [],
  endpoints,
})

test('the same snapshot is opened once for a consumer, and reads the same', () => {
  const { show, opens, endpoint, found } = scene()
  const facts = found([endpoint('1234'), endpoint('5678', { level: 'private' })])
  expect(show('ann', facts)).toEqual({ last4: ['1234'], total: 2 })
  expect(show('ann', facts)).toEqual({ last4: ['1234'], total: 2 })
  expect(opens).toHaveBeenCalledTimes(1)
})

test('a consumer never gets an answer that was cached for another', () => {
  const { show, opens, endpoint, found } = scene()
  const facts = found([endpoint()])
  show('ann', facts)
  show('bob', facts)
  expect(opens).toHaveBeenCalledTimes(2)
  show('ann', facts)
  expect(opens).toHaveBeenCalledTimes(2)
})

test('any change of a snapshot is obeyed at once, and a change to a hidden endpoint opens nothing', () => {
  const { show, disclose, opens, endpoint, sealed, found } = scene()
  const [one, two] = [endpoint('1234'), endpoint('5678', { level: 'private' })]
  show('ann', found([one, two]))
  opens.mockClear()
  expect(show('ann', found([one, { ...two, text: 'EUR' }]))).toEqual({ last4: ['1234'], total: 2 })
  expect(show('ann', found([one, { ...two, sealed: sealed(two.id, '9999') }]))).toEqual({ last4: ['1234'], total: 2 })
  expect(show('ann', found([{ ...two, id: randomUUID() }, two, one]))).toEqual({ last4: ['1234'], total: 3 })
  expect(show('ann', found([one]))).toEqual({ last4: ['1234'], total: 1 })
  expect(opens).not.toHaveBeenCalled()
  expect(show('ann', found([one, { ...two, level: 'public' }])).last4.toSorted()).toEqual(['1234', '5678'])
  expect(show('ann', found([one, two]))).toEqual({ last4: ['1234'], total: 2 })
  const priced = disclose('ann', found([{ ...one, text: 'EUR' }]))
  expect(priced.shown.endpoints[0]!.capabilities).toEqual([{ asset: 'EUR', rail: 'mpesa' }])
  expect(show('ann', found([{ ...one, sealed: sealed(one.id, '9999') }]))).toEqual({ last4: ['9999'], total: 1 })
  // Two when the second is shown, and one for each change to what is disclosed.
  expect(opens).toHaveBeenCalledTimes(5)
})

test('a changed type in the row does not open the projection of the former type', () => {
  const { disclose, endpoint, found } = scene()
  const one = endpoint('1234')
  expect(disclose('ann', found([one])).shown.endpoints[0]).toMatchObject({ last4: '1234' })
  expect(disclose('ann', found([{ ...one, type: 'crypto_wallet' }])).shown.endpoints).toEqual([])
  expect(disclose('ann', found([one])).shown.endpoints[0]).toMatchObject({ last4: '1234' })
})

test('a grant’s additions are not shown under an ended grant or one that covers another endpoint', () => {
  const { show, disclose, endpoint, found } = scene()
  const open = endpoint('1234', { level: 'public' })
  const one = endpoint('5678', { level: 'consent_required', type: 'bank_account' })
  const other = endpoint('9999', { level: 'consent_required' })
  const all = [open, one, other]
  const byId = (...endpoints: Endpoint[]) => endpoints.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const last4Of = new Map([
    [open.id, '1234'],
    [one.id, '5678'],
    [other.id, '9999'],
  ])
  const seen = (...endpoints: Endpoint[]) => ({
    last4: byId(...endpoints).map(({ id }) => last4Of.get(id)),
    total: 3,
  })
  for (const _ of [1, 2]) {
    expect(show('ann', found(all))).toEqual(seen(open))
    expect(show('ann', found(all, grantOn(one.id)))).toEqual(seen(open, one))
    expect(show('ann', found(all, grantOn(other.id)))).toEqual(seen(open, other))
    expect(show('ann', found(all, { ...grantOn(), all: true }))).toEqual(seen(open, one, other))
    expect(show('ann', found(all, { ...grantOn(one.id), active: false }))).toEqual(seen(open))
  }
  const token = (facts: ResolutionFacts) => disclose('ann', facts).shown.endpoints.map((shown) => shown.token)
  const bank = { ...one, level: 'public' }
  expect(token(found([bank]))).toEqual([null])
  expect(token(found([bank], grantOn(one.id)))).toEqual([expect.stringMatching(/^tok_/)])
  expect(token(found([bank]))).toEqual([null])
})

test('a ciphertext that is forged, or was moved to another endpoint or environment, shows no endpoint, and is counted', () => {
  const { show, endpoint, found, noted } = scene()
  const one = endpoint()
  show('ann', found([one]))
  const changed = Buffer.from(one.sealed, 'base64')
  changed[30]! ^= 1
  const left = { last4: [], total: 1 }
  expect(show('ann', found([{ ...one, sealed: changed.toString('base64') }]))).toEqual(left)
  expect(show('ann', found([{ ...one, id: randomUUID() }]))).toEqual(left)
  expect(show('ann', found([one], null, false))).toEqual(left)
  expect(noted.mock.calls.map(([kind]) => kind)).toEqual(['endpoint', 'endpoint', 'endpoint'])
})

test('another alias of the same identity has its mark verified, and opens nothing again', () => {
  const { show, keep, opens, markedAs, endpoint, found } = scene()
  const facts = found([endpoint()])
  show('ann', facts)
  const caller = { livemode: true, scopes: ['resolve'], consumerId: 'ann' }
  const other = { type: 'username' as const, value: 'alice.shop' }
  const id = randomUUID()
  const known = { ...facts, alias: { ...facts.alias!, id, mark: markedAs(id, other) } }
  expect(keep(caller, other, known)?.shown.endpoints).toMatchObject([{ last4: '1234' }])
  expect(keep(caller, other, { ...known, alias: { ...known.alias, mark: facts.alias!.mark } })).toBeNull()
  expect(show('ann', facts).last4).toEqual(['1234'])
  expect(opens).toHaveBeenCalledTimes(1)
})

test('a cached identity is not shown for another owner, nor by an alias without a mark', () => {
  const { show, keep, alias, noted, endpoint, found } = scene()
  const facts = found([endpoint()])
  show('ann', facts)
  const caller = { livemode: true, scopes: ['resolve'], consumerId: 'ann' }
  const cases: [typeof alias, ResolutionFacts][] = [
    [alias, { ...facts, identity: { ...facts.identity!, consumerId: randomUUID() } }],
    [{ ...alias, value: 'mallory' }, facts],
    [alias, { ...facts, alias: { ...facts.alias!, id: randomUUID() } }],
    [alias, { ...facts, alias: { ...facts.alias!, mark: null } }],
    [alias, { ...facts, alias: { ...facts.alias!, mark: found([], null, false).alias!.mark } }],
  ]
  for (const [asked, other] of cases) {
    noted.mockClear()
    expect(keep(caller, asked, other)).toBeNull()
    expect(noted).toHaveBeenCalledWith('alias', other.alias!.id)
  }
  expect(show('ann', facts).last4).toEqual(['1234'])
})

test('values sealed by a lost data key no longer open', () => {
  const { show, keys, keyring, endpoint, found } = scene()
  const facts = found([endpoint()])
  show('ann', facts)
  keyring.replace([keys[0]!, keyOf(false), ...keys.slice(4)], performance.now())
  expect(show('ann', facts).last4).toEqual(['1234'])
  keyring.replace([keyOf(true), keys[1]!, ...keys.slice(4)], performance.now())
  expect(() => show('ann', facts)).toThrow('data key is missing here')
})

test('nothing is kept for longer than two minutes, however often it is used', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  try {
    // The cache takes an age of 0 for none.
    vi.advanceTimersByTime(1)
    const { show, opens, endpoint, found } = scene()
    const one = endpoint()
    const facts = found([one])
    show('ann', facts)
    vi.advanceTimersByTime(60_000)
    show('ann', facts)
    const changed = found([one, endpoint('5678', { level: 'private' })])
    show('ann', changed)
    vi.advanceTimersByTime(61_001)
    opens.mockClear()
    show('ann', changed)
    expect(opens).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

test('the cache is bounded: the least recently used entry is opened again', () => {
  const { disclose, opens, endpoint, found } = scene({ max: 100, maxSize: 1e9, ttl: 120_000 })
  const facts = found([endpoint()])
  disclose('ann', facts)
  for (let at = 1; at < 100; at++) disclose(`consumer ${at}`, facts)
  opens.mockClear()
  disclose('ann', facts)
  expect(opens).not.toHaveBeenCalled()
  for (let at = 0; at < 100; at++) disclose(`consumer ${100 + at}`, facts)
  disclose('ann', facts)
  expect(opens).toHaveBeenCalledTimes(101)
})

test('the cache is bounded by the characters of its answers', () => {
  const { disclose, opens, endpoint, found } = scene({ max: 1_000_000, maxSize: 2_000, ttl: 120_000 })
  const facts = found([endpoint()])
  for (let at = 0; at < 20; at++) disclose(`consumer ${at}`, facts)
  opens.mockClear()
  disclose('consumer 0', facts)
  expect(opens).toHaveBeenCalledTimes(1)
})

test('the facts for choosing endpoints come from the same snapshot, in the shown order', () => {
  const { disclose, endpoint, found } = scene()
  const facts = found([endpoint('1234', { text: 'EUR' }), endpoint('5678', { text: 'USD' })])
  for (const _ of [1, 2]) {
    const { shown } = disclose('ann', facts)
    const assets = shown.endpoints.map(({ capabilities }) => capabilities[0]!.asset)
    expect(choicesOf(shown).map(({ capabilities }) => capabilities[0]!.asset)).toEqual(assets)
    const [, second] = shown.endpoints
    expect(pick(shown, [1])).toEqual({
      ids: [shown.ids[1]],
      endpoints: [second],
      snapshot: shown.snapshot,
      json: JSON.stringify([second]),
    })
  }
})
