import { globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Which tests run when: the quick ones by `npm test`, both by `.ci/run`. An entry is a folder or a file; the longest one
 * that fits a file decides, and test/contract/tiers.test.ts sees to it that every file has one.
 */
export const tiers = {
  /** Rules, contracts and services: what a change breaks first. */
  quick: [
    'test/abuse/graphql-cost.test.ts',
    'test/abuse/graphql-keyless.test.ts',
    'test/abuse/graphql-transport.test.ts',
    'test/abuse/headers.test.ts',
    'test/abuse/persisted-queries.test.ts',
    'test/abuse/trusted-documents.test.ts',
    'test/client/errors.test.ts',
    'test/client/methods.test.ts',
    'test/contract/',
    'test/crypto/',
    'test/domain/',
    'test/e2e/entities.test.ts',
    'test/e2e/graphql-bounds.test.ts',
    'test/e2e/graphql-errors.test.ts',
    'test/e2e/graphql-http-audits.test.ts',
    'test/e2e/sdl.test.ts',
    'test/metrics/counting.test.ts',
    'test/metrics/page.test.ts',
    'test/metrics/payable.test.ts',
    'test/persistence/',
    'test/security/canary.test.ts',
    'test/security/driver-errors.test.ts',
    'test/security/encryption.test.ts',
    'test/services/',
    'test/tracing/',
    'test/webhooks/',
  ],
  /** Browsers, processes, faults, races, fuzzing and attacks: what needs more time, or more than npm brings. */
  thorough: [
    'test/abuse/',
    'test/cli/',
    'test/client/',
    'test/console/',
    'test/contract/uniform-miss-timing.test.ts',
    'test/e2e/',
    'test/faults/',
    'test/foreign/',
    'test/fuzz/',
    'test/growth/',
    'test/metrics/processes.test.ts',
    'test/model/',
    'test/postgres/',
    'test/races/',
    'test/security/',
    'test/services/limits-shared.test.ts',
  ],
} as const

/**
 * What takes longest starts first: started last, it would leave the other processors with nothing to do. A clean clone
 * knows no durations. The slowest come first; a file of some seconds needs no place here.
 */
export const slowest: readonly string[] = [
  'test/contract/privilege-matrix.test.ts',
  'test/contract/nested-scopes.test.ts',
  'test/contract/table.test.ts',
  'test/services/stored-gaps.test.ts',
  'test/persistence/list-plans.test.ts',
  'test/contract/malformed.test.ts',
  'test/contract/docs-code.test.ts',
  'test/services/challenge-sending.test.ts',
  'test/webhooks/misbehaving.test.ts',
  'test/abuse/graceful-stop.test.ts',
  'test/e2e/console-access.test.ts',
  'test/postgres/embedded.test.ts',
  'test/abuse/processes.test.ts',
  'test/faults/quick.test.ts',
  'test/cli/package.test.ts',
  'test/contract/uniform-miss-timing.test.ts',
  'test/e2e/pages-access.test.ts',
  'test/cli/asking.test.ts',
  'test/security/address-key.test.ts',
  'test/growth/failover-look-ups.test.ts',
  'test/metrics/processes.test.ts',
  'test/e2e/console-safety.test.ts',
  'test/e2e/console-lists.test.ts',
  'test/e2e/console.test.ts',
  'test/e2e/collection.test.ts',
  'test/races/release-revoke.test.ts',
  'test/e2e/reference.test.ts',
  'test/growth/replicas-cut.test.ts',
  'test/e2e/console-keyboard.test.ts',
  'test/e2e/documentation.test.ts',
  'test/e2e/console-payable.test.ts',
  'test/cli/consumers.test.ts',
  'test/growth/gateways.test.ts',
  'test/e2e/console-ownership.test.ts',
  'test/security/reencrypt.test.ts',
  'test/cli/mistakes.test.ts',
  'test/e2e/router.test.ts',
  'test/growth/read-replicas.test.ts',
  'test/faults/webhook-kills.test.ts',
  'test/cli/no-values.test.ts',
  'test/cli/terminal.test.ts',
  'test/cli/first-minutes.test.ts',
  'test/cli/erase.test.ts',
  'test/security/release-canary.test.ts',
  'test/cli/import.test.ts',
  'test/security/boot.test.ts',
]

export type Tier = keyof typeof tiers

/** Every test file, from the root. */
export const testFiles = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).sort()

const fits = (entry: string, file: string) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry)

const entries = (Object.keys(tiers) as Tier[]).flatMap((tier) => tiers[tier].map((entry) => ({ tier, entry })))

/** The entries that a file belongs to, the longest first. */
export const entriesOf = (file: string): { tier: Tier; entry: string }[] =>
  entries.filter(({ entry }) => fits(entry, file)).sort((a, b) => b.entry.length - a.entry.length)

/** The tier that runs a file, or undefined. */
export const tierOf = (file: string): Tier | undefined => entriesOf(file)[0]?.tier

/** Whether a word of the command line is meant as the name of a test file, as Vitest understands names. */
function namesFile(word: string, files: readonly string[]): boolean {
  const name = word.replace(/:\d+$/, '')
  const path = relative(root, resolve(name))
  return !name.startsWith('-') && files.some((file) => file.includes(name) || file.startsWith(path))
}

/**
 * What a run includes: the files of the tier that `TIER` names (`quick`, `thorough` or `all`), or all when the command
 * names files, which Vitest then picks; else the quick tier.
 */
export function included(words: readonly string[], tier: string | undefined): string[] {
  const files = testFiles()
  const values = new Set(['-t', '--testNamePattern', '--reporter', '--outputFile'])
  const isNamed = words.some((word, index) => !values.has(words[index - 1] ?? '') && namesFile(word, files))
  const wanted = tier ?? (isNamed ? 'all' : 'quick')
  if (wanted === 'all') return files
  if (!Object.hasOwn(tiers, wanted)) throw new Error(`TIER is one of ${Object.keys(tiers).join(', ')}, all`)
  return files.filter((file) => tierOf(file) === wanted)
}

/** The tests with packages of their own, libraries of others: who runs one installs them. */
export const foreign = 'test/foreign/'

/** Whether a run includes such a test. */
export const asksForForeign = (words: readonly string[], tier: string | undefined): boolean => {
  const files = testFiles().filter((file) => file.startsWith(foreign))
  return tier === undefined ? words.some((word) => namesFile(word, files)) : tier !== 'quick'
}
