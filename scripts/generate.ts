// npm run generate -- [NAME…]
//
// Makes all generated files, or the named ones.

import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Generator = {
  /** A program, and its arguments. */
  readonly command: string
  /** The folder with its own packages in which it runs, from the root. */
  readonly folder?: string
}

/** The pages of scripts/pages.ts. */
const pageNames =
  'routes errors prices admin configuration cli catalogue events operations graphql scopes privacy-levels'.split(' ')

/** The generators, in order. */
export const generators: Readonly<Record<string, Generator>> = {
  codegen: { command: 'main.ts', folder: 'scripts/codegen' },
  confusables: { command: 'scripts/generate-confusables.ts' },
  client: { command: 'scripts/clients.ts client' },
  python: { command: 'scripts/clients.ts python' },
  ...Object.fromEntries(pageNames.map((name) => [name, { command: `scripts/pages.ts ${name}` }])),
  collection: { command: 'generate.ts', folder: 'examples/collection' },
}

/** The named generators, or all. @throws on an unknown name */
export function chosen(names: readonly string[]): string[] {
  const unknown = names.find((name) => !Object.hasOwn(generators, name))
  if (unknown !== undefined)
    throw new Error(`There is no generator of that name. Take ${Object.keys(generators).join(', ')}`)
  return names.length > 0 ? [...names] : Object.keys(generators)
}

function run(program: string, args: readonly string[], folder: string): void {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`Failed: ${program} ${args.join(' ')}`)
}

/** Installs a folder's packages, unless its lock file is unchanged. */
export function install(folder: string): void {
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false })
  if (installed && installed.mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs) return
  run('npm', ['ci', '--silent', '--no-audit', '--no-fund'], folder)
}

function generate({ command, folder }: Generator): void {
  const place = join(root, folder ?? '.')
  if (folder !== undefined) install(place)
  run(process.execPath, command.split(' '), place)
}

if (import.meta.main) for (const name of chosen(process.argv.slice(2))) generate(generators[name]!)
