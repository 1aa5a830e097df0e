import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What the control takes from this tree: both versions are to hold the same data. */
const overlaid = ['bench/timing/seed.ts', 'test/support/hidden-aliases.ts', 'test/support/hidden-identities.ts']

/** A scratch copy of another version of the code. `tree` is its folder. */
export type ControlTree = { tree: string; name: string; remove(): void }

/**
 * Copies what a commit holds, or a folder as it is, and links the dependencies of this tree. Nothing is registered with git,
 * so that a run that is killed leaves nothing but a folder in the temporary directory.
 */
export function controlTree(from: { commit: string } | { folder: string }): ControlTree {
  const tree = mkdtempSync(join(tmpdir(), 'signpost-control-'))
  if ('commit' in from) unpack(from.commit, tree)
  else copy(from.folder, tree)
  for (const file of overlaid) cpSync(join(root, file), join(tree, file))
  if (!existsSync(join(tree, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return {
    tree,
    name: 'commit' in from ? from.commit : from.folder,
    remove: () => rmSync(tree, { recursive: true, force: true }),
  }
}

function unpack(commit: string, tree: string): void {
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
}

function copy(folder: string, tree: string): void {
  cpSync(folder, tree, {
    recursive: true,
    filter: (path) => !/^(?:node_modules|\.git)(?:\/|$)/.test(relative(folder, path)),
  })
}
