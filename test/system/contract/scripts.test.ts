import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asked, measurements } from '../../../bench/main.ts'
import { countOf, failuresOf, stages, summary } from '../../../scripts/ci.ts'
import { capabilities, figureOf, rowsOf, withRow } from '../../../scripts/evidence.ts'
import { chosen, generators } from '../../../scripts/generate.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scriptsOf = (file: string) =>
  Object.keys((JSON.parse(read(file)) as { scripts?: Record<string, string> }).scripts ?? {})
const scripts = scriptsOf('package.json')
const parts = globSync(['web/*/package.json', 'examples/*/package.json'], { cwd: root })
const everyScript = new Set([...scripts, ...parts.flatMap(scriptsOf)])

const pages = globSync(
  ['*.md', 'docs/**/*.md', 'web/*/*.md', 'examples/*/*.md', '{src,test,bench,scripts}/**/*.ts', '.ci/*'],
  { cwd: root },
).filter((file) => file !== 'CHANGELOG.md' && !file.includes('node_modules'))

/** Each `npm run` of the pages and of the sources, with the word that follows its dashes. */
const mentions = pages.flatMap((file) =>
  [...read(file).matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g)].map(
    ([, script = '', word]) => ({ file, script, word }),
  ),
)

test('there are at most 15 scripts', () => {
  expect(scripts.length).toBeLessThanOrEqual(15)
})

test('CONTRIBUTING.md describes every script, and no other', () => {
  const [, block = ''] = read('CONTRIBUTING.md').split(/<!-- (?:end of )?scripts -->/)
  const rows = [...block.matchAll(/^\| `([\w:]+)[^`]*` \| (.+) \|$/gm)]
  const described = rows.flatMap(([, script, text = '']) => [script, ...(text.match(/(?<=\(`)pre\w+/g) ?? [])])
  expect(described.sort()).toEqual([...scripts].sort())
})

test('every script that a page or a comment names is there', () => {
  expect(mentions.filter(({ script }) => !everyScript.has(script))).toEqual([])
  expect(mentions.length).toBeGreaterThan(30)
})

test.each([
  ['generate', generators],
  ['bench', measurements],
  ['evidence', capabilities],
])('every script that a page runs with npm run %s exists', (script, catalogue) => {
  const words = mentions.filter((mention) => mention.script === script && mention.word !== undefined)
  expect(words.filter(({ word }) => !Object.hasOwn(catalogue, word!))).toEqual([])
  expect(words.length).toBeGreaterThan(0)
})

const commands = [
  ...Object.values(generators).map(({ command, folder }) => (folder ? `cd ${folder}` : command)),
  ...stages.map(({ command }) => command),
  ...Object.values(capabilities).flatMap((rows) => rows.map(({ command }) => command)),
  ...Object.values(measurements).map(([program]) => `node ${program}`),
]

