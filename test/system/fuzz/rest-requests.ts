import type { Dice } from './dice.ts'
import {
  absentId,
  addresses,
  aliasText,
  aliasTypes,
  aName,
  aWallet,
  type Callers,
  freshJwk,
  type Pool,
} from './pool.ts'

export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  additionalProperties?: boolean
}
export type Operation = {
  method: string
  path: string
  parameters: readonly { name: string; in: string }[]
  body: Schema | null
  responses: Record<string, Schema | null>
}

export type Request = {
  operation: Operation | null
  method: string
  path: string
  query: readonly (readonly [string, string])[]
  key: string | null
  headers: Record<string, string>
  body: unknown
  /** The rule that is broken on purpose; null for a request that keeps them all. */
  broken: string | null
}

const aDestination = { type: 'upi', address: 'alice@okbank' }

export function operationsOf(document: { paths: Record<string, Record<string, unknown>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => {
      const { parameters, requestBody, responses } = details as {
        parameters?: { name: string; in: string }[]
        requestBody?: { content: Record<string, { schema: Schema }> }
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>
      }
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters ?? [],
        body: requestBody?.content['application/json']?.schema ?? null,
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, { content }]) => [
            status,
            content?.['application/json']?.schema ?? null,
          ]),
        ),
      }
    }),
  )
}

/** The kind of record that a path's `{id}` or a list's cursor names. */
export function kindOf(path: string, isCursor = false): string {
  const nouns = path.split('/').filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'))
  const noun = (isCursor ? nouns.at(-1) : nouns[0]) ?? ''
  const irregular: Record<string, string> = {
    identities: 'identity',
    aliases: 'alias',
    deliveries: 'webhook_delivery',
    audit: 'audit_entry',
  }
  return irregular[noun] ?? noun.replace(/s$/, '')
}

const idFields: Record<string, string> = { identity: 'identity', consumer: 'consumer' }

function generate(schema: Schema, name: string, dice: Dice, pool: Pool): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return generate(dice.pick(schema.anyOf), name, dice, pool)
  if (schema.enum) {
    const value = dice.pick(schema.enum)
    if (value === 'disabled' && schema.enum.includes('enabled') && dice.chance(0.9)) return 'enabled'
    return (value === 'closed' || value === 'suspended') && dice.chance(0.9) ? 'active' : value
  }
  if (idFields[name]) return pool.id(idFields[name], dice)
  switch (schema.type) {
    case 'null':
      return null
    case 'boolean':
      return dice.chance(0.5)
    case 'integer':
      if (name === 'since') return Math.floor(Date.now() / 1000) - dice.below(9_999)
      return name === 'expires_at' ? Math.floor(Date.now() / 1000) + 60 + dice.below(9_999_999) : dice.below(3600)
    case 'number':
      return dice.pick([0, 1, 2.5, 100])
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + dice.below(3) }, () =>
        generate(schema.items ?? {}, name, dice, pool),
      )
    case 'object':
      return objectOf(schema, dice, pool)
    default:
      return textOf(name, dice)
  }
}

function textOf(name: string, dice: Dice): string {
  if (name === 'url') return `https://127.0.0.1:8443/${dice.below(99)}`
  if (name === 'enabled_events') return dice.pick(['*', 'alias.created', 'consent.*'])
  if (name === 'asset') return dice.pick(['USDC', 'EUR'])
  if (name === 'rail') return dice.pick(['onchain', 'sepa'])
  if (name === 'network') return 'base'
  if (name === 'code') return dice.pick(['000000', '12345678'])
  return dice.pick(['Ann', 'a purpose', 'Ünïcode ✓', 'x'])
}

function objectOf(schema: Schema, dice: Dice, pool: Pool): Record<string, unknown> {
  const required = schema.required ?? []
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.includes(name) || dice.chance(0.4))
      .map(([name, property]) => [name, generate(property, name, dice, pool)]),
  )
}

/** An alias that somebody looks up: mostly one that exists. */
function lookUp(dice: Dice, pool: Pool): { type: string; value: string } {
  const known = pool.all('alias')
  if (known.length > 0 && dice.chance(0.8)) {
    const { type, value } = dice.pick(known)
    return { type: type!, value: value! }
  }
  const type = dice.pick(aliasTypes)
  return { type, value: aliasText(type, dice) }
}

const sigils: Record<string, string> = { username: '@', merchant_handle: '$' }
const bare = ({ type, value }: { type: string; value: string }) =>
  `${value.startsWith('@') ? '' : (sigils[type] ?? '')}${value}`

