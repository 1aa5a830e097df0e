import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describe, failureText } from '../../src/cli/failure.ts'
import { SignpostError } from '../../src/kernel/errors.ts'
import { runCommand } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { folderForTests } from '../support/folder.ts'
import { forTests } from '../support/server.ts'

const canary = 'DE89370400440532013000'
const folder = folderForTests('values')
const database = forTests(createDatabase)

/** Imports `text` and returns the output of both streams with the refused lines. */
async function imported(name: string, text: string, ...options: string[]) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const { code, stdout, stderr } = await runCommand(
    ['import', file, '--consumer', 'acme', '--env', 'test', '--json', ...options],
    { DATABASE_URL: database.url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
  )
  return { code, said: stdout + stderr, report: stdout.trim() === '' ? null : JSON.parse(stdout) }
}

async function countIdentities(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as n from identity')
  await client.end()
  return rows[0].n
}

const header = 'identity,type,address\n'
const good = `{"object":"identity","type":"user"}\n`
const broken: [string, string, string[]][] = [
  ['inside.csv', `${header}x,bank_account,${canary}"${canary}\ny,bank_account,1\n`, ['--object', 'endpoint']],
  ['after.csv', `${header}x,bank_account,"${canary}"${canary}\n`, ['--object', 'endpoint']],
  ['open.csv', `${header}x,bank_account,"${canary}\n`, ['--object', 'endpoint']],
  ['bare.csv', `x,bank_account,${canary}\ny,bank_account,"${canary}"x\n`, ['--object', 'endpoint']],
  ['header.csv', `${canary}"x,type\n1,2\n`, ['--object', 'endpoint']],
  ['cut.jsonl', `${good}{"object":"endpoint","address":"${canary}\n${good}`, []],
  ['bare.jsonl', `${canary}\n"${canary}"\n["${canary}"]\n`, []],
  ['name.jsonl', `{"object":"endpoint","${canary}":1}\n`, []],
  ['kind.jsonl', `{"object":"${canary}"}\n`, []],
  [
    'capability.jsonl',
    `{"object":"endpoint","identity":"x","type":"bank_account","address":"${canary}","capabilities":[{"${canary}":"${canary}"}]}\n`,
    [],
  ],
  ['priority.csv', `identity,type,address,priority\nx,bank_account,1,${canary}\n`, ['--object', 'endpoint']],
]

test.each(broken)(
  'a broken line of %s is reported by its number, field and rule, never by its values',
  async (...file) => {
    const { code, said } = await imported(file[0], file[1], ...file[2])
    for (let at = 0; at + 6 <= canary.length; at += 3) expect(said).not.toContain(canary.slice(at, at + 6))
    expect(code).toBeGreaterThan(0)
  },
)

test.each([
  ['user,B"ob', 'line 3, field 2: a quote stands inside a cell'],
  ['user,"Dee"x', 'line 3, field 2: text follows a closing quote'],
  ['user,"Eve', 'field 2: a quote is never closed'],
])(
  'a CSV with a broken row is reported by line, field and rule, and nothing of it is imported: %s',
  async (row, told) => {
    const before = await countIdentities()
    const text = `type,display_name\nuser,Ann\n${row}\nuser,Cyd\n`
    const { code, said } = await imported('rows.csv', text, '--object', 'identity')
    expect(code).toBe(2)
    expect(said).toContain(told)
    expect(await countIdentities()).toBe(before)
  },
)

test.each([
  ['with semicolons or tabs', 'type;display_name\nuser;Ann\n', /separated by semicolons or tabs: save it with commas/],
  ['without a kind of record', 'type,display_name\nuser,Ann\n', /Name the kind of the records by --object/],
])('a CSV %s is refused once, not for each row', async (_, text, told) => {
  const { code, said } = await imported('header.csv', text)
  expect([code, said.trim().split('\n')]).toEqual([2, [expect.stringMatching(told)]])
})

test('a CSV whose rows keep the rules is imported, quotes and line breaks in cells included', async () => {
  const text = 'type,display_name\nuser,"Ann ""A"" of B"\nuser,"two\nlines"\n'
  const { report } = await imported('fine.csv', text, '--object', 'identity')
  expect(report).toMatchObject({ lines: 2, created: 1, rejected: 1 })
})

const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test.each([
  ["JSON's", thrown(() => JSON.parse(`{"a": ${canary}`))],
  ["a driver's", Object.assign(new Error(`invalid input syntax for type uuid: "${canary}"`), { code: '22P02' })],
  ["a library's", Object.assign(new RangeError(`bad value ${canary}`), { code: 'CSV_WHATEVER' })],
  ['a value', canary],
])('the message of %s failure is not repeated on the command line', (_, error) => {
  expect(failureText(error)).not.toContain(canary.slice(0, 6))
})

test("a failure of the service's own exits with 1, a caller's mistake with 2: only 2 says that nothing was done", () => {
  for (const code of ['service_unavailable', 'overloaded', 'internal_error'] as const)
    expect(describe(new SignpostError(code)).code).toBe(1)
  expect(describe(new SignpostError('resource_missing')).code).toBe(2)
})

test('resolve does not repeat an answer that is not JSON', async () => {
  const server = createServer((_, response) => response.end(`oops ${canary}`))
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stderr } = await runCommand(['resolve', '@ann', '--url', url], { SIGNPOST_API_KEY: 'spk_test_x' })
  server.close()
  expect(stderr).not.toContain(canary.slice(0, 6))
  expect(code).toBe(2)
})
