import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLEnumType, isEnumType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventTypes } from '../../../src/events/event-types.ts'
import { errorCatalogue } from '../../../src/kernel/errors.ts'
import { encodeId, type prefixes } from '../../../src/kernel/id.ts'
import { privacyLevels } from '../../../src/kernel/privacy.ts'
import { scopes } from '../../../src/kernel/scopes.ts'
import { statusOf } from '../../../src/kernel/status.ts'
import { aliasTypes } from '../../../src/registry/aliases/normalization/alias-types.ts'
import { endpointTypes } from '../../../src/registry/endpoints/endpoint-types.ts'
import { disclosedName } from '../../../src/registry/endpoints/types/table.ts'
import { identityStatuses, identityTypes } from '../../../src/registry/identities/rules.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { operationIdOf } from '../../../src/surfaces/rest/operation.ts'
import type { Route } from '../../../src/surfaces/rest/route.ts'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { registryForTests, registryOf } from '../../support/registry.ts'
import { type Answer, type Body, forTests, type Key } from '../../support/server.ts'

const never = (_name: string, _options: unknown, _run?: unknown): void => undefined

/** A test of the rows that it applies to: what can't apply is no test, rather than a skipped one. */
const testUnless = (isBeside: boolean) => (isBeside ? never : test) as typeof test

/** JSON Schema, as far as the bodies use it. */
type Shape = {
  type?: string
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  description?: string
  minItems?: number
}

/** A record of each kind, and the same of another owner and of the other environment. */
let foreign: Record<string, string>[]

async function claimOf({ key }: Key, identity: string): Promise<string> {
  const body = { identity, type: 'phone', value: '+16465550199', kind: 'ownership' }
  return (await server.send('POST', '/v1/claims', { key, body })).body.id
}

async function challengeOf({ key }: Key, identity: string, value: string): Promise<string> {
  const { id } = await registryOf(server, { key }).alias(identity, 'email', value)
  const { body } = await server.send('POST', `/v1/aliases/${id}/challenges`, { key, body: { method: 'email_code' } })
  return body.id
}

async function recordsOf(key: Key, handle: string): Promise<Record<string, string>> {
  const registry = registryOf(server, key)
  const identities = (await registry.identity()).id
  return {
    identities,
    aliases: (await registry.username(identities, handle)).id,
    endpoints: (await registry.wallet(identities)).id,
    consent_grants: (await registry.grant(identities, key.consumer)).id,
    api_keys: key.keyId,
    claims: await claimOf(key, identities),
    challenges: await challengeOf(key, identities, `${handle}@mail.example`),
  }
}

const { server, owner } = registryForTests()
const own = forTests(() => recordsOf(owner, 'own.one'))
beforeAll(async () => {
  const [stranger, live] = [await server.key({ consumer: 'stranger' }), await server.key({ livemode: true })]
  foreign = [await recordsOf(stranger, 'foreign.one'), await recordsOf(live, 'live.one')]
})

const nameOf = ({ verb, path }: Route) => `${verb} ${path}`
const collectionOf = ({ path }: Route) => path.split('/')[2]!
const kindOf: Record<string, keyof typeof prefixes> = {
  identities: 'identity',
  aliases: 'alias',
  endpoints: 'endpoint',
  consent_grants: 'consentGrant',
  api_keys: 'apiKey',
  challenges: 'challenge',
  claims: 'claim',
  consent_requests: 'consentRequest',
  webhooks: 'webhook',
  payee_names: 'payeeName',
  sealing_keys: 'sealingKey',
  releases: 'release',
  events: 'event',
  audit: 'auditEntry',
  deliveries: 'delivery',
}
const absentId = (row: Route): string =>
  encodeId(kindOf[collectionOf(row)] ?? 'identity', '00000000-0000-4000-8000-000000000000')
const known = (row: Route) => own[collectionOf(row)] ?? absentId(row)
const pathOf = (row: Route, id = known(row)) => row.path.replace(':id', id)
const shapeOf = (row: Route) => row.body as unknown as Shape

