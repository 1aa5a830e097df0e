import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedColumns } from '../../../src/vault/rotation/sealed-value-store.ts'
import { boundValues } from '../../support/bound-values.ts'
import { runCommand, startCommand } from '../../support/command.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { folderForTests } from '../../support/folder.ts'
import { startTestServer } from '../../support/server.ts'

// LINES=100000 KILLS=10 is what docs/evidence.md shows.
const lineCount = Number(process.env.LINES ?? 4_000)
const killCount = Number(process.env.KILLS ?? 3)

const encryptionKey = Buffer.alloc(32, 6)
const folder = folderForTests('import-kills')
const databases: TestDatabase[] = []
let killed: TestDatabase
let clean: TestDatabase
beforeAll(async () => {
  for (let n = 0; n < 2; n++) databases.push(await createDatabase())
  ;[killed, clean] = databases as [TestDatabase, TestDatabase]
})
afterAll(async () => {
  for (const database of databases) await database.drop()
})

type Line = Record<string, unknown>

/** The four lines of one person: one alias has a reference, the other has none. */
const person = (n: number): Line[] => [
  {
    object: 'identity',
    ref: `person-${n}`,
    type: 'user',
    display_name: `Person ${n}`,
    metadata: { segment: `s${n % 7}` },
  },
  {
    object: 'alias',
    ref: `name-${n}`,
    identity: `person-${n}`,
    type: 'username',
    value: `@import.${n}`,
    privacy_level: 'public',
    is_primary: true,
  },
  { object: 'alias', identity: `person-${n}`, type: 'email', value: `import${n}@example.com` },
  {
    object: 'endpoint',
    ref: `account-${n}`,
    identity: `person-${n}`,
    type: 'mobile_money',
    address: `+4917${String(10_000_000 + n).padStart(9, '0')}`,
    privacy_level: 'public',
    capabilities: [{ asset: 'EUR', rail: 'sepa' }],
  },
]

/** One line in a hundred says something else: a name, a level, a mark, an address, or that its record ends. */
const edits: readonly ((line: Line, n: number) => Line)[] = [
  (line) => ({ ...line, display_name: null, metadata: { segment: 'edited' } }),
  (line) => ({ ...line, privacy_level: 'unlisted', is_primary: false }),
  (line) => ({ ...line, status: 'released' }),
  (line, n) => ({ ...line, address: `+4916${String(10_000_000 + n).padStart(9, '0')}` }),
]
const first = Array.from({ length: lineCount / 4 }, (_, n) => person(n)).flat()
// 101 is no multiple of 4, so that each kind of line is edited in turn.
const edited = first.map((line, n) => (n % 101 === 100 ? edits[n % 4]!(line, n) : line))
const editedCount = edited.filter((line, n) => line !== first[n]).length

async function write(name: string, lines: readonly Line[]): Promise<string> {
  const path = join(folder, name)
  const out = createWriteStream(path)
  for (const line of lines) out.write(`${JSON.stringify(line)}\n`)
  await new Promise<void>((settle) => out.end(settle))
  return path
}

const envOf = ({ url }: TestDatabase) => ({
  DATABASE_URL: url,
  ENCRYPTION_KEY: encryptionKey.toString('base64'),
})
const owner = ['--consumer', 'acme', '--env', 'test']
const importArgs = (file: string) => ['import', file, ...owner, '--json']