/** Applies rules beyond the schema: which fields go together. */
function tidy(path: string, body: Record<string, unknown>, dice: Dice, pool: Pool): Record<string, unknown> {
  if (path.endsWith('/resolve/bulk')) {
    const items = Array.from({ length: 1 + dice.below(8) }, () => {
      const one = lookUp(dice, pool)
      return dice.chance(0.8) ? (dice.chance(0.5) ? one : bare(one)) : dice.json()
    })
    return { items }
  }
  if (/\/(?:resolve|normalize|consent_requests)$/.test(path)) {
    const one = lookUp(dice, pool)
    const purpose = path.endsWith('consent_requests') ? { purpose: 'to pay' } : {}
    return { ...(dice.chance(0.5) ? one : { alias: bare(one) }), ...purpose }
  }
  if (path.endsWith('/search')) {
    const { created, updated } = body
    const named = path === '/v1/aliases/search' && dice.chance(0.5) ? lookUp(dice, pool) : {}
    return { limit: 1 + dice.below(100), ...(created ? { created } : {}), ...(updated ? { updated } : {}), ...named }
  }
  if (path === '/v1/explanations') {
    const known = pool.all('alias')
    const payment = dice.chance(0.3) ? { for: { asset: 'USDC' } } : {}
    return { ...body, alias: dice.chance(0.8) && known.length > 0 ? dice.pick(known).id : body.alias, ...payment }
  }
  if (path === '/v1/impacts') {
    const known = pool.all('alias')
    const id = dice.chance(0.8) && known.length > 0 ? dice.pick(known).id : 'als_0'
    return dice.chance(0.5)
      ? { operation: 'releaseAlias', id }
      : { operation: 'updateAlias', id, input: { privacy_level: 'private' } }
  }
  if (path === '/v1/sealing_keys') return dice.chance(0.8) ? { jwk: freshJwk() } : body
  if (path === '/v1/releases') {
    const { sealingKey, ...rest } = pool.payable(dice)
    return { ...rest, sealing_key: sealingKey }
  }
  if (path.endsWith('/payee_names')) return aName
  if (path === '/v1/payee_checks') return { ...lookUp(dice, pool), name: 'Ann' }
  if (path === '/v1/payee_checks/bulk') return { items: [{ ...lookUp(dice, pool), name: 'Ann' }] }
  if (path === '/v1/destination_checks') return { ...lookUp(dice, pool), destination: aDestination }
  if (path === '/v1/destination_checks/bulk') return { items: [{ ...lookUp(dice, pool), destination: aDestination }] }
  if (path === '/v1/claims' && dice.chance(0.2)) return { ...body, kind: 'ownership', type: 'username', value: 'ann' }
  if (path === '/v1/claims')
    return { ...body, kind: 'ownership', type: 'phone', value: `+1917${2_000_000 + dice.below(9)}` }
  if (path === '/v1/aliases') {
    const type = dice.pick(aliasTypes)
    const isRepeat = dice.chance(0.1) && pool.all('alias').length > 0
    return { ...body, ...(isRepeat ? lookUp(dice, pool) : { type, value: aliasText(type, dice) }) }
  }
  if (path === '/v1/endpoints/challenge') return { ...body, ...aWallet }
  if (path === '/v1/endpoints') {
    // Signatures are out of reach of random input: the tests of wallets cover proofs.
    if (dice.chance(0.6)) delete body.proof
    const capabilities = [{ asset: 'EUR', rail: 'sepa', min_amount: 1, max_amount: 2.5 }]
    return {
      ...body,
      address: dice.pick(addresses[String(body.type)] ?? ['?']),
      ...(body.capabilities ? { capabilities } : {}),
    }
  }
  if (/\/claims\/.*(?:challenges|contest)$/.test(path)) return { method: 'sms_code' }
  if (body.capabilities) return { ...body, capabilities: [{ asset: 'USDC', network: 'base', rail: 'onchain' }] }
  if (body.covers) return { ...body, covers: coversOf(String(body.identity), dice, pool) }
  if (path === '/v1/api_keys') return { ...body, scopes: [dice.pick(['resolve', 'aliases:read', '*'])] }
  return body
}

function coversOf(identity: string, dice: Dice, pool: Pool): Record<string, unknown> {
  const own = (kind: string) => pool.all(kind).flatMap((one) => (one.identity === identity ? [one.id] : []))
  const aliases = own('alias').slice(0, 3)
  return aliases.length === 0 || dice.chance(0.5) ? { all: true } : { aliases }
}

/** Claims of the caller's aliases are answered by it, its own claims are not. */
const claimKind = (path: string) => (/\/(?:confirm|refuse|contest)$/.test(path) ? 'claimed' : 'claim')

