import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import * as client from '../../src/client/client.ts'
import { type ErrorCode, errorCatalogue } from '../../src/kernel/errors.ts'
import { statusOf } from '../../src/kernel/status.ts'
import { registryForTests } from '../support/registry.ts'

const { createSignpost, refusedError } = client
const exported: Record<string, unknown> = { ...client }

const { server, owner } = registryForTests()

const signpostOf = (apiKey: string) => createSignpost({ apiKey, baseUrl: server.url, maxRetries: 0 })
const caught = (promise: Promise<unknown>): Promise<client.RefusedError> =>
  promise.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error) => error,
  )

test('each refusal is an error of its type with all fields of the envelope', async () => {
  const error = await caught(signpostOf(owner.key).resolve({ alias: '@nobody.here' }))
  expect(error).toBeInstanceOf(client.NotFoundError)
  expect(error).toBeInstanceOf(client.RefusedError)
  expect(error).toBeInstanceOf(client.SignpostError)
  expect(error).toMatchObject({
    name: 'NotFoundError',
    type: 'not_found_error',
    code: 'alias_not_found',
    message: errorCatalogue.alias_not_found.message,
    param: undefined,
    status: 404,
    requestId: expect.stringMatching(/^req_\w{26}$/),
    retryAfter: undefined,
  })
  const invalid = await caught(signpostOf(owner.key).identities.create({} as never))
  expect(invalid).toMatchObject({ name: 'InvalidRequestError', code: 'parameter_missing', param: 'type', status: 400 })
  const mine = signpostOf(owner.key)
  const { id: identity } = await mine.identities.create({ type: 'user' })
  const alias = { identity, type: 'username', value: '@taken.once', privacy_level: 'public' } as const
  const { id: existing } = await mine.aliases.create(alias)
  expect(await caught(mine.aliases.create(alias))).toMatchObject({ code: 'alias_taken', existing })
  const { key } = await server.key({ scopes: ['resolve'] })
  const forbidden = await caught(signpostOf(key).identities.list())
  expect(forbidden).toMatchObject({ name: 'PermissionError', code: 'scope_missing', param: 'identities:read' })
})

test('every code of the catalogue has its class', () => {
  const name = (type: string) => type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  for (const [code, { type, message }] of Object.entries(errorCatalogue)) {
    const error = refusedError(statusOf(code as ErrorCode), { error: { type, code, message } })
    expect([error.name, error.code]).toEqual([name(type), code])
    expect(error.constructor).toBe(exported[name(type)])
  }
})

test('an unknown type is a RefusedError, and a body without an envelope an ApiError', () => {
  expect(refusedError(418, { error: { type: 'tea_error', code: 'short_and_stout' } })).toMatchObject({
    name: 'RefusedError',
    type: 'tea_error',
  })
  for (const body of [undefined, null, 'text', [], { error: 'text' }, { error: null }]) {
    expect(refusedError(502, body)).toMatchObject({ name: 'ApiError', code: 'answer_unreadable', status: 502 })
  }
  expect(refusedError(400, { error: { type: 'constructor', code: 'x' } }).name).toBe('RefusedError')
})

describe('a request that fails', () => {
  const failing = (fault: () => Promise<Response>) =>
    createSignpost({ apiKey: 'spk_test_x', baseUrl: 'https://a.example/at', maxRetries: 0, fetch: fault })

  test('names its address without the query, and the cause', async () => {
    const lost = createSignpost({ apiKey: 'spk_test_x', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    const error = await caught(lost.aliases.list({ type: 'username', value: 'somebody' }))
    expect(error).toMatchObject({ name: 'ConnectionError', cause: expect.any(TypeError) })
    expect((error as Error).message).toMatch(/^GET http:\/\/127\.0\.0\.1:9\/v1\/aliases: fetch failed \(.+\)$/)
  })

  test('quotes nothing of an answer that is not JSON', async () => {
    const odd = failing(async () => new Response('somebody@example.com', { status: 200 }))
    const error = (await caught(odd.me())) as Error
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: 'GET https://a.example/at/v1/me: the answer is not JSON',
    })
    expect(inspect(error, { depth: 20 })).not.toContain('somebody@')
  })
})

describe('the key', () => {
  test('is in no error, and in no printed form of errors or of the client', async () => {
    const wrong = `${owner.key.slice(0, -1)}${owner.key.endsWith('0') ? '1' : '0'}`
    const lost = createSignpost({ apiKey: wrong, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    const shown = [
      signpostOf(wrong),
      await caught(signpostOf(wrong).me()),
      await caught(lost.me()),
      await caught(signpostOf(wrong).me({ timeout: 0 })),
    ]
    expect(shown[1]).toMatchObject({ name: 'AuthenticationError', status: 401 })
    for (const one of shown) {
      const text = inspect(one, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(one) + String(one)
      expect(text).not.toContain(wrong.slice(9))
    }
  })

  test.each([undefined as unknown as string, '', 'spk_test_a\nb', 'spk_test_ü', 'spk test'])(
    'that is malformed is refused and not repeated: %j',
    (key) => {
      let message = ''
      try {
        createSignpost({ apiKey: key, baseUrl: server.url })
      } catch (error) {
        message = inspect(error, { depth: 20 })
        expect(error).toBeInstanceOf(TypeError)
      }
      expect(message).toContain('malformed')
      if (key) expect(message).not.toContain(key)
    },
  )
})

test.each(['', '.', '..', 'idn_1/../..', 'idn_1?a=b', '%2e%2e', 'idn 1'])(
  'an id that could change the path is refused: %j',
  (id) => {
    expect(() => signpostOf(owner.key).identities.retrieve(id)).toThrow(TypeError)
  },
)

test.each([undefined as unknown as string, '', 'a.example'])('a base URL that is none is named: %j', (baseUrl) => {
  expect(() => createSignpost({ apiKey: 'k', baseUrl })).toThrow(/^The base URL is missing or malformed/)
})

test('a base URL may have a path, and the version or a slash at its end', async () => {
  const asked: string[] = []
  const answer = async (url: unknown) => {
    asked.push(String(url))
    return Response.json({})
  }
  for (const baseUrl of ['https://a.example', 'https://a.example/v1', 'https://a.example/signpost/v1/']) {
    await createSignpost({ apiKey: 'k', baseUrl, fetch: answer as typeof fetch }).me()
  }
  expect(asked).toEqual(['https://a.example/v1/me', 'https://a.example/v1/me', 'https://a.example/signpost/v1/me'])
})
