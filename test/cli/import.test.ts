import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScanner } from '../support/canaries.ts'
import { runCommand } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { folderForTests } from '../support/folder.ts'
import { forTests } from '../support/server.ts'

const folder = folderForTests('import')
const database = forTests(createDatabase)

const signpost = (...args: string[]) =>
  runCommand(args, { DATABASE_URL: database.url, ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64') })
const owner = ['--consumer', 'acme', '--env', 'test', '--json']

test.each(['jsonl', 'csv'])(
  'the example in %s imports, and changes nothing the second time',
  { timeout: 120_000 },
  async (format) => {
    // Both examples say the same, of which one registry has room for one.
    const env = format === 'csv' ? 'live' : 'test'
    const { code, stdout } = await signpost('import', '--example', format)
    expect(code).toBe(0)
    const file = join(folder, `example.${format}`)
    writeFileSync(file, stdout)
    const run = () => signpost('import', file, '--consumer', 'acme', '--env', env, '--json')
    const first = await run()
    expect(first.code, first.stderr).toBe(0)
    expect(JSON.parse(first.stdout)).toMatchObject({ lines: 6, created: 6, rejected: 0 })
    expect(JSON.parse((await run()).stdout)).toMatchObject({ lines: 6, unchanged: 6, rejected: 0 })
  },
)

test('an import without its required options does nothing and names them', { timeout: 120_000 }, async () => {
  const file = join(folder, 'needs.jsonl')
  writeFileSync(file, '')
  for (const [args, says] of [
    [['import'], /--example jsonl/],
    [['import', file], /--consumer is needed/],
    [['import', file, '--consumer', 'acme'], /--env is needed/],
    [['import', '--example', 'xml'], /--example must be jsonl or csv/],
  ] as const) {
    const { code, stdout, stderr } = await signpost(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(says)
  }
})

const canaries = {
  address: 'GB82WEST12345698765432',
  alias: 'canary.alias.value',
  phone: '+4917112345670',
  name: 'Canary Person Name',
  metadata: 'canary-metadata-value',
  key: 'canary-metadata-key',
  holder: 'Canary Holder Name',
}

/** Each line holds canaries and is rejected for another reason, but for the first two. */
const lines = [
  {
    object: 'identity',
    ref: 'r1',
    type: 'user',
    display_name: canaries.name,
    metadata: { [canaries.key]: canaries.metadata },
  },
  {
    object: 'endpoint',
    ref: 'r1',
    identity: 'r1',
    type: 'bank_account',
    address: canaries.address,
    details: { holder_name: canaries.holder },
  },
  { object: 'endpoint', ref: 'r2', identity: 'r1', type: 'bank_account', address: `${canaries.address}9` },
  { object: 'endpoint', ref: 'r3', identity: canaries.name, type: 'bank_account', address: canaries.address },
  {
    object: 'endpoint',
    ref: 'r4',
    identity: 'r1',
    type: 'bank_account',
    address: canaries.address,
    details: { [canaries.holder]: canaries.holder },
  },
  { object: 'alias', ref: 'r5', identity: 'r1', type: 'phone', value: `${canaries.phone}123456` },
  { object: 'alias', ref: 'r6', identity: 'r1', type: 'username', value: `${canaries.alias}!${canaries.alias}` },
  { object: 'alias', ref: 'r7', identity: 'r1', type: canaries.name, value: canaries.alias },
  { object: 'identity', ref: 'r8', type: 'user', display_name: canaries.name.repeat(20) },
  { object: 'identity', ref: 'r9', type: 'user', metadata: { [canaries.key]: { a: canaries.metadata } } },
  { object: 'identity', ref: 'r10', type: 'user', [canaries.name]: canaries.name },
  { object: 'identity', ref: 'r11', type: 'user', default_privacy_level: canaries.name },
  { object: 'identity', ref: { a: canaries.name }, type: 'user' },
  { object: 'identity', ref: canaries.name.repeat(20), type: 'user' },
]

test('no value of a line is on standard output, in the log or among the rejected lines; the reference alone is', {
  timeout: 120_000,
}, async () => {
  const file = join(folder, 'canaries.jsonl')
  const rejected = join(folder, 'rejected.jsonl')
  writeFileSync(file, [...lines.map((line) => JSON.stringify(line)), `${canaries.name} {`].join('\n'))
  const run = () => signpost('import', file, ...owner, '--rejected', rejected)
  const scan = createScanner(
    Object.fromEntries(Object.entries(canaries).map(([name, text]) => [name, Buffer.from(text)])),
  )
  for (const done of ['created', 'unchanged']) {
    const { code, stdout, stderr } = await run()
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ lines: 15, [done]: 2, rejected: 13 })
    const told = readFileSync(rejected, 'utf8')
    expect([...scan('stdout', stdout), ...scan('stderr', stderr), ...scan('rejected', told)]).toEqual([])
    // Every line that is rejected now, though nothing of it is new.
    const rows = told
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row))
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 13 }, (_, n) => n + 3))
    expect(rows.map(({ ref }) => ref)).toEqual([
      ...Array.from({ length: 9 }, (_, n) => `r${n + 2}`).slice(0, 9),
      'r11',
      ...Array(3),
    ])
    for (const row of rows) expect(row).toMatchObject({ code: expect.any(String), rule: expect.any(String) })
    expect(rows.filter(({ field }) => field !== undefined).length).toBeGreaterThan(8)
    expect(statSync(rejected).mode & 0o077).toBe(0)
  }
  expect(scan('control', JSON.stringify(lines)).length).toBeGreaterThan(5)
})

test('the report counts one line as one', { timeout: 60_000 }, async () => {
  const file = join(folder, 'one.jsonl')
  writeFileSync(file, '{"object":"identity","ref":"one","type":"user"}\n')
  const { stdout } = await signpost('import', file, '--consumer', 'acme', '--env', 'test', '--dry-run')
  expect(stdout).toMatch(/^Would import 1 line: /)
})

test('rejected lines go to standard error without --rejected', { timeout: 120_000 }, async () => {
  const file = join(folder, 'refused.csv')
  writeFileSync(file, 'type,display_name\nuser,"Doe\nJohn"\nrobot,\n')
  const { code, stdout, stderr } = await signpost('import', file, ...owner, '--object', 'identity')
  expect([code, JSON.parse(stdout).rejected]).toEqual([1, 2])
  expect(
    stderr
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row)),
  ).toMatchObject([
    { line: 2, field: 'display_name' },
    { line: 4, field: 'type' },
  ])
})
