import { expect, test } from 'vitest'
import { createProgram, leavesOf } from '../../src/cli/commands.ts'
import { manual } from '../../src/cli/manual.ts'
import { runCommand } from '../support/command.ts'

const leaves = leavesOf(await createProgram())

test('every command has a page in the manual, and the manual has no other', () => {
  expect(Object.keys(manual).sort()).toEqual(leaves.map(([path]) => path).sort())
})

test('every command prints JSON when asked, but for those that log JSON lines or speak a protocol', () => {
  const without = leaves.filter(([, command]) => !command.options.some(({ long }) => long === '--json'))
  expect(without.map(([path]) => path)).toEqual(['serve', 'worker', 'opener run', 'mcp'])
})

test('help shows examples and exit codes, and is no failure', async () => {
  const { code, stdout } = await runCommand(['keys', 'create', '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/Examples:\n {2}signpost keys create --consumer acme/)
  expect(stdout).toContain('Exit codes: 0 done; 1 ')
})

test.each([
  [['keys', 'create'], /--consumer/],
  [['resolve'], /alias/],
  [['resolve', '@a', '--nonsense'], /--nonsense/],
  [['nonsense'], /nonsense/],
  [['resolve', '@alice'], /login, or set SIGNPOST_API_KEY/],
])('a mistake on the command line is exit code 2 with the next step: %s', async (args, says) => {
  const { code, stderr } = await runCommand(args)
  expect(code).toBe(2)
  expect(stderr).toMatch(says)
})
