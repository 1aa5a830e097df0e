import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvLines, jsonLines } from '../../../src/cli/operate/import-lines.ts'
import type { SourceLine } from '../../../src/registry/import/import.ts'
import { lineFields } from '../../../src/registry/import/line.ts'
import { nameOf } from '../../../src/registry/import/rejected-line.ts'
import { folderForTests } from '../../support/folder.ts'
import { readRepo } from '../../system/contract/observing.ts'

const folder = folderForTests('import-files')

/** The lines of a file that holds `content`, each with its number and what it says, or its refusal. */
async function read(name: string, content: string | Buffer, object?: string): Promise<[number, unknown][]> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const lines: AsyncIterable<SourceLine> = name.endsWith('.csv') ? csvLines(path, object) : jsonLines(path)
  const found: [number, unknown][] = []
  for await (const { number, value } of lines)
    found.push([number, value instanceof Error ? ((value as { code?: string }).code ?? value.message) : value])
  return found
}

test.each(['\n', '\r\n', '\r'])('lines of JSONL are numbered as an editor does, with ends like %j', async (end) => {
  const content = ['{"a":1}', '', '   ', 'nonsense', '{"a":"x\u2028y"}'].join(end)
  expect(await read('lines.jsonl', content)).toEqual([
    [1, { a: 1 }],
    [4, 'not JSON'],
    [5, { a: 'x\u2028y' }],
  ])
  expect(await read('lines.jsonl', `\ufeff${content}${end}`)).toHaveLength(3)
})

test.each(['\n', '\r\n', '\r'])('rows of CSV are numbered where they begin, with ends like %j', async (end) => {
  const content = ['a,b', '1,2', '', `"x${end}${end}y",3`, '4,5', `${end}${end}6,7`].join(end)
  expect(await read('rows.csv', content)).toEqual([
    [2, { a: '1', b: '2' }],
    [4, { a: 'x\n\ny', b: '3' }],
    [7, { a: '4', b: '5' }],
    [10, { a: '6', b: '7' }],
  ])
  expect(await read('rows.csv', `\ufeff${content}${end}`)).toHaveLength(4)
})

test('a row with more or fewer cells than the header is refused, and no other', async () => {
  expect(await read('cells.csv', 'a,b\n1,2\nDoe, John,3\n4\n5,6\n')).toEqual([
    [2, { a: '1', b: '2' }],
    [3, 'parameter_invalid'],
    [4, 'parameter_invalid'],
    [5, { a: '5', b: '6' }],
  ])
})

test('an empty cell is absent, \\N is null, and cells of JSON columns are parsed', async () => {
  const header = 'display_name,priority,is_primary,metadata,capabilities'
  const row = String.raw`\N,,true,"{""a"":null}",[]`
  expect(await read('cells.csv', `${header}\n${row}\n`, 'endpoint')).toEqual([
    [2, { object: 'endpoint', display_name: null, is_primary: true, metadata: { a: null }, capabilities: [] }],
  ])
})

test('a cell of a number is one that JSON has; any other stays text, which no number field takes', async () => {
  const numbers = { '7': 7, ' 7 ': 7, '-0.5': -0.5, '1e3': 1000, '0': 0 }
  const texts = ['0x10', '0b11', '0o7', '+5', '05', '.5', '5.', '1_0', 'Infinity', 'NaN', ' ', '1e', '\u0667']
  const cells = [...Object.keys(numbers), ...texts]
  const found = await read('numbers.csv', `priority,ref\n${cells.map((cell) => `${cell},r`).join('\n')}\n`)
  expect(found.map(([, value]) => (value as { priority: unknown }).priority)).toEqual(
    cells.map((cell) => numbers[cell as keyof typeof numbers] ?? cell),
  )
})

test('an amount of more than 15 significant digits is not rounded: no number field takes what is read', async () => {
  const capabilities = '[{"max_amount":100.00000000000000001}]'
  const exact = { priority: 1, capabilities: [{ max_amount: 1e21 }] }
  expect(
    await read(
      'amounts.jsonl',
      `{"priority":1.00000000000000001,"capabilities":${capabilities}}\n${JSON.stringify(exact)}`,
    ),
  ).toEqual([
    [1, { priority: Number.NaN, capabilities: [{ max_amount: Number.NaN }] }],
    [2, exact],
  ])
  const row = `1.00000000000000001,"${capabilities.replaceAll('"', '""')}"`
  expect(await read('amounts.csv', `priority,capabilities\n${row}\n`)).toEqual([
    [2, { priority: '1.00000000000000001', capabilities: [{ max_amount: Number.NaN }] }],
  ])
})

