import { globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Which tests run when: the quick ones by `npm test`, all by `.ci/run`. An entry is a folder or a file; the longest one
 * that fits a file decides, and test/system/contract/tiers.test.ts sees to it that every file has one.
 */
export const tiers = {
  /** Rules, contracts and services: what a change breaks first. */
  quick: [
    'test/access/',
    'test/audit/',
    'test/cli/opener-finding.test.ts',
    'test/client/errors.test.ts',
    'test/client/methods.test.ts',
    'test/config/',
    'test/consent/',
    'test/database/',
    'test/events/',
    'test/kernel/',
    'test/observability/',
    'test/ownership/',
    'test/payees/',
    'test/process/at-rest.test.ts',
    'test/process/due-work.test.ts',
    'test/process/retention.test.ts',
    'test/registry/',
    'test/releases/',
    'test/resolution/',
    'test/surfaces/',
    'test/system/contract/',
    'test/vault/',
    'test/webhooks/',
  ],
  /** Browsers, processes, faults, races, fuzzing and attacks: what needs more time, or more than npm brings. */
  thorough: [
    'test/access/quotas/shared.test.ts',
    'test/access/request-log.test.ts',
    'test/access/revocation.test.ts',
    'test/audit/export.test.ts',
    'test/audit/kills.test.ts',
    'test/cli/',
    'test/client/',
    'test/consent/notices-model.test.ts',
    'test/database/announcements.test.ts',
    'test/database/list-plans.test.ts',
    'test/database/slow-lists.test.ts',
    'test/observability/processes.test.ts',
    'test/ownership/claim-pauses-model.test.ts',
    'test/ownership/claims-model.test.ts',
    'test/postgres/',
    'test/process/',
    'test/registry/binding.test.ts',
    'test/registry/endpoints/canonical-mutations.test.ts',
    'test/registry/endpoints/snapshots-model.test.ts',
    'test/registry/erasure/at-once.test.ts',
    'test/registry/import/growth.test.ts',
    'test/registry/import/round-trip.test.ts',
    'test/registry/model.test.ts',
    'test/registry/search-plans.test.ts',
    'test/registry/stored-gaps.test.ts',
    'test/releases/canary.test.ts',
    'test/releases/model.test.ts',
    'test/releases/opener-limits.test.ts',
    'test/releases/opener.test.ts',
    'test/resolution/cached-answers.test.ts',
    'test/resolution/explanations/resolve.test.ts',
    'test/resolution/impacts/resolve.test.ts',
    'test/surfaces/graphql/composition.test.ts',
    'test/surfaces/graphql/fast-path.test.ts',
    'test/surfaces/graphql/router.test.ts',
    'test/surfaces/graphql/values.test.ts',
    'test/surfaces/http/limits.test.ts',
    'test/surfaces/http/pieces.test.ts',
    'test/surfaces/http/slow-clients.test.ts',
    'test/surfaces/http/unread-answers.test.ts',
    'test/surfaces/rest/samples.test.ts',
    'test/system/',
    'test/system/contract/docs-code.test.ts',
    'test/system/contract/rungs.test.ts',
    'test/system/contract/uniform-miss-timing.test.ts',
    'test/vault/address-key-mode.test.ts',
    'test/vault/reencrypt.test.ts',
    'test/web/',
  ],
  /** Tests that replace modules or change their process, so each has a process of its own. */
  alone: [
    'test/cli/time-limit.test.ts',
    'test/postgres/start-lock.test.ts',
    'test/system/growth/read-replicas.test.ts',
    'test/system/growth/resolve-controls.test.ts',
    'test/system/races/cooldown.test.ts',
    'test/system/races/creates.test.ts',
    'test/system/races/idempotency.test.ts',
    'test/system/races/primary.test.ts',
    'test/system/races/revoke.test.ts',
  ],
} as const

/**
 * The slowest files start first, so that no processor is idle at the end. A clean clone
 * knows no durations. The slowest come first; a file of some seconds needs no place here.
 */
export const slowest: readonly string[] = [
  'test/system/contract/privilege-matrix.test.ts',
  'test/system/contract/nested-scopes.test.ts',
  'test/system/contract/table.test.ts',
  'test/registry/stored-gaps.test.ts',
  'test/database/list-plans.test.ts',
  'test/system/contract/malformed.test.ts',
  'test/system/contract/docs-code.test.ts',
  'test/ownership/challenge-sending.test.ts',
  'test/webhooks/misbehaving.test.ts',
  'test/process/graceful-stop.test.ts',
  'test/system/browser/console-access.test.ts',
  'test/postgres/embedded.test.ts',
  'test/process/processes.test.ts',
  'test/system/faults/quick.test.ts',
  'test/cli/package.test.ts',
  'test/system/contract/uniform-miss-timing.test.ts',
  'test/system/browser/pages-access.test.ts',
  'test/cli/asking.test.ts',
  'test/vault/address-key-mode.test.ts',
  'test/system/growth/failover-look-ups.test.ts',
  'test/observability/processes.test.ts',
  'test/system/browser/console-safety.test.ts',
  'test/system/browser/console-lists.test.ts',
  'test/system/browser/console.test.ts',
  'test/system/browser/collection.test.ts',
  'test/system/races/release-revoke.test.ts',
  'test/system/browser/reference.test.ts',
  'test/system/growth/replicas-cut.test.ts',
  'test/system/browser/console-keyboard.test.ts',
  'test/system/browser/documentation.test.ts',
  'test/system/browser/console-payable.test.ts',
  'test/cli/consumers.test.ts',
  'test/system/growth/gateways.test.ts',
  'test/system/browser/console-ownership.test.ts',
  'test/vault/reencrypt.test.ts',
  'test/cli/mistakes.test.ts',
  'test/surfaces/graphql/router.test.ts',
  'test/system/growth/read-replicas.test.ts',
  'test/system/faults/webhook-kills.test.ts',
  'test/cli/no-values.test.ts',
  'test/cli/terminal.test.ts',
  'test/cli/first-minutes.test.ts',
  'test/cli/erase.test.ts',
  'test/releases/canary.test.ts',
  'test/cli/import.test.ts',
  'test/process/boot.test.ts',
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

/** Checks whether a command-line word names a test file, by the rules of Vitest. */
function namesFile(word: string, files: readonly string[]): boolean {
  const name = word.replace(/:\d+$/, '')
  const path = relative(root, resolve(name))
  return !name.startsWith('-') && files.some((file) => file.includes(name) || file.startsWith(path))
}

/**
 * Selects the files of a run: those of the tier that `TIER` names (`quick`, `thorough` or `all`), or all when the command
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

/** Tests against third-party libraries, with packages that are installed on demand. */
export const foreign = 'test/system/foreign/'

/** Checks whether a run includes tests against third-party libraries. */
export const asksForForeign = (words: readonly string[], tier: string | undefined): boolean => {
  const isForeign = (file: string) => file.startsWith(foreign)
  return tier === undefined
    ? words.some((word) => namesFile(word, testFiles().filter(isForeign)))
    : included(words, tier).some(isForeign)
}
