// .ci/run's stages, after the packages are installed. `--only WORDS` runs the stages whose name has these words, `--list`
// prints them. Light stages that follow each other run two at a time, and print when they end. A stage that fails does not
// stop the next ones: the last line counts what passed and what failed.

import { type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Stage, stages } from './ci-stages.ts'

const root = join(import.meta.dirname, '..')

export type Count = { passed: number; failed: number }
type Result = Count & { name: string; seconds: number; failures: string[] }

type Assertion = { fullName: string; status: string; failureMessages: string[] | null }
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[]
}

/** What a stage counts for: the tests of Vitest's report, else one. */
export function countOf(code: number, report: VitestReport | undefined): Count {
  if (report === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests } = report
  const isOdd = numFailedTests === 0 && (code !== 0 || numPassedTests === 0)
  return { passed: numPassedTests, failed: isOdd ? 1 : numFailedTests }
}

/** Each failed test of a report with its file and the first lines of what it said. */
export function failuresOf({ testResults }: VitestReport): string[] {
  const say = (file: string, title: string, message = '') =>
    `${relative(root, file)} > ${title}\n${message.split('\n').slice(0, 12).join('\n')}`
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map((test) => say(name, test.fullName, test.failureMessages?.[0]))
    return status === 'failed' ? [say(name, 'the whole file', message)] : []
  })
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}

/** Runs a command to its end. What is piped comes back whole, so that two stages do not speak at once. */
async function shell(command: string, env: NodeJS.ProcessEnv, output: 'pipe' | 'inherit') {
  const stdio: StdioOptions = ['ignore', output, output]
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], { cwd: root, stdio, env })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: Buffer.concat(chunks).toString() }
}

/** The stages in their order: light ones that follow each other make one group, any other a group of its own. */
export function groupsOf(stages: readonly Stage[]): Stage[][] {
  const groups: Stage[][] = []
  for (const stage of stages) {
    const last = groups.at(-1)
    if (stage.isLight && last?.[0]?.isLight) last.push(stage)
    else groups.push([stage])
  }
  return groups
}

async function run(stage: Stage, scratch: string): Promise<Result> {
  const started = performance.now()
  const file = join(scratch, `${stage.name.replaceAll(/\W+/g, '-')}.json`)
  const isVitest = /\bvitest run\b/.test(stage.command)
  const command = isVitest
    ? `${stage.command} --silent --reporter=dot --reporter=json --outputFile=${file}`
    : stage.command
  const env = { ...process.env, CI: '1', NO_COLOR: '1', PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
  const { code, said } = await shell(command, env, stage.isLight ? 'pipe' : 'inherit')
  if (said !== '') console.log(`\n── said by ${stage.name}\n${said}`)
  const report = isVitest ? readReport(file) : undefined
  const seconds = Math.round((performance.now() - started) / 1_000)
  const failures = report ? failuresOf(report) : []
  return { name: stage.name, seconds, failures, ...countOf(code ?? 1, report) }
}

/** Runs a group's stages two at a time: their results in the group's order. */
async function runGroup(group: readonly Stage[], scratch: string): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < group.length) {
      const index = next++
      console.log(`\n── ${group[index]!.name}`)
      results[index] = await run(group[index]!, scratch)
    }
  }
  await Promise.all([lane(), lane()])
  return results
}

/** Why a stage cannot run on this machine, or undefined. */
const missing = ({ needs }: Stage): string | undefined =>
  needs?.find((path) => spawnSync('bash', ['-c', `command -v ${path}`]).status !== 0)

/** The table of the stages with the seconds of each and of all, and the sum in the last line. */
export function summary(results: readonly Result[], leftOut: readonly string[], seconds: number): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const rows = results.map(({ name, seconds, passed, failed }) => {
    const verdict = failed > 0 ? 'FAILED' : 'ok'
    return `${name.padEnd(width)}  ${`${seconds} s`.padStart(6)}  ${`${passed} passed`.padStart(11)}, ${failed} failed  ${verdict}`
  })
  const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0)
  return [
    ...results.flatMap(({ failures }) => failures),
    ...rows,
    ...leftOut.map((why) => `left out: ${why}`),
    `${seconds} s`,
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n')
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, list: { type: 'boolean' } } })
  const wanted = stages.filter(({ name }) => name.includes(values.only))
  if (values.list) return console.log(wanted.map(({ name, command }) => `${name}: ${command}`).join('\n')) ?? 0
  const scratch = mkdtempSync(join(tmpdir(), 'signpost-ci-'))
  const started = performance.now()
  const isHere = (stage: Stage) => missing(stage) === undefined
  const leftOut = wanted.flatMap((stage) => (isHere(stage) ? [] : [`${stage.name}, which needs ${missing(stage)}`]))
  const results: Result[] = []
  for (const group of groupsOf(wanted.filter(isHere))) results.push(...(await runGroup(group, scratch)))
  rmSync(scratch, { recursive: true, force: true })
  console.log(`\n${summary(results, leftOut, Math.round((performance.now() - started) / 1_000))}`)
  return results.some(({ failed }) => failed > 0) || results.length === 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await main()
