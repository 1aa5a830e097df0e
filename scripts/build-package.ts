import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds the package for others: the client and the verifier as JavaScript with types, and a separate manifest, because
 * they need none of the server's packages. `npm pack ./dist` packs it. Below `cjs` is the same for `require`.
 */
const root = join(import.meta.dirname, '..')
const dist = process.argv[2] ?? join(root, 'dist')

const compile = (...options: string[]) =>
  execFileSync('tsc', ['-p', 'tsconfig.package.json', ...options], { cwd: root, stdio: 'inherit' })
const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false']

rmSync(dist, { recursive: true, force: true })
// Editors show the comments of the types; the code goes without.
for (const options of [
  ['--outDir', dist],
  ['--outDir', join(dist, 'cjs'), ...commonJs],
]) {
  compile(...options, '--emitDeclarationOnly')
  compile(...options, '--declaration', 'false', '--removeComments')
}
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
// The types of records and of calls are there once: they are most of the package.
for (const name of ['types', 'resources']) {
  const once = `export type * from '../../../client/generated/${name}.js' with { 'resolution-mode': 'import' }\n`
  writeFileSync(join(dist, `cjs/client/generated/${name}.d.ts`), once)
}

type Entries = Record<string, { types: string; default: string }>
const manifestOfService = readFileSync(join(root, 'package.json'), 'utf8').replaceAll('./build/src/', './')
const { version, license, type, exports } = JSON.parse(manifestOfService) as {
  [name: string]: string
} & { exports: Entries }

/** An entry for `import`, and its twin for `require`. */
const twoWays = Object.entries(exports).map(([entry, { types, default: code }]) => {
  const twin = (path: string) => path.replace('./', './cjs/')
  const own = entry === './client' ? '.' : entry
  return [own, { import: { types, default: code }, require: { types: twin(types), default: twin(code) } }]
})
const manifest = {
  ...{ name: '@signpost/client', version, description: 'Client of Signpost, and the verifier of its webhooks.' },
  ...{ license, type, sideEffects: false, engines: { node: '>=20.3' } },
  exports: Object.fromEntries(twoWays),
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
// A page of the docs: its links to other pages don't work from here.
const readme = readFileSync(join(root, 'docs/how-to/sdks.md'), 'utf8').replace(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, '$1')
writeFileSync(join(dist, 'README.md'), readme)