/** A value that a schema takes, and the route too where a time has to be past. */
function example(shape: Shape, name?: string): unknown {
  if (name === 'since') return Math.floor(Date.now() / 1000) - 60
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return example(shape.anyOf[0]!)
  if (shape.type === 'object' || shape.properties) {
    const required = shape.required ?? []
    return Object.fromEntries(
      Object.entries(shape.properties ?? {})
        .filter(([name]) => required.includes(name))
        .map(([name, inner]) => [name, example(inner, name)]),
    )
  }
  if (shape.type === 'array') return Array.from({ length: shape.minItems ?? 1 }, () => example(shape.items ?? {}))
  if (shape.type === 'boolean') return true
  if (shape.type === 'integer' || shape.type === 'number') return 4_000_000_000
  const prefix = /^(\w{3})_…/.exec(shape.description ?? '')?.[1]
  if (prefix) return `${prefix}_00000000000000000000000000`
  return 'text'
}

/** Fields that a body needs beyond its schema. */
const further: Record<string, object> = {
  'POST /v1/identities/:id/payee_names': { name: 'John Smith' },
  'POST /v1/releases': { alias: '@nobody.here' },
}

const bodyOf = (row: Route): unknown =>
  row.body ? { ...(example(shapeOf(row)) as object), ...further[nameOf(row)] } : undefined
const send = (row: Route, options: { key?: string; body?: unknown; headers?: Record<string, string>; path?: string }) =>
  server.send(row.verb, options.path ?? pathOf(row), options)

const withoutId = ({ text }: Answer) => text.replace(/req_\w{26}/, '')

/** The statuses and envelope of a refusal. */
function expectRefusal(answer: Answer, status: number, code: string, param?: string) {
  expect([answer.status, answer.body?.error?.code, answer.body?.error?.param]).toEqual([status, code, param])
  const { type, message, request_id } = answer.body.error
  expect(Object.keys(answer.body)).toEqual(['error'])
  const stated = errorCatalogue[code as keyof typeof errorCatalogue]
  expect(type).toBe(stated.type)
  // A refusal of an invalid value names its rule, where the route has one.
  if (code === 'parameter_invalid' && message !== stated.message)
    expect(message).toMatch(/^The (?:value|parameter) must /)
  else expect(message).toBe(stated.message)
  expect(request_id).toBe(answer.headers.get('request-id'))
}

const wrongType = (shape: Shape): unknown =>
  (shape.anyOf ?? [shape]).some(({ type }) => type === 'object') ? 'text' : { wrong: true }
const takesNull = (shape: Shape) => (shape.anyOf ?? []).some(({ type }) => type === 'null')

