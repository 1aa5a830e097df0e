import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createProgram, leavesOf } from '../../src/cli/commands.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { scopes } from '../../src/kernel/scopes.ts'
import { runCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'
import { forTests, startTestServer } from '../support/server.ts'

const folder = folderForTests('mistakes')
const lines = join(folder, 'lines.jsonl')
const linked = join(folder, 'linked.jsonl')
const unclear = join(folder, 'lines.xml')

const server = forTests(startTestServer)
beforeAll(async () => {
  writeFileSync(lines, `${JSON.stringify({ object: 'identity', ref: 'a', type: 'user' })}\n`)
  writeFileSync(unclear, readFileSync(lines))
  linkSync(lines, linked)
})

const consumers = () => server.app.db.selectFrom('consumer').select('name').orderBy('name').execute()

/** Expects a refusal: a sentence, exit code 2, nothing on standard output and no change. */
async function expectRefused(args: readonly string[], says: RegExp): Promise<void> {
  const before = await consumers()
  const { code, stdout, stderr } = await runCommand(args, server.env)
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(says)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  expect(await consumers()).toEqual(before)
}

const owner = ['--consumer', 'acme', '--env', 'test']
const apiKey = `spk_test_${'A'.repeat(49)}`

describe('a value that is not allowed is refused with those that are', { timeout: 60_000 }, () => {
  test.each<[string[], RegExp]>([
    [['import', lines, ...owner, '--format', 'xml'], /^--format must be jsonl or csv\.$/m],
    [['import', unclear, ...owner], /--format jsonl or --format csv/],
    [['import', lines, ...owner, '--object', 'grant'], /^--object must be identity, alias, endpoint or payee\.$/m],
    [['import', lines, ...owner, '--object', 'alias'], /^--object is for CSV/],
    [['import', lines, '--consumer', 'acme', '--env', 'prod'], /^--env must be test or live\.$/m],
    [['import', join(folder, 'none.jsonl'), ...owner], /there is no file/],
    [['import', lines, ...owner, '--rejected', lines], /^--rejected must be another file/],
    [['import', lines, ...owner, '--rejected', linked], /^--rejected must be another file/],
    [['import', lines, ...owner, '--warnings', lines], /^--warnings must be another file/],
    [['import', lines, ...owner, '--rejected', join(folder, 'no/such/folder')], /^--rejected: .+ can't be written/],
    [['export', ...owner], /^--consumer names no existing consumer/],
    [['keys', 'create', ...owner, '--scopes', 'resolv'], /"resolv" is no scope\. .*resolve, .*, keys:write, \*\.$/m],
    [['keys', 'create', ...owner, '--scopes', `resolve,${apiKey}`], /Number 2 in the list is no scope/],
    [['keys', 'create', '--consumer', 'a\u0007b', '--env', 'test', '--scopes', '*'], /^--consumer must be text of/],
    [['keys', 'create', '--consumer', 'a'.repeat(201), '--env', 'test', '--scopes', '*'], /1 to 200 characters/],
    [['keys', 'create', '--env', 'test', '--scopes', '*', '--consumer', '--json'], /^--consumer needs a value\.$/m],
    [['keys', 'roll', 'key_x', '--expires-in', 'soon'], /^--expires-in must be a whole number from 0 to 604800\.$/m],
    [['keys', 'roll', 'key_x', '--expires-in', '604801'], /from 0 to 604800/],
    [['keys', 'revoke', apiKey], /^The key's id is needed, like key_…/],
    [['keys', 'revoke', 'key_00000000000000000000000000'], /^There is no such working key/],
    [['listen', '--port', '65536'], /^--port must be a whole number from 0 to 65535\.$/m],
    [['listen', '--port', '-1'], /--port/],
    [['listen', '--status', '100'], /^--status must be a whole number from 200 to 599\.$/m],
    [['listen', '--tolerance', '1e3'], /^--tolerance must be a whole number/],
    [['listen', '--secret', 'secret'], /^--secret must be a webhook's signing secret/],
    [['reencrypt', '--batch', '0.5'], /^--batch must be a whole number from 1 to 10000\.$/m],
    [['reencrypt', '--purpose', 'addresses'], /^--purpose takes, separated by commas: /],
    [['renormalize', '--batch', '0'], /^--batch must be a whole number from 1 to 10000\.$/m],
    [['addresses', 'rotate', '--to', 'keyring', '--batch', 'x'], /^--batch must be a whole number/],
    [['resolve', '@a', '--url', 'localhost'], /^--url must be a URL/],
    [['resolve', '@a', '--key', apiKey], /unknown option '--key'/],
    [
      ['normalize', '@a', '--type', 'iban'],
      /^--type must be username, phone, email, merchant_handle or payment_link\.$/m,
    ],
    [['normalize', '--file', join(folder, 'none')], /there is no file/],
    [['normalize'], /^Give either an alias, or a file/],
    [['doctor', 'now'], /too many arguments/],
  ])('%j', expectRefused)
})

test('a secret that was put in the wrong place is in no message', { timeout: 60_000 }, async () => {
  for (const args of [
    ['keys', 'create', ...owner, '--scopes', apiKey],
    ['keys', 'revoke', apiKey],
    ['import', lines, '--consumer', 'acme', '--env', apiKey],
    ['listen', '--secret', apiKey],
    ['listen', '--port', apiKey],
  ]) {
    const { code, stderr } = await runCommand(args, server.env)
    expect(code).toBe(2)
    expect(stderr).not.toContain(apiKey)
  }
})

/** An unset variable of a script is the usual way to an empty value. */
test('no option and no argument takes an empty value', async () => {
  const leaves = leavesOf(await createProgram())
  const taking = leaves.flatMap(([path, command]) => [
    ...command.options
      .filter(({ required }) => required)
      .map(({ parseArg, long }) => [`${path} ${long}`, parseArg] as const),
    ...command.registeredArguments.map((argument) => [`${path} <${argument.name()}>`, argument.parseArg] as const),
  ])
  expect(taking.length).toBeGreaterThan(30)
  for (const [name, read] of taking) {
    for (const blank of ['', ' ', '\n']) {
      expect(() => (read as (text: string, before: unknown) => unknown)(blank, undefined), name).toThrow(/not be empty/)
    }
  }
})

test('an empty consumer is refused by the command line, and none is made', { timeout: 60_000 }, async () => {
  await expectRefused(['keys', 'create', '--consumer', '', '--env', 'test', '--scopes', '*'], /^--consumer must not be/)
  await expectRefused(['import', lines, '--consumer', '', '--env', 'test'], /^--consumer must not be/)
})

test('every scope is accepted, in any spacing', { timeout: 60_000 }, async () => {
  const create = ['keys', 'create', ...owner, '--new', '--json', '--scopes', Object.keys(scopes).join(' , ')]
  const { code, stderr } = await runCommand(create, server.env)
  expect(code, stderr).toBe(0)
})

test('a dry run makes no consumer either', { timeout: 60_000 }, async () => {
  const before = await consumers()
  const args = ['import', lines, '--consumer', 'newcomer', '--env', 'test', '--dry-run', '--json']
  const { code, stdout, stderr } = await runCommand(args, server.env)
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ created: 1, rejected: 0 })
  expect(await consumers()).toEqual(before)
})

test('an import tells of a consumer that it makes, in a dry run too: it may be a misspelt one', {
  timeout: 60_000,
}, async () => {
  const args = ['import', lines, '--consumer', 'acmee', '--env', 'test']
  for (const run of [[...args, '--dry-run'], args]) {
    expect((await runCommand(run, server.env)).stdout).toMatch(/\.\nThe consumer acmee is new\.\n$/)
  }
  expect((await runCommand(args, server.env)).stdout).not.toMatch(/is new/)
})

test('a new consumer whose name looks like an id is refused, in a dry run too', { timeout: 60_000 }, async () => {
  const args = ['import', lines, '--env', 'test', '--consumer', encodeId('consumer', randomUUID())]
  await expectRefused(args, /that is not an id\.$/m)
  await expectRefused([...args, '--dry-run'], /that is not an id\.$/m)
})

test('keys list has a header, and shows the id that the API names a consumer by', { timeout: 60_000 }, async () => {
  const create = ['keys', 'create', '--consumer', 'listed', '--new', '--env', 'live', '--scopes', 'resolve', '--json']
  const made = JSON.parse((await runCommand(create, server.env)).stdout)
  const { stdout } = await runCommand(['keys', 'list'], server.env)
  const [header, ...rows] = stdout.trim().split('\n')
  expect(header).toMatch(/^ID +KEY +STATE +ENV +CONSUMER ID +CONSUMER +NAME +SCOPES$/)
  expect(made.consumer).toMatch(/^apc_/)
  const row = rows.find((line) => line.startsWith(made.id))!
  expect(row.indexOf(made.consumer)).toBe(header!.indexOf('CONSUMER ID'))
  expect(row).toMatch(/ {2}active {2,}live {2}apc_\w+ {2}listed {2,}- {2,}resolve$/)
  const json = (await runCommand(['keys', 'list', '--json'], server.env)).stdout.trim().split('\n')
  expect(json.map((line) => JSON.parse(line)).find(({ id }) => id === made.id)).toMatchObject({
    consumer: 'listed',
    consumer_id: made.consumer,
  })
})

test('a port that is taken and a database that is gone are one sentence each', { timeout: 60_000 }, async () => {
  const taken = await runCommand(['listen', '--port', new URL(server.url).port])
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringMatching(/^--port \d+ can't be opened \(EADDRINUSE\)/)])
  const gone = {
    DATABASE_URL: 'postgres://user:canary@localhost:1/signpost',
    ENCRYPTION_KEY: server.env.ENCRYPTION_KEY,
  }
  const { code, stderr } = await runCommand(['keys', 'list'], gone)
  expect([code, stderr]).toEqual([
    1,
    'The database at localhost:1 does not answer (ECONNREFUSED): check DATABASE_URL, and that PostgreSQL runs.\n',
  ])
})

test('export to a file that cannot be written makes none', { timeout: 60_000 }, async () => {
  await runCommand(['keys', 'create', ...owner, '--new', '--scopes', 'resolve'], server.env)
  const output = join(folder, 'no/such/folder/out.jsonl')
  await expectRefused(['export', ...owner, '--output', output], /^--output: .+ can't be written \(ENOENT\)/)
  expect(existsSync(output)).toBe(false)
})
