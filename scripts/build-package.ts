import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What others install: the client and the verifier as JavaScript with types, and a manifest of their own, since they need
 * none of the server's packages. `npm pack ./dist` makes a package of it.
 */
const root = join(import.meta.dirname, '..')
const dist = process.argv[2] ?? join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.package.json', '--outDir', dist], { cwd: root, stdio: 'inherit' })

const { name, version, description, license, type, exports } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8').replaceAll('./build/src/', './'),
)
const manifest = { name, version, description, license, type, sideEffects: false, engines: { node: '>=20.3' }, exports }
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
