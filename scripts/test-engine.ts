// npm run test:engine -- --url postgres://… [files]
//
// Runs the contract, race and service suites against any server that speaks PostgreSQL's protocol, and prints what it
// refused: statements that it lacks something for, by SQLSTATE, and the tests that failed. The URL's role must be allowed to
// create databases.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const suites = ['test/contract', 'test/races', 'test/services']

export type Refused = { code: string; statement: string }

type Result = { name: string; assertionResults: { fullName: string; status: string }[] }

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

/** Tests that failed, a line each. */
export const failures = (results: readonly Result[]): string[] =>
  results.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.replace(`${root}/`, '')}: ${fullName}`),
  )

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

async function run(url: string, files: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-engine-'))
  const [refused, report] = [join(folder, 'refused'), join(folder, 'report.json')]
  const env = {
    ...process.env,
    TEST_DATABASE_URL: url,
    RECORD_REFUSALS: refused,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${join(root, 'test/support/record-refusals.mjs')}`,
  }
  try {
    const asked = ['run', '--silent', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files]
    const child = spawn(join(root, 'node_modules/.bin/vitest'), asked, { cwd: root, env, stdio: 'inherit' })
    const [code] = (await once(child, 'close')) as [number | null]
    const statements = summary(read(refused).split('\n'))
    const failed = failures((JSON.parse(read(report) || '{"testResults":[]}') as { testResults: Result[] }).testResults)
    console.log(`\nStatements that the server refused: ${statements.length}`)
    for (const line of statements) console.log(line)
    console.log(`Tests that failed: ${failed.length}`)
    for (const line of failed) console.log(`  ${line}`)
    return code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(args: readonly string[]): Promise<number> {
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

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
