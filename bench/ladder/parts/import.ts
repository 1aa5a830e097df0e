import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { copyRows } from '../../copy.ts'
import { pg } from '../../packages.ts'
import { type Fixture, note, type Registry } from '../fixture.ts'
import type { Findings } from '../goals.ts'

const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))

/** What a line of the import is kept in: the records, with the reservations of aliases. */
const tables = ['identity', 'alias', 'alias_slot', 'endpoint'] as const

/** Identities with two aliases and an endpoint each: four lines. */
async function writeLines(file: string, lines: number): Promise<void> {
  const out = createWriteStream(file)
  for (let n = 0; n < lines / 4; n++) {
    const ref = `r${n}`
    for (const line of [
      { object: 'identity', ref, type: 'user', display_name: `Person ${n}` },
      { object: 'alias', identity: ref, type: 'username', value: `import.${n}`, privacy_level: 'public' },
      { object: 'alias', identity: ref, type: 'email', value: `import${n}@example.com` },
      {
        object: 'endpoint',
        ref,
        identity: ref,
        type: 'bank_account',
        address: 'DE89370400440532013000',
        privacy_level: 'public',
      },
    ]) {
      out.write(`${JSON.stringify(line)}\n`)
    }
  }
  await new Promise<void>((resolve) => out.end(resolve))
}

function run(args: string[], { env, databaseUrl }: Registry): Promise<void> {
  const { ENCRYPTION_KEY } = env
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, ENCRYPTION_KEY, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`signpost ${args[0]} ended with ${code}.`))))
  })
}

/** A COPY to its user; the driver leaves it to whoever asks what becomes of the rows. */
class CopyOut extends pg.Query {
  readonly #into: PassThrough

  constructor(statement: string, into: PassThrough, answered: (error: Error | null) => void) {
    super(statement, undefined, answered as never)
    this.#into = into
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#into.write(Buffer.from(chunk))
  }
}

/** The rows of a table, as COPY writes them. */
async function rowsOf(client: pg.Client, table: string): Promise<Buffer> {
  const into = new PassThrough({ highWaterMark: 2 ** 31 })
  await new Promise<void>((resolve, reject) => {
    const answered = (error: Error | null) => (error ? reject(error) : resolve())
    client.query(new CopyOut(`copy ${table} to stdout`, into, answered) as never)
  })
  into.end()
  return Buffer.concat((await into.toArray()) as Buffer[])
}

/** Seconds that one connection's COPY of the imported rows takes into tables with the same columns and indexes, and nothing else. */
async function copyAgain({ databaseUrl }: Registry): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  let elapsed = 0
  for (const table of tables) {
    const rows = await rowsOf(client, table)
    await client.query(`create table plain_${table} (like ${table} including indexes including defaults)`)
    const began = performance.now()
    await copyRows(pool, `copy plain_${table} from stdin`, rows)
    elapsed += performance.now() - began
    await client.query(`drop table plain_${table}`)
  }
  await pool.end()
  await client.end()
  return elapsed / 1_000
}

/** Lines a second of `signpost import`, start of the process included, beside COPY: each round in an empty registry. */
export async function importing(fixture: Fixture, rounds: number, count: number): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'))
  const file = join(folder, 'registry.jsonl')
  await writeLines(file, count)
  const rates: number[] = []
  const ratios: number[] = []
  const lines: string[] = []
  try {
    for (let round = 1; round <= rounds; round++) {
      const registry = await fixture.registry(0)
      const began = performance.now()
      await run(['import', file, '--consumer', 'bench', '--env', 'test', '--json'], registry)
      const imported = (performance.now() - began) / 1_000
      const copied = await copyAgain(registry)
      rates.push(count / imported)
      ratios.push(copied / imported)
      lines.push(`${count.toLocaleString('en')} lines in ${imported.toFixed(1)} s, COPY ${copied.toFixed(2)} s`)
      note(`import ${round}/${rounds}: ${lines.at(-1)}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    figures: [
      { name: 'import, lines/s / COPY of the same rows, one thread', values: ratios, atLeast: 0.25 },
      { name: 'imported lines/s, start of the process included', values: rates, atLeast: 5_000 },
    ],
    lines,
  }
}
