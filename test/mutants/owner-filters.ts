// Removes each owner filter of the source in turn, in a copy, and runs the privilege matrix there: a filter whose
// removal fails no cell is not proved. It prints a table and ends with 1 when a mutant lives. `--list` prints the filters, `ONLY`
// takes those of the files that have it in their path, `SHARE=3` a third of them: another one for another commit.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/postgres/embedded.ts'
import { makeTemplate } from '../support/global-setup.ts'

type Filter = { name: string; pattern: RegExp; instead?: string }

/** How owner filters are spelled: with the query builder, in SQL text, in a list's `belongs`. */
const filters: readonly Filter[] = [
  {
    name: 'where',
    pattern: /\n *\.where\('(?:\w+\.)?(?:consumer_id|owner_id|livemode)', '=', [\w.]+\.(?:consumerId|livemode)\)/g,
  },
  { name: 'and', pattern: /\s+and (?:\w+\.)?(?:consumer_id|owner_id|livemode) = \$\{[^}]+\}/g },
  { name: 'owner of the list', pattern: /(?:t\.consumer_id|t\.owner_id|t\.audience_id|\$\{side\}) = q\.id and /g },
  { name: 'owner or grantee', pattern: /\n *\.where\(\(where\) =>\n *where\.or\(\[\n[\s\S]*?\]\),\n *\)/g },
  { name: 'either side', pattern: /\s+and \(consumer_id = \$\{consumerId\} or owner_id = \$\{consumerId\}\)/g },
  { name: 'owner of the list', pattern: /\$\{holder\} = q\.id and /g },
  { name: 'of this identity', pattern: /\s+and identity_id = \$\{identity\.id\}/g },
  { name: 'cursor of the list', pattern: /(?<=join \$\{from\} t on )\$\{belongs\}/g, instead: 'true' },
  { name: 'rows of the list', pattern: /(?<=where )\$\{belongs\} and /g },
]

/** Where the same words filter something else. */
const elsewhere: Record<string, string> = {
  'src/registry/aliases/reservation-store.ts':
    'the namespace is global; whom a cooldown is told to is held by the model',
  'src/vault/data-key-store.ts': 'data keys have no owner: purpose and environment pick one',
  'src/maintenance/rotation/store.ts': 'data keys have no owner: purpose and environment pick one',
  'src/maintenance/import/look-up-store.ts':
    'reached from the command line alone, which acts as any owner: held by its own tests',
  'src/maintenance/export-store.ts':
    'reached from the command line alone, which acts as any owner: held by its own tests',
}
const otherPlaces: readonly { file: string; after: RegExp; why: string }[] = [
  {
    file: 'src/maintenance/changes/store.ts',
    after: /= \$\{consumerId\}$/,
    why: 'the changes feed tells more than a page of the matrix: held by test/services/changes.test.ts',
  },
  {
    file: 'src/access/api-keys/store.ts',
    after: /select created_at, id from api_key where id = \$\{after\}$/,
    why: "a cursor of the operator's list, who may list the keys of any consumer",
  },
  {
    file: 'src/access/usage/store.ts',
    after: /from usage_hour\s+where consumer_id = \$\{owner\.consumerId\}$/,
    why: 'counts have no ids that a cell could look for: test/services/usage.test.ts holds the environment',
  },
  {
    file: 'src/access/consumers/store.ts',
    after: /and [gr]\.consumer_id = c\.id$/,
    why: 'who is tied to whom: the matrix asks for the own name, test/services/consumer-names.test.ts for others',
  },
  {
    file: 'src/registry/identities/store.ts',
    after: /[ar]\.consumer_id = \$\{consumerId\}$/,
    why: 'narrows a list that is of one environment already',
  },
  {
    file: 'src/consent/grants/making-store.ts',
    after: /where identity_id = \$\{identity_id\}$/,
    why: 'the grantee of a grant that is replaced',
  },
  {
    file: 'src/consent/grants/making-store.ts',
    after: /where g\.identity_id = \$\{identityId\}$/,
    why: 'the grantee of a grant that stands, and is locked',
  },
  {
    file: 'src/consent/grants/making-store.ts',
    after: /from identity i where i\.id = \$\{identityId\}(?: and i\.consumer_id = \$\{owner\.consumerId\})?$/,
    why: 'what stands is used behind the identity, which its owner locks in the same packet',
  },
  {
    file: 'src/consent/grants/store.ts',
    after: /\.where\('identity_id', '=', identityId\)$/,
    why: 'the grantee of a grant that is widened',
  },
  {
    file: 'src/consent/grants/store.ts',
    after: /and g\.consumer_id is not null(?: and i\.consumer_id = \$\{owner\.consumerId\})?$/,
    why: 'where a grant lies: its identity is locked by its owner next, and without this a foreign id would only take longer',
  },
  {
    file: 'src/releases/opening/export-store.ts',
    after: /where i\.consumer_id = \$\{consumerId\}$/,
    why: "reached from the opener's command line alone: held by its own tests",
  },
  {
    file: 'src/consent/requests/store.ts',
    after: /t\.identity_id = q\.id(?: and t\.owner_id = \$\{consumerId\})?$/,
    why: 'the list of an identity that the same request has found by its owner: test/services/identity-exports.test.ts',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /t\.(?:identity_id = q\.id(?: and t\.consumer_id = \$\{consumerId\})?|donor_id = \$\{consumerId\})$/,
    why: 'the lists of an identity that the same request has found by its owner: test/services/identity-exports.test.ts',
  },
  {
    file: 'src/consent/requests/store.ts',
    after: /set open = false\s+where consumer_id = \$\{consumerId\}$/,
    why: "closes the requester's own requests that ran out, of one alias",
  },
  {
    file: 'src/ownership/challenges/store.ts',
    after: /where id = \$\{id\}(?: and consumer_id = \$\{consumerId\})?$/,
    why: 'locks what the same request has found by its owner',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /as open from claim where consumer_id = \$\{consumerId\}$/,
    why: "counts the claimer's open claims: held by its own tests",
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /select \* from claim c where c\.consumer_id = \$\{claim\.consumerId\}$/,
    why: 'finds what the insert of the same statement met by its key, which holds the consumer and the environment',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /as is_over from claim where id = \$\{id\}$/,
    why: 'locks what the same request has found by its side',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /where claim_id = any\(\$\{ids\}::uuid\[\]\)$/,
    why: 'the challenges of claims that were found by their side',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /select from claim where consumer_id = \$\{claim\.consumer_id\}$/,
    why: 'the lost contests of the claimer itself',
  },
  {
    file: 'src/releases/keys/store.ts',
    after: /as count from sealing_key where consumer_id = \$\{consumerId\}$/,
    why: "counts the caller's own keys",
  },
  {
    file: 'src/releases/keys/store.ts',
    after: /as "isUsable" from sealing_key\s+where id = \$\{id\}(?: and consumer_id = \$\{owner\.consumerId\})?$/,
    why: "the key that a release's body names: held by its own tests",
  },
  {
    file: 'src/unit-of-work/idempotency-store.ts',
    after: /delete from idempotency_record\s+where consumer_id = \$\{consumerId\}$/,
    why: 'takes back the key of the same request, whose hash is of its consumer and environment already',
  },
]

