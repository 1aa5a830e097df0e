import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'

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
  const remove = () => rmSync(tree, { recursive: true, force: true })
  try {
    if ('commit' in from) unpack(from.commit, tree)
    else copy(from.folder, tree)
    overlay(tree)
    if (!existsSync(join(tree, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  } catch (error) {
    remove()
    throw error
  }
  return { tree, name: 'commit' in from ? from.commit : from.folder, remove }
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

function overlay(tree: string): void {
  const importOf = importerOf(tree)
  for (const file of overlaid) {
    cpSync(join(root, file), join(tree, file))
    writeFileSync(join(tree, file), retarget(readFileSync(join(root, file), 'utf8'), importOf))
  }
}

/** What older versions call a name. */
const former: Readonly<Record<string, readonly string[]>> = { refreshSnapshots: ['refreshCards'] }

/** Files move between versions, names hardly ever: each name is imported from the file that exports it there. */
function retarget(source: string, importOf: (name: string, path: string) => string): string {
  return source.replaceAll(/^import \{([^}]+)\} from '\.\.\/\.\.\/(src\/[^']+)'$/gm, (_, names: string, path: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => importOf(name, path))
      .join('\n'),
  )
}

/** Makes the import of a name: from the file at the same path, else one that is called the same, else the only one. */
function importerOf(tree: string) {
  const sources = globSync('src/**/*.ts', { cwd: tree }).map(
    (path) => [path, readFileSync(join(tree, path), 'utf8')] as const,
  )
  function fileOf(name: string, path: string): string | undefined {
    const exports = new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm')
    const found = sources.filter(([, text]) => exports.test(text)).map(([at]) => at)
    const alike = found.filter((at) => basename(at) === basename(path))
    return found.includes(path) ? path : (alike[0] ?? found[0])
  }
  return (name: string, path: string): string => {
    const called = [name, ...(former[name] ?? [])].find((one) => fileOf(one, path) !== undefined)
    if (called === undefined) throw new Error(`The control has no ${name}, which the seed needs`)
    return `import { ${called === name ? name : `${called} as ${name}`} } from '../../${fileOf(called, path)}'`
  }
}
