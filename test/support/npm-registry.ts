import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Each installed version of a package with its folder, as the lock file places it. */
function installed(root: string): Map<string, Map<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const found = new Map<string, Map<string, string>>()
  for (const [path, { version }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(name, (found.get(name) ?? new Map<string, string>()).set(version, join(root, path)))
  }
  return found
}

/** Serves the packages that are installed in `root` as npm's registry would, on loopback. */
export async function startNpmRegistry(root: string): Promise<{ url: string; close(): void }> {
  const packages = installed(root)
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url!.slice(1)).split('/-/')
    const versions = packages.get(name)
    if (!versions) return response.writeHead(404).end('{}')
    if (version) {
      const folder = versions.get(version)!
      const tar = spawn('tar', ['-c', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.'])
      return void tar.stdout.pipe(response)
    }
    const all = [...versions].map(([number, folder]) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return [number, { ...manifest, dist: { tarball: `${url}/${encodeURIComponent(name)}/-/${number}` } }] as const
    })
    const latest = all.at(-1)![0]
    return response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(all) }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}
