import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** A package that was packed and unpacked: its folder below `node_modules`, its command, and the files that it holds. */
export type Installed = { folder: string; home: string; bin: string; files: string[]; size: number }

/** The packages that npm would install with it: those of the lock file that are not for development alone. */
function dependencies(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .map(([path]) => path.slice('node_modules/'.length))
}

/**
 * Packs the service with `npm pack` and unpacks it where npm would. Its dependencies are links to those of the repository:
 * an installation from a registry takes minutes, and finds the same ones.
 */
export async function installPackage(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-installed-'))
  const options = { cwd: root, env: { ...process.env, npm_config_update_notifier: 'false' } }
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], options)
  const [{ filename, files, size }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  const home = join(folder, 'node_modules/signpost')
  mkdirSync(home, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', home])
  for (const name of dependencies()) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    // Packages of other platforms are missing in the repository too, so their links lead nowhere.
    symlinkSync(join(root, 'node_modules', name), link)
  }
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return { folder, home, bin: join(home, bin.signpost), size, files: files.map(({ path }: { path: string }) => path) }
}
