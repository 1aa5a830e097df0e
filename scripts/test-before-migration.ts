// node scripts/test-before-migration.ts [--migration NAME] [--control] [files]
//
// Whether the newest migration (or the one named) is only an expansion: the suite of the commit before it must pass on the
// schema after it. That commit is checked out beside this tree, with the packages that are installed here, and its tests run on
// a database that this tree's `migrate` has made. It needs git, and the history back to that commit. With `--control` the schema
// is contracted as well, by a column that has another name, and the suite must fail.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')

/** What a process of the version before does while the newer one is brought in. Contracts of the schema itself are not among it. */
const suite = ['test/services', 'test/races', 'test/webhooks', 'test/model', 'test/e2e/entities.test.ts']

/** What a migration may not do before nothing of the former version runs. */
const contraction = 'alter table alias rename column privacy_level to level'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The migrations, the newest last. */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^Migration\d+_\w+\.ts$/.test(name))
    .sort()

/** The commit before the one that added a migration. */
function commitBefore(migration: string): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `migrations/${migration}`).split('\n').at(-1)
  if (!added) throw new Error('Git does not know when this migration was added: fetch the whole history')
  return git('rev-parse', `${added}^`)
}

/** The former suite clones a template that the former `migrate` would make: this tree's makes it instead. */
export function leadHere(setup: string): string {
  const led = setup.replace("'../../src/database/migrate.ts', import.meta.url", "'newest-schema.ts', import.meta.url")
  if (led === setup) throw new Error('The former suite makes its template in another way')
  return led
}

const newestSchema = (contraction: string | null) => `
import { migrate as toNewest } from ${JSON.stringify(pathToFileURL(join(root, 'src/database/migrate.ts')).href)}
import { administer } from './admin.ts'
export async function migrate(url: string): Promise<void> {
  await toNewest(url)
  ${contraction === null ? '' : `await administer(url, ${JSON.stringify(contraction)})`}
}
`

function checkOut(commit: string, folder: string, contraction: string | null): void {
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const setup = join(folder, 'test/support/global-setup.ts')
  writeFileSync(setup, leadHere(readFileSync(setup, 'utf8')))
  writeFileSync(join(folder, 'test/support/newest-schema.ts'), newestSchema(contraction))
}

function runSuite(folder: string, asked: readonly string[]): number {
  const files = (asked.length > 0 ? asked : suite).filter((file) => existsSync(join(folder, file)))
  const vitest = join(root, 'node_modules/.bin/vitest')
  return spawnSync(vitest, ['run', ...files, '--silent=true'], { cwd: folder, stdio: 'inherit' }).status ?? 1
}

function main(): number {
  if (git('rev-parse', '--is-shallow-repository') === 'true') {
    console.log('Left out: this copy of the repository has no history. `git fetch --unshallow` brings it.')
    return 0
  }
  const options = { migration: { type: 'string' }, control: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const known = migrationsIn(join(root, 'migrations'))
  const migration = known.find((name) => name === values.migration || name === `${values.migration}.ts`)
  if (values.migration !== undefined && migration === undefined) throw new Error('There is no migration of that name')
  const newest = migration ?? known.at(-1)!
  const commit = commitBefore(newest)
  const scratch = mkdtempSync(join(tmpdir(), 'signpost-before-'))
  const folder = join(scratch, 'tree')
  try {
    checkOut(commit, folder, values.control ? contraction : null)
    const lacking = known.filter((name) => !existsSync(join(folder, 'migrations', name)))
    console.log(`The suite of ${commit.slice(0, 12)} on the schema of now, which is newer by ${lacking.join(', ')}`)
    const code = runSuite(folder, positionals)
    if (!values.control) return code
    console.log(code === 0 ? 'The control passed: a contraction is not seen' : 'The control failed, as it must')
    return code === 0 ? 1 : 0
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exitCode = main()
