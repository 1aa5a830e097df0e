import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asked, measurements } from '../../bench/main.ts'
import { capabilities } from '../../scripts/capabilities.ts'
import { countOf, failuresOf, groupsOf, summary } from '../../scripts/ci.ts'
import { stages } from '../../scripts/ci-stages.ts'
import { figureOf, withRow } from '../../scripts/evidence.ts'
import { chosen, generators } from '../../scripts/generate.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scriptsOf = (file: string) =>
  Object.keys((JSON.parse(read(file)) as { scripts?: Record<string, string> }).scripts ?? {})
const scripts = scriptsOf('package.json')
const parts = globSync(['web/*/package.json', 'examples/*/package.json'], { cwd: root })
const everyScript = new Set([...scripts, ...parts.flatMap(scriptsOf)])

const pages = globSync(
  ['*.md', 'docs/*.md', 'web/*/*.md', 'examples/*/*.md', '{src,test,bench,scripts}/**/*.ts', '.ci/*'],
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
])('whatever a page has npm run %s make is there', (script, catalogue) => {
  const words = mentions.filter((mention) => mention.script === script && mention.word !== undefined)
  expect(words.filter(({ word }) => !Object.hasOwn(catalogue, word!))).toEqual([])
  expect(words.length).toBeGreaterThan(0)
})

const commands = [
  ...Object.values(generators).map(({ command, folder }) => (folder ? `cd ${folder}` : command)),
  ...stages.map(({ command }) => command),
  ...Object.values(capabilities).flatMap(({ commands }) => Object.values(commands)),
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
  expect(chosen(['errors'])).toEqual(['errors'])
  expect(() => chosen(['nothing'])).toThrow('no generator')
  expect(asked([])).toEqual({ name: 'ladder', options: [] })
  expect(asked(['--quick'])).toEqual({ name: 'ladder', options: ['--quick'] })
  expect(asked(['attack', '--minutes', '5'])).toEqual({ name: 'attack', options: ['--minutes', '5'] })
  expect(() => asked(['nothing'])).toThrow('no measurement')
})

test('the evidence page keeps one row a capability, with the figures that its last run printed', () => {
  const row = { name: 'fuzz', shows: 'no 5xx', command: 'run it', date: '2026-01-01', commit: 'abc', figure: '7 | 0' }
  const once = withRow('# Evidence\n\n| x |\n|---|\n', row)
  expect(once.split('\n').at(-2)).toBe('| fuzz | no 5xx | `run it` | 2026-01-01 | abc | 7 / 0 |')
  expect(withRow(once, { ...row, figure: '8' }).match(/^\| fuzz /gm)).toHaveLength(1)
  const output = '\u001b[32m RUN v5\u001b[0m\n  100 guesses: 5 judged\n ✓ a.test.ts 12ms\n      Tests  2 passed (2)\n'
  expect(figureOf(output, 0)).toBe('100 guesses: 5 judged; Tests 2 passed (2)')
  expect(figureOf('', 3)).toContain('failed with exit code 3')
})

test('the capability of growth runs every file of its tests', () => {
  const words = Object.values(capabilities.growth!.commands).flatMap((command) => command.split(' '))
  const named = new Set(words.flatMap((word) => globSync(word, { cwd: root })))
  const files = globSync('test/growth/*.{test,growth}.ts', { cwd: root })
  expect(files.filter((file) => !named.has(file))).toEqual([])
  expect(files.length).toBeGreaterThan(7)
})

test('a stage of CI counts its tests, and one that ends badly or runs no test counts as failed', () => {
  const report = (numPassedTests: number, numFailedTests: number) => ({
    numPassedTests,
    numFailedTests,
    testResults: [],
  })
  expect(countOf(0, undefined)).toEqual({ passed: 1, failed: 0 })
  expect(countOf(2, undefined)).toEqual({ passed: 0, failed: 1 })
  expect(countOf(0, report(7, 0))).toEqual({ passed: 7, failed: 0 })
  expect(countOf(1, report(7, 2))).toEqual({ passed: 7, failed: 2 })
  expect(countOf(1, report(7, 0))).toEqual({ passed: 7, failed: 1 })
  expect(countOf(0, report(0, 0))).toEqual({ passed: 0, failed: 1 })
})

test('CI names each failed test with what it said, and a file that failed as a whole', () => {
  const test = (status: string) => ({ fullName: 'it works', status, failureMessages: ['expected 1 to be 2\n at x'] })
  const file = (path: string, status: string, message: string, tests: string[]) => ({
    name: join(import.meta.dirname, path),
    status,
    message,
    assertionResults: tests.map(test),
  })
  const testResults = [
    file('a.test.ts', 'failed', '', ['passed', 'failed']),
    file('b.test.ts', 'failed', 'no such module', []),
    file('c.test.ts', 'passed', '', ['passed']),
  ]
  expect(failuresOf({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual([
    'test/contract/a.test.ts > it works\nexpected 1 to be 2\n at x',
    'test/contract/b.test.ts > the whole file\nno such module',
  ])
})

test('the last line of CI is the sum', () => {
  const results = [
    { name: 'one', seconds: 3, passed: 10, failed: 0, failures: [] },
    { name: 'two', seconds: 4, passed: 5, failed: 2, failures: ['test/a.test.ts > it works\nexpected 1 to be 2'] },
  ]
  expect(summary(results, [], 5).split('\n').slice(-2)).toEqual(['5 s', '15 passed, 2 failed'])
  expect(summary(results, [], 5).split('\n').slice(0, 2)).toEqual(results[1]!.failures[0]!.split('\n'))
  expect(summary(results, ['restore, which needs a thing'], 5)).toContain('left out: restore')
})

test('light stages run beside their light neighbours, and every other stage alone', () => {
  const [types, lint, python] = ['types', 'lint', 'python'].map((name) => ({ name, command: 'true', isLight: true }))
  const [quick, thorough] = ['quick', 'thorough'].map((name) => ({ name, command: 'true' }))
  expect(groupsOf([types!, lint!, quick!, thorough!, python!])).toEqual([[types, lint], [quick], [thorough], [python]])
  expect(groupsOf(stages).flat()).toEqual(stages)
  const alone = groupsOf(stages).filter((group) => group.length === 1)
  expect(alone.flat().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['quick tests', 'thorough tests', 'owner filters, a third of them removed in turn']),
  )
})
