import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { note } from '../../src/cli/ask/events.ts'
import { sampleEvent } from '../../src/cli/ask/signed.ts'
import { commandGroups, createProgram, leavesOf } from '../../src/cli/commands.ts'
import type { Event } from '../../src/client/client.ts'
import { allowedData, type EventType, eventTypes } from '../../src/events/event-types.ts'
import { runCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'

const folder = folderForTests('table')
const named = Object.values(commandGroups).flatMap((commands) => Object.entries(commands))

test('each entry of the list loads the command of its name', async () => {
  const program = await createProgram()
  expect(program.commands.map((command) => command.name())).toEqual(named.map(([name]) => name))
})

test('only the requested command is loaded, and the others keep their names', async () => {
  const program = await createProgram('keys')
  expect(program.commands.map((command) => command.name())).toEqual(named.map(([name]) => name))
  expect(leavesOf(program).map(([path]) => path)).toContain('keys create')
  expect(leavesOf(program).map(([path]) => path)).not.toContain('consumers create')
})

test.each(Object.keys(eventTypes) as EventType[])('a sample of %s has exactly the data of the catalogue', (type) => {
  const data = { ...sampleEvent(type).data }
  expect(allowedData(type, data)).toEqual(data)
  const leaves = JSON.stringify(data).match(/:(?![{[])[^,}]+/g) ?? []
  expect(leaves.filter((leaf) => !/^:"[\w]+"$/.test(leaf))).toEqual([])
  expect(leaves.length).toBeGreaterThan(0)
})

describe('following events', () => {
  const event = (id: string, created: number) => ({ id, created }) as Event
  const ids = (events: readonly Event[]) => events.map(({ id }) => id)

  test('yields each event once, also one that appears after a newer one', () => {
    const seen = { ids: new Map<string, number>(), anchor: undefined }
    expect(ids(note(seen, [event('a', 100), event('c', 120)]))).toEqual(['a', 'c'])
    // The next look begins behind `a`, so that what is late is seen too.
    expect(seen.anchor).toBe('a')
    expect(ids(note(seen, [event('b', 119), event('c', 120), event('d', 121)]))).toEqual(['b', 'd'])
    expect(ids(note(seen, [event('b', 119), event('c', 120), event('d', 121)]))).toEqual([])
    note(seen, [event('e', 200)])
    expect(seen.anchor).toBe('d')
    expect([...seen.ids.keys()].sort()).toEqual(['d', 'e'])
  })

  test('requests no older events if all are recent', () => {
    const seen = { ids: new Map<string, number>(), anchor: undefined }
    note(seen, [event('b', 100), event('c', 101)])
    expect(seen.anchor).toBe('b')
  })
})

test('bash completes commands and options from the table of commands', async () => {
  const { stdout } = await runCommand(['completion', 'bash'])
  writeFileSync(join(folder, 'completion.bash'), stdout)
  const completing = (...words: string[]) => {
    const script = `source ${join(folder, 'completion.bash')}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _signpost; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], { encoding: 'utf8' }).stdout.trim()
  }
  expect(completing('signpost', 'ali')).toBe('aliases')
  expect(completing('signpost', 'keys', '')).toBe('create list revoke roll --help')
  expect(completing('signpost', 'consents', 'grant', '--identity', 'idn_x', '--ex')).toBe('--expires-in')
})

test.each(['zsh', 'fish'])('the completion of %s has every command and every option', async (shell) => {
  const { code, stdout } = await runCommand(['completion', shell])
  expect(code).toBe(0)
  for (const [path, command] of leavesOf(await createProgram())) {
    expect(stdout.includes(`'${path}'`), path).toBe(true)
    for (const { long } of command.options) {
      const option = shell === 'fish' ? `-l ${long!.slice(2)} ` : `${long}:`
      expect(stdout.includes(option), `${path} ${long}`).toBe(true)
    }
  }
})

test('another shell is a mistake', async () => {
  const { code, stderr } = await runCommand(['completion', 'cmd'])
  expect([code, stderr]).toEqual([2, 'The shell must be bash, zsh or fish.\n'])
})

test('a value of an option that does not exist is not repeated, and neither is a key', async () => {
  for (const args of [['resolve', '@a', '--key=canary-of-it'], ['spk_test_canary'], ['keys', 'whsec_canary']]) {
    const { code, stderr } = await runCommand(args)
    expect([code, stderr.includes('canary')]).toEqual([2, false])
  }
})
