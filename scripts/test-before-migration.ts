// node scripts/test-before-migration.ts [files]
//
// Tests that the newest migration is only an expansion: the suite of the commit before it, checked out beside this
// tree, runs on the schema after it. It begins with the tag v1.0.0: earlier migrations were rewritten.

import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const first = 'v1.0.0'

/** The tests of a running process of the former version. */
const suite = [
  'test/registry',
  'test/consent',
  'test/ownership',
  'test/resolution',
  'test/webhooks',
  'test/system/races',
]

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The commit before the one that added the newest migration, or undefined if that is older than the first release. */
function commitBefore(): string | undefined {
  const newest = globSync('migrations/Migration*.ts', { cwd: root }).sort().at(-1)!
  if (git('tag', '--list', first) === '') return undefined
  const added = git('log', '--diff-filter=A', '--format=%H', `${first}..HEAD`, '--', newest)
  return added === '' ? undefined : git('rev-parse', `${added.split('\n').at(-1)}^`)
}

/** The former suite clones a template database: this tree's `migrate` makes it. */
function useNewestSchema(folder: string): void {
  const setup = join(folder, 'test/support/global-setup.ts')
  const text = readFileSync(setup, 'utf8')
  const led = text.replace("'../../src/database/migrate.ts'", `'${join(root, 'src/database/migrate.ts')}'`)
  if (led === text) throw new Error('The former suite makes its template in another way')
  writeFileSync(setup, led)
}

const commit = commitBefore()
if (commit === undefined) console.log(`Left out: no migration since ${first}.`)
else {
  const scratch = mkdtempSync(join(tmpdir(), 'signpost-before-'))
  const folder = join(scratch, 'tree')
  try {
    git('worktree', 'add', '--quiet', '--detach', folder, commit)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    useNewestSchema(folder)
    const asked = process.argv.slice(2)
    const files = asked.length > 0 ? asked : suite
    const { status } = spawnSync('vitest', ['run', ...files, '--silent=true'], { cwd: folder, stdio: 'inherit' })
    process.exitCode = status ?? 1
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(scratch, { recursive: true, force: true })
  }
}