test.each(commands)('%s names files that are there, and variables that are read', (command) => {
  const words = command.split(' ')
  const named = words.filter((word) => /^(?:test|bench|scripts|examples)\//.test(word))
  expect(named.filter((word) => globSync(word, { cwd: root }).length === 0)).toEqual([])
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')[0]!)
  const readers = [...pages, 'vitest.config.ts'].filter((file) => /^(?:test|bench|vitest)\b/.test(file)).map(read)
  const isRead = (name: string) =>
    readers.some((text) => text.includes(`process.env.${name}`) || text.includes(`'${name}'`))
  expect(variables.filter((name) => !isRead(name))).toEqual([])
})

test('a generator and a measurement are taken by name, all generators and the ladder without one', () => {
  expect(chosen([])).toEqual(Object.keys(generators))
  expect(chosen(['events'])).toEqual(['events'])
  expect(() => chosen(['nothing'])).toThrow('no generator')
  expect(asked([])).toEqual({ name: 'ladder', options: [] })
  expect(asked(['--quick'])).toEqual({ name: 'ladder', options: ['--quick'] })
  expect(asked(['audit', '--rounds', '5'])).toEqual({ name: 'audit', options: ['--rounds', '5'] })
  expect(() => asked(['nothing'])).toThrow('no measurement')
})

test('the evidence page keeps the command of each capability, with the figures that its last run printed', () => {
  const page =
    "# Evidence\n\n| Capability |\n|---|\n| fuzz | no 5xx | `run it -t 'a\\|b'` | – | – | – |\n| next | x | `y` | – | – | – |\n"
  const [row] = rowsOf(page)
  expect(row).toEqual({
    name: 'fuzz',
    shows: 'no 5xx',
    command: "run it -t 'a|b'",
    date: '–',
    commit: '–',
    figure: '–',
  })
  expect(withRow(page, row!)).toBe(page)
  const once = withRow(page, { ...row!, figure: '7 | 0' })
  expect(rowsOf(once).map(({ figure }) => figure)).toEqual(['7 | 0', '–'])
  expect(Object.keys(capabilities).length).toBeGreaterThan(20)
  const output = '\u001b[32m RUN v5\u001b[0m\n  100 guesses: 5 judged\n ✓ a.test.ts 12ms\n      Tests  2 passed (2)\n'
  expect(figureOf(output, 0)).toBe('100 guesses: 5 judged; Tests 2 passed (2)')
  expect(figureOf('', 3)).toContain('failed with exit code 3')
})

test('the capability of growth runs every file of its tests', () => {
  const words = capabilities.growth!.flatMap(({ command }) => command.split(' '))
  const named = new Set(words.flatMap((word) => globSync(word, { cwd: root })))
  const files = globSync('test/system/growth/*.{test,growth}.ts', { cwd: root })
  expect(files.filter((file) => !named.has(file))).toEqual([])
  expect(files.length).toBeGreaterThan(7)
})

test('a stage of CI counts its tests, and one that ends badly or runs no test counts as failed', () => {
  expect(countOf(0, undefined)).toEqual({ passed: 1, failed: 0 })
  expect(countOf(2, undefined)).toEqual({ passed: 0, failed: 1 })
  expect(countOf(0, ' RUN  v5\n      Tests  7 passed | 1 skipped (8)\n')).toEqual({ passed: 7, failed: 0 })
  expect(countOf(1, '\u001b[2m      Tests \u001b[22m 2 failed | 7 passed (9)\n')).toEqual({ passed: 7, failed: 2 })
  expect(countOf(1, '      Tests  7 passed (7)\n')).toEqual({ passed: 7, failed: 1 })
  expect(countOf(0, '')).toEqual({ passed: 0, failed: 1 })
})

test('the failures of a stage are its failed tests by name, each once, or the end of its output', () => {
  const output =
    ' FAIL  a.test.ts > one\n ✓ two\n\u001b[31m FAIL \u001b[39m a.test.ts > one\n FAIL  b.test.ts > three\n'
  expect(failuresOf({ passed: 1, failed: 2 }, output)).toEqual(['FAIL  a.test.ts > one', 'FAIL  b.test.ts > three'])
  expect(failuresOf({ passed: 0, failed: 1 }, 'a\n\nan error\n')).toEqual(['a', 'an error'])
  expect(failuresOf({ passed: 1, failed: 0 }, output)).toEqual([])
})

test('CI ends with the failures by name, the table and the sum', () => {
  const results = [
    { name: 'one', seconds: 3, passed: 10, failed: 0 },
    { name: 'two', seconds: 4, passed: 5, failed: 2, failures: ['FAIL a > b'] },
  ]
  expect(summary(results, [], 5).split('\n')[0]).toBe('two: FAIL a > b')
  expect(summary(results, [], 5).split('\n').slice(-2)).toEqual(['5 s', '15 passed, 2 failed'])
  const restore = { name: 'restore', command: 'true', needs: ['/nowhere/a-thing'] }
  expect(summary(results, [restore], 5)).toContain('left out: restore, which needs /nowhere/a-thing')
})
