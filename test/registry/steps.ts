import fc from 'fast-check'
import type { Json } from '../support/server.ts'
import type { Reply, Wire } from '../support/wire.ts'
import type { Answer, Caller, Covers, EndpointKind, NaiveRegistry, Spelling } from './naive-registry.ts'

export type Real = {
  wire: Wire
  /** Two consumers, each with a key per environment. */
  callers: readonly (Caller & { key: string })[]
  /** Letters that no other run's names have. */
  tag: string
  digits: string
  elapse(what: 'cooldowns' | 'grants', identities: readonly string[]): Promise<void>
  counts: Map<string, number>
}

const username = (typed: string, value: string, skeleton = value) => ({ typed, type: 'username', value, skeleton })

/** Typed spellings with their normalized forms. `T` is the run's tag, `N` seven digits unique to the spelling. */
const spellings: readonly Spelling[] = [
  username('hello-T', 'hello-T'),
  username('@HELLO-T', 'hello-T'),
  username('he11o-T', 'he11o-T', 'hello-T'),
  username('hell0-T', 'hell0-T', 'hello-T'),
  username('ｈｅｌｌｏ-T', 'hello-T'),
  username('@hеllo-T', 'hello-T'), // Cyrillic е
  username('bob1-T', 'bob1-T', 'bobl-T'),
  username('bobl-T', 'bobl-T'),
  username('Carol_T', 'carol_T'),
  { typed: '$hello-T', type: 'merchant_handle', value: 'hello-T', skeleton: 'hello-T' },
  { typed: '+1 (212) N', type: 'phone', value: '+1212N', skeleton: '+1212N' },
  { typed: 'tel:+1-212-N', type: 'phone', value: '+1212N', skeleton: '+1212N' },
  { typed: 'Ann+T@Example.COM', type: 'email', value: 'ann+T@example.com', skeleton: 'ann+T@example.com' },
  { typed: 'ann.T@example.com', type: 'email', value: 'ann.T@example.com', skeleton: 'ann.T@example.com' },
  {
    typed: 'https://Pay.Example/T/',
    type: 'payment_link',
    value: 'https://pay.example/T',
    skeleton: 'https://pay.example/T',
  },
  { ...username('@admin', 'admin'), refused: 'alias_reserved', onCreate: true },
  { ...username('@x', 'x'), refused: 'alias_too_short' },
  { ...username('@josé-T', ''), refused: 'alias_invalid_characters' },
  { typed: 'a@b', type: 'email', value: '', skeleton: '', refused: 'email_invalid' },
]

function spelt(index: number, { tag, digits }: Real): Spelling {
  const fill = (text: string) => text.replaceAll('T', tag).replaceAll('N', digits)
  const one = spellings[index % spellings.length]!
  return { ...one, typed: fill(one.typed), value: fill(one.value), skeleton: fill(one.skeleton) }
}

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const kinds: readonly EndpointKind[] = [
  { type: 'crypto_wallet', address: wallet, shows: { address: '0x5290…9EE7' }, preview: '0x5290…9EE7', isValid: true },
  {
    type: 'bank_account',
    address: 'DE89 3704 0044 0532 0130 00',
    shows: { last4: '3000' },
    preview: '••••3000',
    isValid: true,
  },
  { type: 'mobile_money', address: '+254712345678', shows: { last4: '5678' }, preview: '••••5678', isValid: true },
  {
    type: 'payment_pointer',
    address: '$pay.example/ann',
    shows: { url: 'https://pay.example/ann' },
    preview: 'https://pay.example/ann',
    isValid: true,
  },
  {
    type: 'upi',
    address: 'Ann.Smith@OKBank',
    shows: { masked: 'an…@okbank' },
    preview: 'an…@okbank',
    isValid: true,
  },
  { type: 'pix_key', address: '529.982.247-25', shows: { masked: '…25' }, preview: '…25', isValid: true },
  {
    type: 'lightning_address',
    address: 'ann@pay.example',
    shows: { masked: '…@pay.example' },
    preview: '…@pay.example',
    isValid: true,
  },
  { type: 'pix_key', address: '529.982.247-26', shows: {}, preview: '', isValid: false },
  { type: 'crypto_wallet', address: wallet.replace('E', 'e'), shows: {}, preview: '', isValid: false },
  { type: 'bank_account', address: 'DE00370400440532013000', shows: {}, preview: '', isValid: false },
]