function pathOf(path: string, dice: Dice, pool: Pool, body: Record<string, unknown> | null): string {
  if (path.startsWith('/v1/aliases/') && path.endsWith('/challenges'))
    return path.replace('{id}', () => pool.provable(String(body?.method), dice))
  if (path.startsWith('/v1/claims/')) return path.replace('{id}', () => pool.id(claimKind(path), dice))
  if (!path.includes('{delivery}')) return path.replace('{id}', () => pool.id(kindOf(path), dice))
  const { webhook, id } = pool.delivery(dice)
  return path.replace('{id}', webhook).replace('{delivery}', id)
}

export function validRequest(operation: Operation, dice: Dice, { pools }: Callers): Request {
  const pool = dice.pick(pools)
  const { method, path } = operation
  const body = operation.body && tidy(path, objectOf(operation.body, dice, pool), dice, pool)
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && dice.chance(0.25))
    .flatMap(({ name }): [string, string][] => {
      if (name === 'limit') return [[name, String(1 + dice.below(100))]]
      if (name === 'role') return [[name, dice.pick(['owner', 'grantee'])]]
      if (name === 'direction') return [[name, dice.pick(['incoming', 'outgoing'])]]
      if (name === 'status' && path === '/v1/identities') return [[name, 'active']]
      if (name === 'status' && path.endsWith('/aliases')) return [[name, 'released']]
      if (/^(?:created|updated)\[/.test(name)) return [[name, String(dice.below(2_000_000_000))]]
      if (name === 'type' && path === '/v1/identities') return [[name, 'user']]
      if (name === 'starting_after' && path === '/v1/identities') return [[name, pool.id('identity', dice)]]
      return []
    })
  return {
    operation,
    method,
    path: pathOf(path, dice, pool, body),
    query,
    key: pool.key,
    headers: method !== 'GET' && dice.chance(0.2) ? { 'idempotency-key': `fuzz-${dice.below(1_000_000_000)}` } : {},
    body: body ?? undefined,
    broken: null,
  }
}

type Breakage = (request: Request, dice: Dice, callers: Callers) => Partial<Request> | null
const fields = ({ body }: Request): string[] => (body && typeof body === 'object' ? Object.keys(body) : [])
const withField = (request: Request, name: string, value: unknown) => ({
  body: { ...(request.body as object), [name]: value },
})
const anyField =
  (value: (dice: Dice) => unknown): Breakage =>
  (request, dice) =>
    fields(request).length === 0 ? null : withField(request, dice.pick(fields(request)), value(dice))
const onPath =
  (change: (path: string, dice: Dice) => string): Breakage =>
  (request, dice) => ({ path: change(request.path, dice) })
const asQuery =
  (...query: [string, string][]): Breakage =>
  () => ({ query })
const withBody =
  (body: unknown): Breakage =>
  (request) =>
    request.operation?.body ? { body } : null
const lastId = /[a-z]{3}_[0-9a-z]{26}/

