// .ci/run's stages, after the packages are installed. `--only WORDS` runs the stages whose name has these words, `--list`
// prints them. Light stages that follow each other run two at a time, and print when they end. A stage that fails does not
// stop the next ones: the last line counts the tests and checks that passed and failed.

import { type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')

/** A part of CI: a shell command, and the programs that it needs. */
type Stage = {
  readonly name: string
  readonly command: string
  readonly needs?: readonly string[]
  /** It leaves room for another one: consecutive light stages run two at a time. */
  readonly isLight?: boolean
}

const parts = ['web/explorer', 'web/console']
const installed = (folder: string) =>
  `cd ${folder} && npm ci --no-audit --no-fund --silent && npm run --silent typecheck`

/** Generated or built paths that are committed. */
const generated = ['README.md', 'docs', 'src', 'examples/collection', 'packages', ...parts]

/** The stages in their order, the quick ones first. Every control of a test runs with it, in reduced counts. */
export const stages: readonly Stage[] = [
  { name: 'types', command: 'npm run --silent typecheck', isLight: true },
  { name: 'lint', command: 'npm run --silent lint', isLight: true },
  ...['examples/federation', 'test/system/foreign'].map((folder) => ({
    name: `types of ${folder}`,
    command: installed(folder),
    isLight: true,
  })),
  ...parts.map((folder) => ({
    name: `types and build of ${folder}`,
    command: `${installed(folder)} && npm run --silent build -- --logLevel error`,
    isLight: true,
  })),
  { name: 'generators', command: 'npm run --silent generate' },
  {
    name: 'generated files are committed',
    command: `git status --short -- ${generated.join(' ')} && git diff --stat --exit-code -- ${generated.join(' ')}`,
  },
  { name: 'quick tests', command: 'TIER=quick vitest run --silent --reporter=dot' },
  { name: 'thorough tests', command: 'TIER=thorough vitest run --silent --reporter=dot' },
  { name: 'tests in processes of their own', command: 'TIER=alone vitest run --silent --reporter=dot' },
  {
    name: 'owner filters, a sixth of them removed in turn',
    command: 'SHARE=6 node test/system/mutants/owner-filters.ts',
  },
  {
    name: 'behind PgBouncer',
    command:
      'TEST_POOLER=1 vitest run --silent --reporter=dot test/registry/aliases/aliases.test.ts test/consent/grants.test.ts test/system/races test/system/faults/silence-behind-pooler.test.ts --exclude test/system/races/import-kills.test.ts',
    needs: ['pgbouncer'],
    isLight: true,
  },
  {
    name: 'restore',
    command: 'TEST_POSTGRES=15 vitest run --silent --reporter=dot --config test/system/restore/vitest.config.ts',
    needs: ['/usr/lib/postgresql/15/bin/pg_basebackup'],
    isLight: true,
  },
  {
    name: 'the Python client',
    command: 'vitest run --silent --reporter=dot --config test/client/python/vitest.config.ts',
    needs: ['/usr/bin/python3', '/usr/bin/pyproject-build', '/usr/bin/mypy'],
    isLight: true,
  },
]

export type Count = { passed: number; failed: number }
type Result = Count & { name: string; seconds: number; failures?: string[] }

/** The numbers in Vitest's last lines; for another stage, one. */
export function countOf(code: number, output: string | undefined): Count {
  if (output === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const [line] = /^ *Tests .*$/m.exec(stripVTControlCharacters(output)) ?? []
  const counted = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line ?? '')?.[1] ?? 0)
  const { passed, failed } = { passed: counted('passed'), failed: counted('failed') }
  const isOdd = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isOdd ? 1 : failed }
}

/** The failed tests that Vitest names, each once; for a stage without failed tests, the end of its output. */
export function failuresOf({ failed }: Count, output: string): string[] {
  if (failed === 0) return []
  const lines = stripVTControlCharacters(output).split('\n')
  const named = lines.filter((line) => /^ *FAIL /.test(line)).map((line) => line.trim())
  return named.length > 0 ? [...new Set(named)] : lines.filter((line) => line.trim() !== '').slice(-20)
}

/** Runs a command in the root, with the programs of its packages. `hear` gets both outputs as they come. */
export async function shell(command: string, hear: (chunk: string) => void, more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...more, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe']
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], { cwd: root, stdio, env })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      hear(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}

async function run({ name, command, isLight }: Stage): Promise<Result> {
  const started = performance.now()
  const hear = (chunk: string) => void (isLight || process.stdout.write(chunk))
  const { code, output } = await shell(command, hear, { CI: '1', NO_COLOR: '1' })
  // A light stage prints its output as a whole, so that two don't mix.
  if (isLight && output !== '') console.log(`\n── said by ${name}\n${output}`)
  const seconds = Math.round((performance.now() - started) / 1_000)
  const count = countOf(code, command.includes('vitest run') ? output : undefined)
  return { name, seconds, ...count, failures: failuresOf(count, output) }
}

/** Runs the stages in order: a light one together with its light neighbour. */
async function runAll(asked: readonly Stage[]): Promise<Result[]> {
  const results: Result[] = []
  for (const left = [...asked]; left.length > 0; ) {
    const group = left.splice(0, left[0]!.isLight && left[1]?.isLight ? 2 : 1)
    console.log(`\n── ${group.map(({ name }) => name).join(', ')}`)
    results.push(...(await Promise.all(group.map(run))))
  }
  return results
}

/** The program that the stage needs and this machine lacks, or undefined. */
const missing = ({ needs }: Stage): string | undefined =>
  needs?.find((path) => spawnSync('bash', ['-c', `command -v ${path}`]).status !== 0)

/** The failures, the table of the stages with the seconds of each and of all, and the sum in the last line. */
export function summary(results: readonly Result[], leftOut: readonly Stage[], seconds: number): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const rows = results.map(
    ({ name, seconds, passed, failed }) =>
      `${name.padEnd(width)}  ${`${seconds} s`.padStart(6)}  ${`${passed} passed`.padStart(11)}, ${failed} failed  ${failed > 0 ? 'FAILED' : 'ok'}`,
  )
  const failures = results.flatMap(({ name, failures = [] }) => failures.map((line) => `${name}: ${line}`))
  const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0)
  const others = leftOut.map((stage) => `left out: ${stage.name}, which needs ${missing(stage)}`)
  return [...failures, ...rows, ...others, `${seconds} s`, `${sum('passed')} passed, ${sum('failed')} failed`].join(
    '\n',
  )
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, list: { type: 'boolean' } } })
  const wanted = stages.filter(({ name }) => name.includes(values.only))
  if (values.list) return console.log(wanted.map(({ name, command }) => `${name}: ${command}`).join('\n')) ?? 0
  const started = performance.now()
  const results = await runAll(wanted.filter((stage) => !missing(stage)))
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`\n${summary(results, wanted.filter(missing), seconds)}`)
  return results.some(({ failed }) => failed > 0) || results.length === 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await main()
