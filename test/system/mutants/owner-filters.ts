// Removes each owner filter of the source in turn, in a copy, and runs the privilege matrix there: a filter whose
// removal fails no cell is not proved. It prints a table and ends with 1 when a mutant lives. `--list` prints the filters, `ONLY`
// takes those of the files that have it in their path, `SHARE=6` a sixth of them: another one for another commit.

import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../../src/postgres/embedded.ts'
import { makeTemplate } from '../../support/global-setup.ts'
import type { Ran, Run } from './matrix-runner.ts'
import { elsewhere, filters, otherPlaces } from './places.ts'

type Mutant = { file: string; line: number; filter: string; removed: string; source: string }

const root = join(import.meta.dirname, '../../..')
const files = globSync('src/**/*.ts', { cwd: root })
  .sort()
  .filter((file) => elsewhere[file] === undefined)

function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(join(root, file), 'utf8')
  return filters.flatMap(({ name, pattern, instead = '' }) =>
    [...source.matchAll(pattern)].flatMap((match) => {
      const before = source.slice(0, match.index)
      if (otherPlaces.some((place) => place.file === file && place.after.test(before))) return []
      return {
        file,
        line: before.split('\n').length + (match[0].startsWith('\n') ? 1 : 0),
        filter: name,
        removed: match[0].trim().replace(/\s+/g, ' '),
        source: before + instead + source.slice(match.index + match[0].length),
      }
    }),
  )
}

function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'signpost-mutants-'))
  for (const name of [
    'src',
    'test',
    'scripts',
    'schema',
    'migrations',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    // Packages that a folder below has for itself are many times the rest, and the matrix needs none of them.
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (file) => !file.endsWith('node_modules') })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type Verdict = { verdict: 'passed' | 'caught' | 'broken'; cell: string }
/** The words of a file's path, in the singular: an operation that has one of them is likely to meet the file's filters. */
const likely = (file: string): string =>
  file
    .replace(/^src\/|\/?(?:[a-z]+-)?store\.ts$/g, '')
    .split(/[/-]/)
    .map((word) => word.replace(/(?:i?e)?s$/, ''))
    .join('|')

/** A copy of the source with the process that runs the matrix there. */
type Tree = { path: string; runner: ChildProcess }

function startTree(databaseUrl: string): Tree {
  const path = copyTree()
  const databases = { TEST_DATABASE_URL: databaseUrl, TEST_TEMPLATE: template }
  // Vitest's configuration reads from the command which files there are to choose from.
  const runner = fork(
    join(path, 'test/system/mutants/matrix-runner.ts'),
    ['run', 'test/system/contract/privilege-matrix.test.ts'],
    {
      cwd: path,
      stdio: 'ignore',
      env: { ...process.env, MATRIX: 'owner', ...databases },
      execArgv: [],
    },
  )
  return { path, runner }
}

async function runMatrix({ path, runner }: Tree, files: readonly string[], order: Run['order'] = {}): Promise<Verdict> {
  const changed = files.map((file) => join(path, file))
  runner.send({ changed, order } satisfies Run)
  const ended = once(runner, 'exit').then(() => [{ success: false, failures: [], broken: 'the runner ended' }])
  const [{ success, failures, broken }] = (await Promise.race([once(runner, 'message'), ended])) as [Ran]
  if (success) return { verdict: 'passed', cell: '' }
  const failure = failures.find((message) => message.includes(' · '))
  if (failure === undefined) return { verdict: 'broken', cell: (broken || failures[0] || '').slice(0, 200) }
  const cell = failure.split('\n').find((text) => text.includes(' · ')) ?? ''
  return { verdict: 'caught', cell: cell.trim().slice(0, 180) }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const share = Number(process.env.SHARE ?? 1)
/** Which share: by the commit, so that a few commits take all of them. */
function turn(): number {
  if (share === 1) return 0
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return Number.parseInt(commit.slice(0, 8), 16) % share
}

const nth = turn()
const mutants = files
  .flatMap(mutantsOf)
  .filter(({ file }) => process.env.ONLY === undefined || file.includes(process.env.ONLY))
  .filter((_, index) => index % share === nth)
if (process.argv.includes('--list')) {
  for (const { file, line, removed } of mutants) say(`${file}:${line}  ${removed}`)
  process.exit()
}
const dataDir = mkdtempSync(join(tmpdir(), 'signpost-mutants-data-'))
const embedded = await startEmbedded({
  dataDir,
  onProgress: () => undefined,
})
/** Migrated once, for all runs. */
const template = 'signpost_template_of_all'
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => embedded.stop().then(() => process.exit(1)))
const trees: Tree[] = []
const verdicts: Verdict[] = []
/** The file that a tree was changed in last. */
const lastOf = new Map<Tree, string>()

try {
  await makeTemplate({ adminUrl: embedded.url, template, pooler: null })
  trees.push(startTree(embedded.url), startTree(embedded.url))
  if (share > 1) say(`One of ${share} shares: \`npm run evidence -- mutants\` takes all.`)
  say(`${mutants.length} owner filters, each removed in turn.\n`)
  let next = 0
  await Promise.all(
    trees.map(async (tree) => {
      let before = mutants[next]!.file
      while (next < mutants.length) {
        const index = next++
        const { file, source, line, removed } = mutants[index]!
        writeFileSync(join(tree.path, file), source)
        verdicts[index] = await runMatrix(tree, [file, before], { MATRIX_FIRST: likely(file) })
        cpSync(join(root, file), join(tree.path, file))
        before = file
        say(`${verdicts[index].verdict.padEnd(7)} ${file}:${line}  ${removed}\n        ${verdicts[index].cell}`)
      }
      lastOf.set(tree, before)
    }),
  )
  // Last, so that a mutant that outlived its turn, whose cells would fail for those after it, is seen.
  const orders = [{}, { MATRIX_REVERSED: '1' }]
  const runs = trees.map((tree, index) => runMatrix(tree, [lastOf.get(tree)!], orders[index]))
  for (const { verdict, cell } of await Promise.all(runs)) {
    if (verdict !== 'passed') throw new Error(`The matrix fails without a mutant: ${cell}`)
  }
  say('\nThe matrix passes with all of them, in either order.')
} finally {
  for (const { path, runner } of trees) {
    runner.kill()
    rmSync(path, { recursive: true, force: true })
  }
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

for (const { file, why } of otherPlaces) say(`left out: a condition in ${file} (${why})`)
for (const [file, why] of Object.entries(elsewhere)) say(`left out: ${file} (${why})`)
const caught = verdicts.filter(({ verdict }) => verdict === 'caught').length
say(`\nowner filters: ${caught} of ${mutants.length} mutants fail a cell`)
process.exitCode = caught === mutants.length && mutants.length > 0 ? 0 : 1