/** Mutations that each break one rule of a valid request. */
export const breakages: Record<string, Breakage> = {
  'a required field missing': (request, dice) => {
    const required = request.operation?.body?.required ?? []
    if (required.length === 0) return null
    const { [dice.pick(required)]: _, ...body } = request.body as Record<string, unknown>
    return { body }
  },
  'an unknown field': (request, dice) =>
    request.operation?.body ? withField(request, dice.pick(['privacy_levl', 'x y', 'id']), 1) : null,
  'a field null': anyField(() => null),
  'a field of any JSON': anyField((dice) => dice.json()),
  'a field of odd text': anyField((dice) => dice.string()),
  'a field too long': anyField(() => 'é'.repeat(3_000)),
  'a number too large': anyField(() => 1e308),
  'a body of any JSON': (request, dice) => (request.operation?.body ? { body: JSON.stringify(dice.json()) } : null),
  'a body cut short': (request) =>
    request.operation?.body ? { body: JSON.stringify(request.body).slice(0, -1) || '{' } : null,
  'an empty body': withBody(''),
  'a poisoned prototype': withBody('{"__proto__":{"x":1},"constructor":{"prototype":{}}}'),
  'a body too large': withBody(JSON.stringify({ value: 'x'.repeat(140 * 1024) })),
  'a body that nests': withBody(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  'another content type': (request, dice) =>
    request.operation?.body
      ? { headers: { 'content-type': dice.pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) } }
      : null,
  'an Idempotency-Key that is none': () => ({ headers: { 'idempotency-key': 'x'.repeat(256) } }),
  'an Idempotency-Key used before': (request) =>
    request.method === 'GET' ? null : { headers: { 'idempotency-key': 'again' } },
  'an absent id': (request, dice) =>
    lastId.test(request.path)
      ? { path: request.path.replace(lastId, absentId(kindOf(request.operation!.path), dice)) }
      : null,
  "another caller's id": (_, dice, { pools }) => ({ key: dice.pick(pools).key }),
  'a malformed id': (request, dice) =>
    lastId.test(request.path)
      ? { path: request.path.replace(lastId, () => encodeURIComponent(wellFormed(dice.string()) || 'x')) }
      : null,
  'a bad percent sign': onPath((path) => `${path}%zz`),
  'a long path': onPath((path) => `${path}${'a'.repeat(2_000)}`),
  'an unknown route': onPath((path) => `${path}/nothing/here`),
  'another method': (_, dice) => ({ method: dice.pick(['PUT', 'OPTIONS', 'DELETE', 'PATCH']), body: undefined }),
  'an unknown parameter': asQuery(['nothing', '1']),
  'a limit out of range': (_, dice) => ({ query: [['limit', dice.pick(['0', '101', '-1', '1e2', 'ten', ''])]] }),
  'a parameter twice': asQuery(['limit', '1'], ['limit', '2']),
  'both cursors': (_, dice, { pools }) => ({
    query: [
      ['starting_after', pools[0]!.id('identity', dice)],
      ['ending_before', pools[0]!.id('identity', dice)],
    ],
  }),
  'a cursor that is none': (_, dice) => ({
    query: [[dice.pick(['starting_after', 'ending_before']), wellFormed(dice.string())]],
  }),
  'a filter that is none': (_, dice) => ({ query: [[dice.pick(['type', 'status', 'role', 'direction']), 'nothing']] }),
  'no key': () => ({ key: null }),
  'a key that is none': (_, dice) => ({ key: dice.pick(['spk_test_x', 'spk_live_', 'nothing', 'a.b.c']) }),
  'a revoked key': (_, __, { revoked }) => ({ key: revoked }),
  'an expired key': (_, __, { expired }) => ({ key: expired }),
  'a key in the query': (_, __, { pools }) => ({ query: [['key', pools[0]!.key]] }),
  'a key without scopes': (_, __, { scopeless }) => ({ key: scopeless }),
  'too many items': (request) => (request.path.endsWith('/bulk') ? { body: { items: Array(101).fill('@x1') } } : null),
  'no items': (request) => (request.path.endsWith('/bulk') ? { body: { items: [] } } : null),
  'both forms of an alias': (request) =>
    /resolve$|normalize$/.test(request.path) ? { body: { alias: '@ann', type: 'username', value: 'ann' } } : null,
  'an alias that is none': (request, dice) => {
    if (!/resolve$|normalize$|aliases$/.test(request.path)) return null
    const [type, value] = dice.pick(badAliases)
    const { alias: _, ...body } = (request.body ?? {}) as Record<string, unknown>
    return { body: { ...body, type, value } }
  },
  'an address that is none': (request, dice) =>
    request.path === '/v1/endpoints'
      ? withField(request, 'address', dice.pick(['0x00', 'DE00370400440532013000', '']))
      : null,
  'a URL that is not https': (request) =>
    request.path === '/v1/webhooks' ? withField(request, 'url', 'http://hooks.example.com/') : null,
  'a URL of a private address': (request) =>
    request.path === '/v1/webhooks' ? withField(request, 'url', 'https://10.0.0.1/') : null,
  'an event type that is none': (request) =>
    request.path === '/v1/webhooks' ? withField(request, 'enabled_events', ['nothing.*']) : null,
  'a closed identity': (request) =>
    /identities\/idn/.test(request.path) && request.method === 'PATCH' ? { body: { status: 'closed' } } : null,
}

export const badAliases = [
  ['username', ''],
  ['nothing', 'x'],
  ['username', 'x'],
  ['username', 'x'.repeat(65)],
  ['username', 'josé'],
  ['username', '12345'],
  ['username', 'a..b'],
  ['username', 'admin'],
  ['phone', '+1'],
  ['phone', '212 555 2671'],
  ['email', 'a@b'],
  ['payment_link', 'https://127.0.0.1/x'],
] as const

const wellFormed = (text: string): string => text.toWellFormed()

/** Breaks one of these rules in a request of one of these operations. */
export function brokenRequest(
  operations: readonly Operation[],
  dice: Dice,
  callers: Callers,
  rules: readonly string[] = Object.keys(breakages),
): Request {
  for (;;) {
    const request = validRequest(dice.pick(operations), dice, callers)
    const broken = dice.pick(rules)
    const change = breakages[broken]!(request, dice, callers)
    if (change) return { ...request, ...change, broken }
  }
}
