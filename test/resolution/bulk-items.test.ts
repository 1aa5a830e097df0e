import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { freshName, registryForTests, registryOf } from '../support/registry.ts'
import type { Answer } from '../support/server.ts'

let name: string
const { server, owner } = registryForTests()
beforeAll(async () => {
  const mine = registryOf(server, owner)
  name = freshName()
  await mine.username((await mine.identity()).id, name)
})

const send = (body: string): Promise<Answer> => owner.post('/v1/resolve/bulk', body)
const bulk = (items: readonly string[]) => send(`{"items":[${items.join()}]}`)
const hit = () => expect.objectContaining({ alias: `@${name}`, status: 'resolved' })
const bad = (alias: string, code: string) => ({
  alias,
  status: 'error',
  error: expect.objectContaining({ type: 'invalid_request_error', code }),
})

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

test.each<[string, string, string, string]>([
  ['a key called __proto__', '{"__proto__":1}', '', 'parameter_unknown'],
  ['a prototype with an alias', '{"__proto__":{"alias":"@NAME"}}', '', 'parameter_unknown'],
  ['an escaped one', '{"\\u005f_proto__":{"alias":"@NAME"},"alias":"@NAME"}', '@NAME', 'parameter_unknown'],
  ['a constructor with a prototype', '{"constructor":{"prototype":{}}}', '', 'parameter_unknown'],
  ['a prototype as the alias', '{"alias":{"__proto__":{"polluted":1}}}', '', 'parameter_invalid'],
  ['65 lists', nested('[', ']', 65), '', 'parameter_invalid'],
  ['10,000 objects', `${'{"alias":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '', 'parameter_invalid'],
  ['30,000 lists beneath an alias', `{"alias":${nested('[', ']', 30_000)}}`, '', 'parameter_invalid'],
  ['a number beyond any', '1e999', '', 'parameter_invalid'],
  ['a number of many digits', '{"alias":123456789012345678901234567890}', '', 'parameter_invalid'],
  ['a lone surrogate', '{"alias":"\\ud800"}', '\ud800', 'alias_invalid_characters'],
  ['a lone surrogate as a key', '{"\\udfff":1}', '', 'parameter_unknown'],
  ['keys given twice: the last one stands', '{"alias":"@NAME","alias":7}', '', 'parameter_invalid'],
  ['a key that every object has', '{"toString":1,"hasOwnProperty":2}', '', 'parameter_unknown'],
])('%s is an entry of its own, beside those that resolve', async (_, item, alias, code) => {
  const spelled = (text: string) => text.replaceAll('NAME', name)
  const { status, body } = await bulk([`"@${name}"`, spelled(item), `{"type":"username","value":"${name}"}`])
  expect(status).toBe(200)
  expect(body.results.slice(0, 2)).toEqual([hit(), bad(spelled(alias), code)])
  expect(body.results[2]).toMatchObject({ alias: name, status: 'resolved' })
})

test.each([
  ['a prototype beside the items', '{"items":["@a"],"__proto__":{}}'],
  ['a prototype that holds the items', '{"__proto__":{"items":["@a"]}}'],
  ['a constructor beside them', '{"constructor":{"prototype":{}},"items":["@a"]}'],
  ['deep nesting beside them', `{"items":["@a"],"more":${nested('[', ']', 65)}}`],
  ['30,000 levels beside them', `{"items":["@a"],"more":${nested('[', ']', 30_000)}}`],
  ['items that are an object', `{"items":${nested('{"a":', '}', 65).replace('}', '1}')}}`],
  ['half of an item', '{"items":["@a",{"__proto__":]}'],
])('the fields around the items are validated like any body: %s', async (_, body) => {
  const answer = await send(body)
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json'])
})

/** Unusual JSON: any nesting, any key, prototypes among them. */
const hostile = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom('null', 'true', '1e999', '-0', '"@a.b"', '"\\ud800"', '123456789012345678901'),
    fc.string().map((text) => JSON.stringify(text)),
    fc.array(tie('value') as fc.Arbitrary<string>, { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(
        fc.tuple(
          fc.constantFrom(
            '__proto__',
            '\\u005f_proto__',
            'constructor',
            'prototype',
            'alias',
            'type',
            'value',
            'toString',
          ),
          tie('value') as fc.Arbitrary<string>,
        ),
        { maxLength: 4 },
      )
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join()}}`),
  ),
})).value as fc.Arbitrary<string>

test('each of any items has its entry, and no prototype changes', async () => {
  const before = Reflect.ownKeys(Object.prototype)
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 20 }), async (items) => {
      const { status, body } = await bulk([...items, `"@${name}"`])
      expect(status).toBe(200)
      expect(body.results).toHaveLength(items.length + 1)
      expect(body.results.at(-1)).toEqual(hit())
      for (const { alias, status } of body.results) expect([typeof alias, typeof status]).toEqual(['string', 'string'])
    }),
    { numRuns: 200 },
  )
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
  expect(Object.getPrototypeOf(Object.prototype)).toBeNull()
})
