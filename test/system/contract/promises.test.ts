import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { measurements } from '../../../bench/main.ts'
import { capabilities } from '../../../scripts/evidence.ts'
import { tierOf } from '../../tiers.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

type Reference = { promise: string; file: string; title: string }

/** The rows of the tables whose promises have something that holds them. */
const rowsOf = (page: string) => {
  const [inventory = ''] = page.split('## Promises without a test')
  return inventory.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Promise |'))
}

const referencesOf = (rows: readonly string[]): Reference[] =>
  rows.flatMap((row) =>
    [...row.matchAll(/`(test\/[^` ]+) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({
      promise: row.split(' | ')[0]!.slice(2),
      file,
      title,
    })),
  )

/** The references whose file is missing, or does not hold the title. */
const faultsOf = (references: readonly Reference[]): Reference[] =>
  references.filter(({ file, title }) => !existsSync(join(root, file)) || !read(file).includes(title))

const page = read('test/promises.md')
const rows = rowsOf(page)
const references = referencesOf(rows)

test('every test that the inventory names is a test file of a tier, and holds the named title', () => {
  expect(faultsOf(references)).toEqual([])
  expect(references.filter(({ file }) => tierOf(file) === undefined)).toEqual([])
  expect(references.length).toBeGreaterThan(400)
})

test('every command that the inventory names exists', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts)
  const catalogues: Record<string, object> = { evidence: capabilities, bench: measurements }
  const commands = [...page.matchAll(/`npm run ([\w:]+)(?: -- ([\w-]+))?`/g)]
  for (const [command, script = '', word] of commands) {
    expect(scripts, command).toContain(script)
    if (word !== undefined) expect(Object.keys(catalogues[script] ?? {}), command).toContain(word)
  }
  expect(commands.length).toBeGreaterThan(30)
})

describe('each row of the inventory', () => {
  test('has a promise, a source and its test, or none', () => {
    for (const row of rows) expect(row).toMatch(/^\| .+ \| .+ \| (?:`(?:test\/|npm run ).+`|none) \|$/)
  })

  test('stands once for each source', () => {
    const names = rows.map((row) => row.split(' | ').slice(0, 2).join(' | '))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('without a test is on the list at the end, and no other row is', () => {
    const [, list = ''] = page.split('## Promises without a test')
    const open = rows.filter((row) => row.endsWith('| none |')).map((row) => row.split(' | ').slice(0, 2).join(' | '))
    const listed = list.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Promise |'))
    expect(listed.map((row) => row.split(' | ').slice(0, 2).join(' | '))).toEqual(open)
  })

  test('that cites a rule cites an anchor of the page', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-')
    const anchorsOf = (file: string) => [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading))
    const cited = rows.flatMap((row) => [...row.matchAll(/\| ((?:docs\/rules|SECURITY)\.md)#([\w-]+) \|/g)])
    for (const [, file = '', anchor] of cited) expect(anchorsOf(file), file).toContain(anchor)
    expect(new Set(cited.map(([, file]) => file)).size).toBe(2)
  })
})

test.each([
  ['a file that is not there', { file: 'test/system/contract/nowhere.test.ts', title: 'every test' }],
  ['a title that the file lacks', { file: 'test/system/contract/tiers.test.ts', title: 'a title that nobody wrote' }],
])('control: %s is found', (_, reference) => {
  expect(faultsOf([{ promise: 'seeded', ...reference }])).toHaveLength(1)
})