test('a line that is longer than a request is refused, and the one after it is read', async () => {
  const long = `{"a":"${'x'.repeat(300_000)}"}`
  expect(await read('long.jsonl', `${long}\n{"a":1}\n${'y'.repeat(70_000)}`)).toEqual([
    [1, 'body_too_large'],
    [2, { a: 1 }],
    [3, 'body_too_large'],
  ])
})

test('a line with a repeated field is refused at any depth, and text that only looks like one is not', async () => {
  const lines = [
    '{"a":1,"a":2}',
    '{"a":{"b":1,"c":[{"d":1 , "\\u0064" :2}]}}',
    '{"__proto__":{"x":1},"__proto__":2}',
    '{"a":"\\"b\\":1","c":{"a":"x: \\\\"},"d":["a",{"a":":"}]}',
    '{"__proto__":1,"constructor":"\\\\\\":"}',
    '["a","a"]',
    '{}',
  ]
  const found = await read('twice.jsonl', lines.join('\n'))
  expect(found.map(([, said]) => (said === 'invalid_json' ? said : 'read'))).toEqual([
    'invalid_json',
    'invalid_json',
    'invalid_json',
    'read',
    'read',
    'read',
    'read',
  ])
})

test.each([
  '{"a":["x",":"]}',
  '{"a":["x",":","y",":"],"b":[":",":"]}',
  '{"a":"x","b":[":","a",":"]}',
  '{"":"","b":["","",": "," :","\\":","\\\\",":"]}',
  '{"a":{"b":1},"c":{"b":1},"d":[{"b":1},{"b":1}]}',
  '{"a" \t: "\\"a\\" :","b":"{\\"b\\":1}"}',
])('a line with colons in its texts is read: %s', async (line) => {
  expect(await read('colons.jsonl', line)).toEqual([[1, JSON.parse(line)]])
})

test.each([
  '{"a":["x",":"],"a":["x",":"]}',
  '{"a":{"b":1,"c":[{"d":":"}]},"a":[]}',
  '{"a":[":",{"b":":","\\u0062":":"}]}',
  '{"":1,"" :2}',
])('a line with a repeated field is refused, with any text in it: %s', async (line) => {
  expect(await read('colons.jsonl', line)).toEqual([[1, 'invalid_json']])
})

test('a cell of JSON that names a field twice refuses its row, and no other', async () => {
  const rows = ['"{""a"":""1"",""a"":""2""}"', '"{""a"":"":"",""b"":"":""}"', '"[{""asset"":""X"",""asset"":""Y""}]"']
  expect(await read('twice-in-cell.csv', `metadata\n${rows.join('\n')}\n`)).toEqual([
    [2, 'invalid_json'],
    [3, { metadata: { a: ':', b: ':' } }],
    [4, 'invalid_json'],
  ])
})

test('a CSV file whose header names a field twice is refused before a row is read', async () => {
  await expect(read('twice.csv', 'object,ref,type,ref\nidentity,d1,user,d2\n')).rejects.toThrow(
    'names a field twice: ref.',
  )
})

test.each(['bytes.jsonl', 'bytes.csv'])('a file that is not UTF-8 is refused: %s', async (name) => {
  const content = Buffer.from('{"a":"\xe4"}\na,b\n', 'latin1')
  await expect(read(name, content)).rejects.toThrow('The file is not UTF-8.')
})

test('characters that two reads share stay whole', async () => {
  const text = '\u{1f642}ä'.repeat(6_000)
  const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify({ n, text })).join('\r\n')
  const found = await read('wide.jsonl', `x${lines}`)
  expect(found.slice(1).map(([, value]) => value)).toEqual(Array.from({ length: 39 }, (_, n) => ({ n: n + 1, text })))
})

test('a rejection contains only a valid reference of the line', () => {
  expect(nameOf({ object: 'alias', ref: 'a 1' })).toEqual({ object: 'alias', ref: 'a 1' })
  for (const ref of [1, null, '', 'x'.repeat(201), 'a\0', {}, undefined])
    expect(nameOf({ object: 'DE89', ref })).toEqual({})
  for (const value of [null, 1, 'text', [], new Error('x')]) expect(nameOf(value)).toEqual({})
})

test('the page of the format has every field, each under its object', () => {
  const parts = readRepo('docs/how-to/import.md').split('\n### `object: ').slice(1)
  const listed = parts.map((part) => {
    const rows = part
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const names = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
    return [part.slice(0, part.indexOf('`')), ['object', ...names].sort()]
  })
  const known = Object.entries(lineFields).map(([object, names]) => [object, [...names].sort()])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known))
})
