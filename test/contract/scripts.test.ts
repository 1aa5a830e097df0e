import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asked, measurements } from '../../bench/main.ts'
import { capabilities } from '../../scripts/capabilities.ts'
import { countOf, failuresOf, groupsOf, summary } from '../../scripts/ci.ts'
import { stages } from '../../scripts/ci-stages.ts'
import { page, publishable, tail } from '../../scripts/evidence.ts'
import { chosenParts, partsPage, readSections } from '../../scripts/evidence-parts.ts'
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
  ...Object.values(capabilities).flatMap(({ commands }) => commands),
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

test('an output is published without colours, folders and the name of the machine', () => {
  const machine = { root: '/place/of/it', temporary: '/temporary', home: '/home/somebody', host: 'box17' }
  const output = '\u001b[32mdone\u001b[0m in /place/of/it/test, /temporary/x, /home/somebody/y on box17\n10 %\r100 %\n'
  expect(publishable(output, machine)).toBe('done in ./test, TMP/x, HOME/y on HOST\n100 %\n')
})

test('a page of evidence says what ran, how it ended and its last lines', () => {
  const output = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  expect(tail(`${output}\n\n`).split('\n')).toEqual(output.split('\n').slice(-60))
  const text = page('fuzz', [{ command: 'run it', code: 3, seconds: 7, output: '``` and more' }], { Commit: 'abc' })
  expect(text).toContain('| Commit | abc |')
  expect(text).toContain('## failed with exit code 3, 7 s\n\n`run it`\n\n```text\n')
  expect(text.match(/```/g)).toHaveLength(2)
  expect(text).not.toContain('not run')
})

test('a page of evidence that was cut off keeps what it has, and says what did not run', () => {
  const outcomes = [{ command: 'run this', code: 0, seconds: 7, output: 'done' }]
  const text = page('fuzz', outcomes, { Commit: 'abc' }, ['run that', 'run more'])
  expect(text).toContain('## passed, 7 s\n\n`run this`')
  expect(text).toContain('## not run\n\nThe run was cut off before these ended.\n\n- `run that`\n- `run more`\n')
})

test('the capability of growth runs every file of its tests', () => {
  const words = capabilities.growth!.commands.flatMap((command) => command.split(' '))
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

test('parts of evidence that were run at different times make one page, in their order, each once', () => {
  const names = ['first', 'second', 'third-one']
  const about = { capability: 'growth', shows: 'all', shownLines: 60 }
  const section = (name: string, text: string) =>
    `## ${name}: passed, 7 s\n\nabc; 2026\n\n\`run\`\n\n\`\`\`text\n${text}\n\`\`\`\n`
  // A heading in an output begins nothing; what is no part any more goes.
  const second = section('second', '## first: not this\nout')
  const made = partsPage(
    about,
    names,
    new Map([
      ['gone', section('gone', '')],
      ['third-one', section('third-one', 'x')],
      ['second', second],
    ]),
  )
  expect(made.match(/^## (?!first: not).*$/gm)).toEqual([
    '## second: passed, 7 s',
    '## third-one: passed, 7 s',
    '## not run',
  ])
  expect(made).toMatch(/## not run\n\n- first\n$/)
  const read = readSections(made)
  expect([...read.keys()]).toEqual(['second', 'third-one'])
  expect(read.get('second')).toBe(second)
  // What was read makes the same page, and a part that runs again takes its own place.
  expect(partsPage(about, names, read)).toBe(made)
  const again = partsPage(
    about,
    names,
    new Map([...read, ['first', section('first', 'a')], ['second', section('second', 'b')]]),
  )
  expect([...readSections(again)]).toEqual(names.map((name, n) => [name, section(name, ['a', 'b', 'x'][n]!)]))
  expect(again).not.toContain('not run')

  expect(chosenParts([], names)).toEqual(names)
  expect(chosenParts(['--part', 'third-one', '--part', 'first'], names)).toEqual(['first', 'third-one'])
  for (const wrong of [['--part'], ['--part', 'fourth'], ['first'], ['--parts', 'first']])
    expect(() => chosenParts(wrong, names)).toThrow('first, second, third-one')
})
