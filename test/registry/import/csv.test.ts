import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { csvLines } from '../../../src/cli/operate/import-lines.ts'
import { isExactAmount } from '../../../src/registry/endpoints/capability.ts'
import { csvRow } from '../../../src/registry/import/csv.ts'
import { exportColumns } from '../../../src/registry/import/export.ts'

const numRuns = Number(process.env.RUNS ?? 200)
const file = join(mkdtempSync(join(tmpdir(), 'signpost-csv-')), 'rows.csv')
afterAll(() => rmSync(join(file, '..'), { recursive: true }))

type Line = Record<string, unknown>

async function readBack(rows: readonly Line[]): Promise<unknown[]> {
  writeFileSync(file, `${exportColumns.join(',')}\n${rows.map((row) => csvRow(exportColumns, row)).join('')}`)
  const read: unknown[] = []
  for await (const { value } of csvLines(file, undefined)) read.push(value)
  return read
}

// No text of a record holds a carriage return but in JSON; an empty text is an absent field.
const beginnings = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  "'",
  "'=",
  "''-",
  '\\N',
  "'\\N",
  '"',
  ',',
  '\n',
  ' ',
  '{',
  'true',
)
const text = fc
  .tuple(beginnings, fc.string({ unit: 'binary', maxLength: 20 }))
  .map(([beginning, rest]) => `${beginning}${rest}`.replaceAll('\r', ' '))
  .filter((value) => value !== '')
const json = fc.dictionary(text, fc.string({ unit: 'binary', maxLength: 20 }), { maxKeys: 4 })
const special: Record<string, fc.Arbitrary<unknown>> = {
  // An endpoint has no other priority.
  priority: fc
    .double({ noNaN: true, min: -1e300, max: 1e300 })
    .map((value) => Number(value.toPrecision(15)) + 0)
    .filter((value) => isExactAmount(String(value))),
  is_primary: fc.boolean(),
  metadata: json,
  capabilities: fc.array(json, { maxLength: 3 }),
}
const row: fc.Arbitrary<Line> = fc.record(
  Object.fromEntries(exportColumns.map((name) => [name, fc.option(special[name] ?? text)])),
  { requiredKeys: [] },
)

/** In the order of the columns, as a row is read. */
const inOrder = (line: Line): string =>
  JSON.stringify(Object.fromEntries(exportColumns.flatMap((name) => (name in line ? [[name, line[name]]] : []))))

test('every row that an export writes as CSV is read back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      expect((await readBack(rows)).map((value) => JSON.stringify(value))).toEqual(rows.map(inOrder))
    }),
    { numRuns },
  )
})

test('no cell begins as a formula', async () => {
  const cell = /^(?:"(?:[^"]|"")*"|[^",]*)(?:,|\n)/
  fc.assert(
    fc.property(text, fc.constantFrom('display_name', 'ref'), (value, name) => {
      const [first] = cell.exec(csvRow([name], { [name]: value })) ?? []
      expect(first).toBeDefined()
      expect(first).not.toMatch(/^"?[=+\-@]/)
    }),
    { numRuns: numRuns * 5 },
  )
})

test('a quote that a spreadsheet needs is taken away, and any other is kept', async () => {
  writeFileSync(file, "ref,display_name,priority\n'+49,'=1+1,'-5\n'a,''=x,\n'\\N,\\N,\n")
  const read: unknown[] = []
  for await (const { value } of csvLines(file, 'identity')) read.push(value)
  expect(read).toEqual([
    { object: 'identity', ref: '+49', display_name: '=1+1', priority: -5 },
    { object: 'identity', ref: "'a", display_name: "'=x" },
    { object: 'identity', ref: '\\N', display_name: null },
  ])
})