// Side by side: most refusals wait for a delay, and none changes anything.
describe.concurrent.each(routes.map((row) => [nameOf(row), row] as const))('%s', (_, row) => {
  test('no key is 401, and so is a malformed or unknown one, with WWW-Authenticate', async () => {
    const unknown = `spk_test_${'a'.repeat(43)}`
    for (const [authorization, code] of [
      [undefined, 'api_key_missing'],
      ['', 'api_key_missing'],
      ['Bearer', 'api_key_invalid'],
      ['Bearer nonsense', 'api_key_invalid'],
      [`Bearer ${unknown}000000`, 'api_key_invalid'],
      [`Basic ${owner.key}`, 'api_key_invalid'],
      [`Bearer ${owner.key}x`, 'api_key_invalid'],
      [`Bearer ${owner.key.slice(0, -1)}`, 'api_key_invalid'],
    ] as const) {
      const refused = await send(row, {
        body: bodyOf(row),
        headers: authorization === undefined ? {} : { authorization },
      })
      expectRefusal(refused, 401, code)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    }
    const inQuery = await send(row, { key: owner.key, body: bodyOf(row), path: `${pathOf(row)}?api_key=${owner.key}` })
    expectRefusal(inQuery, 401, 'api_key_invalid')
  })

  testUnless(row.scope === null)(
    'a key without the scope is 403, which names the scope, before anything of the body is judged',
    async () => {
      const needed = typeof row.scope === 'string' ? [row.scope] : [...row.scope!]
      const others = Object.keys(scopes).filter(
        (scope) =>
          scope !== '*' &&
          !needed.some(
            (one) =>
              scope === one || (scopes[scope as keyof typeof scopes].includes as readonly string[]).includes(one),
          ),
      )
      const { key } = await server.key({ scopes: others })
      for (const options of [
        { body: bodyOf(row) },
        ...(row.verb === 'GET' ? [] : [{ body: '{' }, { body: 'x', headers: { 'content-type': 'text/plain' } }]),
      ]) {
        expectRefusal(await send(row, { key, ...options }), 403, 'scope_missing', needed[0])
      }
    },
  )

  testUnless(!row.path.includes(':id') || !kindOf[collectionOf(row)])(
    'absent, malformed, foreign and other-environment ids are one 404, byte for byte',
    async () => {
      const absent = await send(row, { key: owner.key, body: bodyOf(row), path: pathOf(row, absentId(row)) })
      expectRefusal(absent, 404, 'resource_missing')
      const good = known(row)
      const wrongPrefix = `${good.startsWith('als') ? 'end' : 'als'}${good.slice(3)}`
      const ids = [
        ...foreign.map((records) => records[collectionOf(row)] ?? 'x'),
        'x',
        good.toUpperCase(),
        wrongPrefix,
        `${good}0`,
        good.slice(0, -1),
        `${good.slice(0, 4)}8${good.slice(5)}`,
        `${good}%00`,
        '%F0%9F%92%A9',
        '..%2f..',
        'x'.repeat(2_000),
      ]
      for (const id of ids) {
        const answer = await send(row, { key: owner.key, body: bodyOf(row), path: pathOf(row, id) })
        expect([id, answer.status, withoutId(answer)]).toEqual([id, 404, withoutId(absent)])
      }
    },
  )

  test('another verb is 405 with Allow', async () => {
    const allowed = routes.filter(({ path }) => path === row.path).map(({ verb }) => verb as string)
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((verb) => !allowed.includes(verb))) {
      const refused = await server.send(verb, pathOf(row), { key: owner.key })
      expectRefusal(refused, 405, 'method_not_allowed')
      expect(refused.headers.get('allow')).toBe(allowed.join(', '))
    }
    const head = await fetch(server.url + pathOf(row), { method: 'HEAD' })
    expect([head.status, head.headers.get('allow')]).toEqual([405, allowed.join(', ')])
  })

  testUnless(row.verb === 'GET')('a body that is too large is 413, whether or not it says so', async () => {
    const large = JSON.stringify({ type: 'x'.repeat(row.isBulk ? 128 * 1024 : 64 * 1024) })
    expectRefusal(await send(row, { key: owner.key, body: large }), 413, 'body_too_large')
    const chunked = await fetch(server.url + pathOf(row), {
      method: row.verb,
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([chunked.status, ((await chunked.json()) as Body).error.code]).toEqual([413, 'body_too_large'])
  })

  testUnless(row.verb === 'GET')('another content type is 415, and what is no JSON is 400', async () => {
    const body = JSON.stringify(bodyOf(row) ?? {})
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
      expectRefusal(
        await send(row, { key: owner.key, body, headers: { 'content-type': type } }),
        415,
        'content_type_unsupported',
      )
    }
    for (const broken of [
      '{',
      '{"a":}',
      "{'a':1}",
      'undefined',
      '\u0000',
      '{"a":1}}',
      'NaN',
      '{"__proto__":{}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      expectRefusal(await send(row, { key: owner.key, body: broken }), 400, 'invalid_json')
    }
  })

  testUnless(row.body !== undefined || row.verb === 'GET')('a body that is not asked for is refused', async () => {
    const absent = pathOf(row, absentId(row))
    expectRefusal(await send(row, { key: owner.key, body: { force: true }, path: absent }), 400, 'parameter_unknown')
    expectRefusal(await send(row, { key: owner.key, body: [], path: absent }), 400, 'parameter_unknown')
    expectRefusal(await send(row, { key: owner.key, body: {}, path: absent }), 404, 'resource_missing')
  })

  test('a query parameter that the route does not know is refused, and one given twice is invalid', async () => {
    const key = owner.key
    expectRefusal(
      await send(row, { key, body: bodyOf(row), path: `${pathOf(row)}?surprise=1` }),
      400,
      'parameter_unknown',
      'surprise',
    )
    for (const name of Object.keys(row.query ?? {})) {
      expectRefusal(
        await send(row, { key, path: `${pathOf(row)}?${name}=1&${name}=2` }),
        400,
        'parameter_invalid',
        name,
      )
    }
  })

  testUnless(row.body === undefined)(
    'unknown, missing, null and mistyped fields are 400 and name the field as it was sent',
    async () => {
      const { properties = {}, required = [] } = shapeOf(row)
      const good = bodyOf(row) as Record<string, unknown>
      const path = pathOf(row, absentId(row))
      const refuse = async (body: unknown, code: string, param?: string) =>
        expectRefusal(await send(row, { key: owner.key, body, path }), 400, code, param)

      for (const name of ['surprise', 'displayName', 'privacy_Level'])
        await refuse({ ...good, [name]: 1 }, 'parameter_unknown', name)
      await refuse({ ...good, 'no name at all': 1 }, 'parameter_unknown')
      for (const name of required) {
        const { [name]: _, ...rest } = good
        await refuse(rest, 'parameter_missing', name)
      }
      for (const [name, shape] of Object.entries(properties)) {
        await refuse({ ...good, [name]: wrongType(shape) }, 'parameter_invalid', name)
        if (!takesNull(shape)) await refuse({ ...good, [name]: null }, 'parameter_invalid', name)
        if (shape.enum) {
          await refuse({ ...good, [name]: 'something else' }, 'parameter_invalid', name)
          await refuse({ ...good, [name]: String(shape.enum[0]).toUpperCase() }, 'parameter_invalid', name)
        }
      }
      for (const body of ['[]', '"text"', '5', 'true']) await refuse(body, 'parameter_invalid')
      if (!row.bodyOptional) {
        await refuse('null', 'parameter_invalid')
        expectRefusal(await send(row, { key: owner.key, path }), 400, 'invalid_json')
      }
    },
  )
})

test('an unknown route is 404 for everyone, with or without a key', async () => {
  for (const path of ['/v1/nothing', '/v2/identities', '/v1', '/v1/identities/x/y/z']) {
    for (const key of [undefined, owner.key]) {
      expectRefusal(await server.send('GET', path, key ? { key } : {}), 404, 'route_not_found')
    }
  }
})

test('every route begins with /v1, and is in the table once', () => {
  expect(routes.map(nameOf).filter((name) => !/^[A-Z]+ \/v1\//.test(name))).toEqual([])
  expect(new Set(routes.map(nameOf)).size).toBe(routes.length)
})

/** The routes of the table that a text doesn't name. */
const unnamed = (text: string, rows: readonly Route[]): string[] =>
  rows.map(nameOf).filter((name) => !text.includes(`\`${name}\``))

test('the OpenAPI document lists exactly the routes of the table, each with its scope, answers and errors', async () => {
  const { body: document } = await server.send('GET', '/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  const listed = Object.entries(document.paths as Record<string, Record<string, Body>>).flatMap(([path, item]) =>
    Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(listed.sort()).toEqual(routes.map(nameOf).sort())
  for (const row of routes) {
    const operation = document.paths[row.path.replace(/:(\w+)/g, '{$1}')][row.verb.toLowerCase()]
    expect([nameOf(row), operation.operationId, Object.keys(operation.responses)]).toEqual([
      nameOf(row),
      operationIdOf(row, routes),
      expect.arrayContaining([String(row.status ?? 200), '401']),
    ])
    for (const scope of row.scope === null ? [] : [row.scope, row.also ?? []].flat(2))
      expect(operation.description).toContain(`\`${scope}\``)
    expect(operation.requestBody !== undefined).toBe(row.body !== undefined)
    expect((operation.parameters ?? []).filter((p: Body) => p.in === 'query').map((p: Body) => p.name)).toEqual(
      Object.keys(row.query ?? {}),
    )
  }
})

test('docs/reference/routes.md names every route of the table, and a missing one is noticed', () => {
  const whole = routes.map((row) => `- \`${nameOf(row)}\``).join('\n')
  expect(unnamed(whole, routes)).toEqual([])
  expect(unnamed(whole.replace('`POST /v1/resolve`', ''), routes)).toEqual(['POST /v1/resolve'])
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/routes.md'), 'utf8')
  expect(unnamed(page, routes)).toEqual([])
})

const schema = createSchema()
const valuesOf = (name: string): string[] => {
  const type = schema.getType(name)
  expect(isEnumType(type)).toBe(true)
  return (type as GraphQLEnumType).getValues().map(({ name, value }) => {
    expect(value).toBe(name.toLowerCase())
    return name
  })
}
const shouted = (values: readonly string[]) => values.map((value) => value.toUpperCase())

test.each<[string, readonly string[]]>([
  ['AliasType', Object.keys(aliasTypes)],
  ['EndpointType', Object.keys(endpointTypes)],
  ['IdentityType', identityTypes],
  ['IdentityStatus', identityStatuses],
  ['PrivacyLevel', privacyLevels],
])('the enum %s of the SDL holds exactly its catalogue, lower case inside', (name, values) => {
  expect(valuesOf(name)).toEqual(shouted(values))
})

test('an enum that lacks a value of its catalogue would be noticed', () => {
  const lacking = buildSchema('type Query { a: Int } enum PrivacyLevel { PUBLIC UNLISTED PRIVATE }').getType(
    'PrivacyLevel',
  ) as GraphQLEnumType
  expect(lacking.getValues().map(({ name }) => name)).not.toEqual(shouted(privacyLevels))
})

test('every endpoint type has its disclosed GraphQL type, with the fields that its catalogue row discloses', () => {
  for (const [type, { discloses }] of Object.entries(endpointTypes)) {
    const name = disclosedName(type)
    const disclosed = schema.getType(name) as unknown as { getFields(): object }
    expect([name, Object.keys(disclosed.getFields()).slice(3)]).toEqual([name, [...discloses]])
  }
})

test('the OpenAPI document carries the catalogues of errors, scopes, types and levels', async () => {
  const { text, body: document } = await server.send('GET', '/openapi.json')
  for (const [code, { type, message }] of Object.entries(errorCatalogue)) {
    expect(document.info.description).toContain(
      `| \`${code}\` | ${statusOf(code as keyof typeof errorCatalogue)} | \`${type}\` | ${message} |`,
    )
  }
  for (const [scope, { grants }] of Object.entries(scopes))
    expect(document.info.description).toContain(`| \`${scope}\` | ${grants} |`)
  const enumOf = (path: string, field: string) =>
    document.paths[path].post.requestBody.content['application/json'].schema.properties[field].enum
  expect(enumOf('/v1/identities', 'type')).toEqual([...identityTypes])
  expect(enumOf('/v1/endpoints', 'type')).toEqual(Object.keys(endpointTypes))
  expect(enumOf('/v1/endpoints', 'privacy_level')).toEqual([...privacyLevels])
  for (const type of Object.keys(aliasTypes)) expect(text).toContain(type)
})

/** The security rules, section 6, by hand. */
const statuses: Record<number, string> = {
  400: 'invalid_json parameter_missing parameter_invalid parameter_unknown parameter_conflict bulk_limit_exceeded cursor_invalid idempotency_key_invalid url_not_https url_forbidden event_type_unknown address_invalid proof_invalid capability_unknown claim_type_unsupported limit_reached graphql_invalid graphql_too_complex document_unknown alias_value_required alias_type_unsupported alias_too_short alias_too_long alias_invalid_characters alias_invalid_format alias_reserved phone_invalid phone_country_code_required email_invalid payment_link_invalid sealing_key_private sealing_key_invalid test_key_required',
  401: 'api_key_missing api_key_invalid api_key_expired api_key_revoked',
  403: 'scope_missing consumer_suspended',
  404: 'alias_not_found release_not_found resource_missing route_not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'alias_taken alias_in_cooldown status_transition_invalid identity_not_active alias_released grant_exists grant_ended version_changed consent_request_closed roll_in_progress webhook_disabled event_too_old claim_closed challenge_closed idempotency_key_in_use sealing_key_not_usable consumer_name_taken external_reference_taken',
  410: 'cursor_expired',
  413: 'body_too_large',
  415: 'content_type_unsupported',
  422: 'idempotency_key_reused',
  429: 'rate_limited challenge_limit reset_in_progress',
  431: 'headers_too_large',
  500: 'internal_error decryption_failed',
  503: 'service_unavailable overloaded shutting_down challenge_sender_missing',
}

test('every error code has the status that the rules give it, and no code is missing or extra', () => {
  const expected = Object.entries(statuses).flatMap(([status, codes]) =>
    codes.split(' ').map((code) => [code, Number(status)]),
  )
  const actual = Object.keys(errorCatalogue).map((code) => [code, statusOf(code as keyof typeof errorCatalogue)])
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected))
})

test('the event types are those of the rules', () => {
  expect(Object.keys(eventTypes).join(' ')).toBe(
    'identity.created identity.updated identity.status_changed identity.erased alias.created alias.updated alias.verified alias.unverified alias.released endpoint.added endpoint.updated endpoint.removed consent.requested consent.granted consent.updated consent.revoked consent.expired claim.opened claim.completed claim.cancelled endpoint.released payee_name.attested sealing_key.created sealing_key.activated sealing_key.removed api_key.created api_key.rolled api_key.revoked consumer.suspended consumer.resumed disclosed_endpoints.changed webhook.disabled webhook.test',
  )
})
