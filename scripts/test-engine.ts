// npm run test:engine -- --url postgres://… [files]
//
// Runs the contract, race and service suites against any server that speaks PostgreSQL's protocol, and prints the statements
// that it refused, by SQLSTATE. The URL's role must be allowed to create databases.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const suites = [
  'test/system/contract',
  'test/system/races',
  'test/registry',
  'test/consent',
  'test/ownership',
  'test/resolution',
  'test/access',
]

export type Refused = { code: string; statement: string }

/** Each statement once, the most frequent first. */
export function summary(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines.filter((text) => text !== '')) {
    const { code, statement } = JSON.parse(line) as Refused
    const what = `${code}  ${statement}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `${String(count).padStart(6)} × ${what}`)
}

function run(url: string, files: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-engine-'))
  const refused = join(folder, 'refused')
  const env = {
    ...process.env,
    TEST_DATABASE_URL: url,
    RECORD_REFUSALS: refused,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${join(root, 'test/support/record-refusals.mjs')}`,
  }
  try {
    const vitest = join(root, 'node_modules/.bin/vitest')
    const { status } = spawnSync(vitest, ['run', '--silent', ...files], { cwd: root, env, stdio: 'inherit' })
    const statements = summary(existsSync(refused) ? readFileSync(refused, 'utf8').split('\n') : [])
    console.log(`\nStatements that the server refused: ${statements.length}`)
    for (const line of statements) console.log(line)
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { url: { type: 'string' } },
    allowPositionals: true,
  })
  if (values.url === undefined || !/^postgres(?:ql)?:\/\//.test(values.url)) {
    console.error('Name the server: npm run test:engine -- --url postgres://user:password@host:5432/postgres')
    return 2
  }
  return run(values.url, positionals.length > 0 ? positionals : suites)
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