/** Which record a step is about: mostly one that the caller owns. */
type Pick = { whose: 'own' | 'any' | 'absent' | 'malformed'; n: number }
const pick: fc.Arbitrary<Pick> = fc.record({
  whose: fc.oneof(
    { weight: 14, arbitrary: fc.constant('own' as const) },
    { weight: 4, arbitrary: fc.constant('any' as const) },
    { weight: 1, arbitrary: fc.constant('absent' as const) },
    { weight: 1, arbitrary: fc.constant('malformed' as const) },
  ),
  n: fc.nat(60),
})
const prefixes = { identity: 'idn', alias: 'als', endpoint: 'end', grant: 'cgr' } as const
const folders = { identity: 'identities', alias: 'aliases', endpoint: 'endpoints', grant: 'consent_grants' } as const
type Noun = keyof typeof prefixes

function idOf(noun: Noun, { whose, n }: Pick, caller: Caller, model: NaiveRegistry): string {
  const all = {
    identity: model.identities.map((one) => ({ id: one.id, identity: one })),
    alias: model.aliases,
    endpoint: model.endpoints,
    grant: model.grants,
  }[noun] as readonly { id: string; identity: NaiveRegistry['identities'][number] }[]
  const candidates = whose === 'own' ? all.filter(({ identity }) => model.owns(caller, identity)) : all
  if (whose === 'malformed') return `${prefixes[noun]}_${n}`
  const absent = `${prefixes[noun]}_7zzzzzzzzzzzzzzzzzzzzzzzz${n % 8}`
  return whose === 'absent' ? absent : (candidates[n % Math.max(1, candidates.length)]?.id ?? absent)
}

export type Exchange = { method: string; path: string; body?: Json; expected: (id: string) => Answer }
type Build = (model: NaiveRegistry, caller: Caller, real: Real) => Exchange | (() => Promise<void>)

/** One step of a run: who does what. */
export class Step implements fc.AsyncCommand<NaiveRegistry, Real> {
  readonly who: number
  readonly text: string
  private readonly build: Build

  constructor(who: number, text: string, build: Build) {
    this.who = who
    this.text = text
    this.build = build
  }

  check = () => true
  toString = () => `${['A test', 'A live', 'B test', 'B live'][this.who]}: ${this.text}`

  async run(model: NaiveRegistry, real: Real): Promise<void> {
    const caller = real.callers[this.who]!
    const exchange = this.build(model, caller, real)
    if (typeof exchange === 'function') return exchange()
    const { method, path, body, expected } = exchange
    const reply = await real.wire.send(method, path, { key: caller.key, ...(body === undefined ? {} : { body }) })
    const answer = expected(reply.body?.id ?? '')
    const name = `${reply.status} ${reply.body?.error?.code ?? ''}`.trim()
    real.counts.set(name, (real.counts.get(name) ?? 0) + 1)
    const [was, wanted] = [shownOf(reply), JSON.stringify(sorted(wantedOf(answer)))]
    if (was !== wanted) {
      throw new Error(`${this} (${method} ${path} ${JSON.stringify(body)})\n  answered ${was}\n  expected ${wanted}`)
    }
  }
}

const wantedOf = ({ status, code, body }: Answer): Json => ({ status, ...(code === undefined ? { body } : { code }) })

const marks = new Set(['verified_at', 'available_at', 'expires_at', 'revoked_at', 'token'])
const dropped = new Set(['created', 'updated', 'request_id'])