type Mutant = { file: string; line: number; filter: string; removed: string; source: string }

const root = join(import.meta.dirname, '../..')
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
type VitestReport = {
  numTotalTests: number
  success: boolean
  testResults: { message?: string; assertionResults: { status: string; failureMessages: string[] }[] }[]
}

/** The words of a file's path, in the singular: an operation that has one of them is likely to meet the file's filters. */
const likely = (file: string): string =>
  file
    .replace(/^src\/|\/?(?:[a-z]+-)?store\.ts$/g, '')
    .split(/[/-]/)
    .map((word) => word.replace(/(?:i?e)?s$/, ''))
    .join('|')

async function runMatrix(tree: string, databaseUrl: string, order: Record<string, string> = {}): Promise<Verdict> {
  const outputFile = join(tree, 'report.json')
  rmSync(outputFile, { force: true })
  const databases = { TEST_DATABASE_URL: databaseUrl, TEST_TEMPLATE: template }
  const env = { ...process.env, MATRIX: 'owner', ...order, ...databases }
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', 'test/contract/privilege-matrix.test.ts', '--bail=1'],
      ...['--reporter=json', `--outputFile=${outputFile}`],
    ],
    { cwd: tree, stdio: 'ignore', env },
  )
  await once(child, 'exit')
  const { success, testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as VitestReport
  if (success) return { verdict: 'passed', cell: '' }
  const failure = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .flatMap(({ failureMessages }) => failureMessages)
    .find((message) => message.includes(' · '))
  if (failure === undefined) return { verdict: 'broken', cell: testResults[0]?.message?.slice(0, 200) ?? '' }
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
const trees = [copyTree(), copyTree()]
/** Migrated once, for all runs. */
const template = 'signpost_template_of_all'
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => embedded.stop().then(() => process.exit(1)))
const verdicts: Verdict[] = []
try {
  await makeTemplate({ adminUrl: embedded.url, template, pooler: null })
  const orders = [{}, { MATRIX_REVERSED: '1' }]
  const controls = await Promise.all(orders.map((order, index) => runMatrix(trees[index]!, embedded.url, order)))
  for (const { verdict, cell } of controls) {
    if (verdict !== 'passed') throw new Error(`The matrix fails without a mutant: ${cell}`)
  }
  if (share > 1) say(`One of ${share} shares: \`npm run evidence -- mutants\` takes all.`)
  say(`${mutants.length} owner filters, each removed in turn; the matrix passes with all of them.\n`)
  let next = 0
  await Promise.all(
    trees.map(async (tree) => {
      while (next < mutants.length) {
        const index = next++
        const { file, source, line, removed } = mutants[index]!
        writeFileSync(join(tree, file), source)
        verdicts[index] = await runMatrix(tree, embedded.url, { MATRIX_FIRST: likely(file) })
        cpSync(join(root, file), join(tree, file))
        say(`${verdicts[index].verdict.padEnd(7)} ${file}:${line}  ${removed}\n        ${verdicts[index].cell}`)
      }
    }),
  )
} finally {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

for (const { file, why } of otherPlaces) say(`left out: a condition in ${file} (${why})`)
for (const [file, why] of Object.entries(elsewhere)) say(`left out: ${file} (${why})`)
const caught = verdicts.filter(({ verdict }) => verdict === 'caught').length
say(`\nowner filters: ${caught} of ${mutants.length} mutants fail a cell`)
process.exitCode = caught === mutants.length && mutants.length > 0 ? 0 : 1