async function imported(database: TestDatabase, file: string): Promise<Line & { rate: number; seconds: number }> {
  const { code, stdout, stderr } = await runCommand(importArgs(file), envOf(database))
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** Creates the consumer, with limits set by the operator. */
async function prepare(database: TestDatabase): Promise<void> {
  const set = ['--set', 'misses=100 + 10/min', '--set', 'registrations=10 + 1/min']
  for (const args of [
    ['consumers', 'create', '--consumer', 'acme'],
    ['consumers', 'limits', '--consumer', 'acme', ...set.slice(0, 2)],
    ['consumers', 'limits', '--consumer', 'acme', ...set.slice(2)],
  ]) {
    const { code, stderr } = await runCommand(args, envOf(database))
    expect(code, stderr).toBe(0)
  }
}

/** Starts the import and kills it when so many identities are there, or so much later where there are. @returns whether it was killed */
async function killAt(database: TestDatabase, file: string, identities: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const command = startCommand(importArgs(file), envOf(database))
  let isOver = false
  void command.finished.then(() => (isOver = true))
  while (!isOver) {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from identity')
    if (rows[0]!.n >= identities) break
    await pause(5)
  }
  command.child.kill('SIGKILL')
  await command.finished
  await client.end()
  return command.child.signalCode === 'SIGKILL'
}

/** An export without ids and times: identities by their reference, everything in one order. */
async function exported(database: TestDatabase): Promise<string[]> {
  const file = join(folder, 'export.jsonl')
  const { code, stderr } = await runCommand(['export', ...owner, '--output', file], envOf(database))
  expect(code, stderr).toBe(0)
  const lines: Line[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const refOf = new Map(lines.filter(({ object }) => object === 'identity').map(({ id, ref }) => [id, ref]))
  return lines
    .map(({ id: _, identity, ...rest }) => JSON.stringify({ ...rest, identity: refOf.get(identity) ?? null }))
    .sort()
}

/** Opens the addresses, which an export leaves out. */
async function addresses(database: TestDatabase): Promise<string[]> {
  const server = await startTestServer({ database: { ...database, drop: async () => undefined }, encryptionKey })
  const { db, keyring } = server.app
  const rows = await boundValues(db, sealedColumns('address')[0]!)
  await server.close()
  return rows.map(({ record, livemode, sealed }) => keyring.open('address', record, livemode, sealed).toString()).sort()
}

test(`an import of ${lineCount} lines, killed ${killCount} times, again and edited, is one clean import`, {
  timeout: 3_600_000,
}, async () => {
  const [a, b] = [await write('first.jsonl', first), await write('edited.jsonl', edited)]
  for (const database of databases) await prepare(database)
  let kills = 0
  for (let n = 0; n < killCount; n++) if (await killAt(killed, a, Math.floor((n * lineCount) / 4 / killCount))) kills++
  expect(kills).toBe(killCount)
  const rest = await imported(killed, a)
  expect(rest).toMatchObject({ lines: lineCount, rejected: 0, updated: 0, replaced: 0 })
  const again = await imported(killed, a)
  expect(again).toMatchObject({ lines: lineCount, unchanged: lineCount, rejected: 0 })
  const before = [await exported(killed), await addresses(killed)]
  const change = await imported(killed, b)
  expect(change).toMatchObject({ unchanged: lineCount - editedCount, rejected: 0, created: 0 })
  expect(Number(change.updated) + Number(change.replaced)).toBe(editedCount)

  const fresh = await imported(clean, b)
  expect(fresh).toMatchObject({ lines: lineCount, rejected: 0 })
  const [one, other] = [
    [await exported(killed), await addresses(killed)],
    [await exported(clean), await addresses(clean)],
  ]
  expect(one[0]!.length).toBeGreaterThan(lineCount * 0.98)
  expect(isDeepEqual(one, other)).toBe(true)
  // Control: the comparison finds the edits, on both sides.
  expect(isDeepEqual(before[0], one[0])).toBe(false)
  expect(isDeepEqual(before[1], one[1])).toBe(false)
  const rates = { 'first import': fresh, 'after the kills': rest, again, '1 % edited': change }
  for (const [name, { rate, seconds }] of Object.entries(rates))
    console.log(`${name}: ${lineCount} lines in ${seconds} s, ${rate} lines/s`)
  console.log(`${kills} kills; ${editedCount} lines edited, ${change.replaced} addresses replaced; exports equal`)
})

/** Not by the test's own matcher, which would print every line. */
const isDeepEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