/** The answer without ids of requests and without times: of those that may be null, only whether they are. */
function shownOf({ status, body }: Reply): string {
  const shown = status < 400 ? { status, body } : { status, code: body?.error?.code }
  return JSON.stringify(
    sorted(JSON.parse(JSON.stringify(shown, (name, value) => (marks.has(name) && value !== null ? 'set' : value)))),
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([name, inner]) => !dropped.has(name) || typeof inner === 'object')
  // Other tests cover the names of consumers.
  const kept = entries.filter(([name]) => name !== 'consumer_record' && (name !== 'url' || !('data' in value)))
  return Object.fromEntries(
    kept
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

const level = fc.constantFrom('public', 'unlisted', 'private', 'consent_required')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const spelling = fc.nat(spellings.length - 1)
const limit = fc.constantFrom(1, 2, 10, 100)
/** The optional fields of a step that are given. */
const given = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Mostly two consumers in one environment, where they meet. */
const who = fc.constantFrom(0, 0, 0, 0, 2, 2, 2, 1, 3)

function step<T>(weight: number, name: string, args: fc.Arbitrary<T>, build: (args: T) => Build) {
  const arbitrary = fc
    .tuple(who, args)
    .map(([who, given]) => new Step(who, `${name} ${JSON.stringify(given)}`, build(given)))
  return { weight, arbitrary }
}

/** Reads a record, or ends it. */
const onRecord = (
  weight: number,
  name: string,
  noun: Noun,
  method: 'GET' | 'DELETE',
  answer: 'readIdentity' | 'readAlias' | 'releaseAlias' | 'readEndpoint' | 'removeEndpoint' | 'readGrant' | 'revoke',
) =>
  step(weight, name, pick, (which) => (model, caller) => {
    const id = idOf(noun, which, caller, model)
    return { method, path: `/v1/${folders[noun]}/${id}`, expected: () => model[answer](caller, id) }
  })

export const steps = fc.oneof(
  step(
    6,
    'create identity',
    fc.record({ type: fc.constantFrom('user', 'merchant'), level: maybe(level) }),
    ({ type, level }) =>
      (model, caller) => ({
        method: 'POST',
        path: '/v1/identities',
        body: given<Json>({ type, default_privacy_level: level }),
        expected: (id) => model.createIdentity(caller, type, level, id),
      }),
  ),
  onRecord(2, 'read identity', 'identity', 'GET', 'readIdentity'),
  step(
    2,
    'list identities',
    fc.record({ limit, status: maybe(fc.constantFrom('active', 'suspended', 'closed')) }),
    ({ limit, status }) =>
      (model, caller) => ({
        method: 'GET',
        path: `/v1/identities?limit=${limit}${status ? `&status=${status}` : ''}`,
        expected: () => model.listIdentities(caller, limit, status),
      }),
  ),
  step(
    4,
    'update identity',
    fc.record({
      which: pick,
      status: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(undefined, 'active', 'suspended') },
        { weight: 1, arbitrary: fc.constant('closed') },
      ),
      name: maybe(fc.constantFrom('Ann', 'Bob')),
      level: maybe(level),
    }),
    ({ which, status, name, level }) =>
      (model, caller) => {
        const id = idOf('identity', which, caller, model)
        return {
          method: 'PATCH',
          path: `/v1/identities/${id}`,
          body: given<Json>({ status, display_name: name, default_privacy_level: level }),
          expected: () => model.updateIdentity(caller, id, given({ status, name, level })),
        }
      },
  ),
  step(
    14,
    'create alias',
    fc.record({ which: pick, index: spelling, level: maybe(level), isPrimary: maybe(fc.boolean()) }),
    ({ which, index, level, isPrimary }) =>
      (model, caller, real) => {
        const identity = idOf('identity', which, caller, model)
        const name = spelt(index, real)
        return {
          method: 'POST',
          path: '/v1/aliases',
          body: given<Json>({
            identity,
            type: name.type,
            value: name.typed,
            privacy_level: level,
            is_primary: isPrimary,
          }),
          expected: (id) => model.createAlias(caller, identity, name, given({ level, isPrimary }), id),
        }
      },
  ),
  onRecord(2, 'read alias', 'alias', 'GET', 'readAlias'),
  step(
    3,
    'list aliases',
    fc.record({ which: pick, limit, status: maybe(fc.constantFrom('registered', 'released')) }),
    ({ which, limit, status }) =>
      (model, caller) => {
        const id = idOf('identity', which, caller, model)
        return {
          method: 'GET',
          path: `/v1/identities/${id}/aliases?limit=${limit}${status ? `&status=${status}` : ''}`,
          expected: () => model.listAliases(caller, id, limit, status),
        }
      },
  ),
  step(
    5,
    'update alias',
    fc.record({ which: pick, level: maybe(level), isPrimary: maybe(fc.boolean()) }),
    ({ which, level, isPrimary }) =>
      (model, caller) => {
        const id = idOf('alias', which, caller, model)
        return {
          method: 'PATCH',
          path: `/v1/aliases/${id}`,
          body: given<Json>({ privacy_level: level, is_primary: isPrimary }),
          expected: () => model.updateAlias(caller, id, given({ level, isPrimary })),
        }
      },
  ),
  step(1, 'verify alias', pick, (which) => (model, caller) => {
    const id = idOf('alias', which, caller, model)
    return {
      method: 'POST',
      path: `/v1/aliases/${id}/verify`,
      body: { method: 'otp' },
      expected: () => model.verifyAlias(caller, id),
    }
  }),
  onRecord(4, 'release alias', 'alias', 'DELETE', 'releaseAlias'),
  step(
    8,
    'create endpoint',
    fc.record({
      which: pick,
      kind: fc.nat(kinds.length - 1),
      level: maybe(level),
      priority: maybe(fc.constantFrom(0, 1, 2.5, -3)),
    }),
    ({ which, kind, level, priority }) =>
      (model, caller) => {
        const identity = idOf('identity', which, caller, model)
        const { type, address } = kinds[kind]!
        return {
          method: 'POST',
          path: '/v1/endpoints',
          body: given<Json>({ identity, type, address, privacy_level: level, priority }),
          expected: (id) => model.createEndpoint(caller, identity, kinds[kind]!, given({ level, priority }), id),
        }
      },
  ),
  onRecord(1, 'read endpoint', 'endpoint', 'GET', 'readEndpoint'),
  step(2, 'list endpoints', fc.record({ which: pick, limit }), ({ which, limit }) => (model, caller) => {
    const id = idOf('identity', which, caller, model)
    return {
      method: 'GET',
      path: `/v1/identities/${id}/endpoints?limit=${limit}`,
      expected: () => model.listEndpoints(caller, id, limit),
    }
  }),
  step(
    4,
    'update endpoint',
    fc.record({
      which: pick,
      level: maybe(level),
      priority: maybe(fc.constantFrom(0, 4)),
      status: maybe(fc.constantFrom('active', 'disabled')),
    }),
    ({ which, level, priority, status }) =>
      (model, caller) => {
        const id = idOf('endpoint', which, caller, model)
        return {
          method: 'PATCH',
          path: `/v1/endpoints/${id}`,
          body: given<Json>({ privacy_level: level, priority, status }),
          expected: () => model.updateEndpoint(caller, id, given({ level, priority, status })),
        }
      },
  ),
  onRecord(2, 'remove endpoint', 'endpoint', 'DELETE', 'removeEndpoint'),
  step(
    8,
    'grant',
    fc.record({ which: pick, to: fc.nat(1), alias: maybe(pick), endpoint: maybe(pick), expires: fc.boolean() }),
    ({ which, to, alias, endpoint, expires }) =>
      (model, caller, real) => {
        const identity = idOf('identity', which, caller, model)
        const grantee = real.callers[to * 2]!.consumer
        const covers: Covers = {
          ...(alias ? { aliases: [idOf('alias', alias, caller, model)] } : {}),
          ...(endpoint ? { endpoints: [idOf('endpoint', endpoint, caller, model)] } : {}),
          ...(alias || endpoint ? {} : { all: true as const }),
        }
        const expires_at = expires ? Math.floor(Date.now() / 1000) + 86_400 : undefined
        return {
          method: 'POST',
          path: '/v1/consent_grants',
          body: given<Json>({ identity, consumer: grantee, covers, expires_at }),
          expected: (id) => model.grant(caller, identity, grantee, covers, expires, id),
        }
      },
  ),
  onRecord(2, 'read grant', 'grant', 'GET', 'readGrant'),
  onRecord(2, 'revoke', 'grant', 'DELETE', 'revoke'),
  step(
    16,
    'resolve',
    fc.record({ index: spelling, isTyped: fc.boolean() }),
    ({ index, isTyped }) =>
      (model, caller, real) => {
        const name = spelt(index, real)
        return {
          method: 'POST',
          path: '/v1/resolve',
          body: isTyped ? { type: name.type, value: name.typed } : { alias: name.typed },
          expected: () => model.resolve(caller, name),
        }
      },
  ),
  step(6, 'resolve in bulk', fc.array(spelling, { maxLength: 12 }), (indexes) => (model, caller, real) => {
    const names = indexes.map((index) => spelt(index, real))
    return {
      method: 'POST',
      path: '/v1/resolve/bulk',
      body: { items: names.map(({ typed }, at) => (at % 2 === 0 ? typed : { type: names[at]!.type, value: typed })) },
      expected: () => model.bulk(caller, names),
    }
  }),
  step(1, 'cooldowns end', fc.constant(null), () => (model, _, real) => async () => {
    await real.elapse(
      'cooldowns',
      model.identities.map(({ id }) => id),
    )
    model.cooldownsEnd()
  }),
  step(1, 'grants run out', fc.constant(null), () => (model, _, real) => async () => {
    await real.elapse(
      'grants',
      model.identities.map(({ id }) => id),
    )
    model.grantsRunOut()
  }),
)
