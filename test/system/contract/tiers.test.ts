import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asksForForeign, entriesOf, foreign, included, slowest, testFiles, tierOf, tiers } from '../../tiers.ts'

const files = testFiles()

test('every test file belongs to a tier, and no two entries tie', () => {
  expect(files.filter((file) => tierOf(file) === undefined)).toEqual([])
  const tied = files.filter((file) => {
    const [first, second] = entriesOf(file)
    return first?.entry === second?.entry
  })
  expect(tied).toEqual([])
})

test('every entry decides about a file', () => {
  const deciding = new Set(files.map((file) => entriesOf(file)[0]?.entry))
  expect(
    Object.values(tiers)
      .flat()
      .filter((entry) => !deciding.has(entry)),
  ).toEqual([])
})

test('the slowest files are there, each once', () => {
  expect(slowest.filter((file) => !files.includes(file))).toEqual([])
  expect(new Set(slowest).size).toBe(slowest.length)
})

test('npm test runs the quick tier, CI every file once', () => {
  const quick = included([], undefined)
  expect(quick).toContain('test/system/contract/tiers.test.ts')
  expect([...quick, ...included([], 'thorough'), ...included([], 'alone')].sort()).toEqual(files)
  expect(included([], 'all')).toEqual(files)
  expect(() => included([], 'none')).toThrow('TIER is one of')
})

test('a test that replaces a module or changes its process has a process of its own', () => {
  const change = /\bvi\.(?:do)?mock\(|vi\.resetModules\(|process\.chdir\(|process\.env\.\w+ = |vi\.stubEnv\(/i
  const root = join(import.meta.dirname, '../../..')
  const changing = files.filter((file) => change.test(readFileSync(join(root, file), 'utf8')))
  expect(changing).toEqual(files.filter((file) => tierOf(file) === 'alone'))
  expect(changing).toContain('test/system/races/creates.test.ts')
})

test.each([
  ['a file of another tier', ['test/system/faults/quick.test.ts']],
  ['a file and a line', ['test/system/faults/quick.test.ts:12']],
  ['a folder', ['test/system/faults']],
  ['a part of a name', ['webhook-kills', '--bail=1']],
  ['a path from elsewhere', ['./test/system/browser/console.test.ts']],
])('a command that names %s has every file to choose from', (_what, words) => {
  expect(included(words, undefined)).toEqual(files)
})

test.each([[['--bail=1']], [['-t', 'console']], [['--reporter', 'json']]])('%j names no file', (words) => {
  expect(included(words, undefined)).toEqual(included([], 'quick'))
})

test('libraries of others are installed for the tests that need them alone', () => {
  expect(files.filter((file) => file.startsWith(foreign)).length).toBeGreaterThan(0)
  expect([[], ['test/webhooks'], ['--bail=1']].map((words) => asksForForeign(words, undefined))).toEqual([
    false,
    false,
    false,
  ])
  expect([['test/system/foreign'], ['stripe']].map((words) => asksForForeign(words, undefined))).toEqual([true, true])
  expect(['quick', 'thorough', 'alone', 'all'].map((tier) => asksForForeign([], tier))).toEqual([
    false,
    true,
    false,
    true,
  ])
})
