import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The content of `npm pack`: the service as JavaScript, because Node strips no types below node_modules, with its
 * migrations, its schema and its built pages. All paths are those of the repository, so that every path in the code is
 * valid.
 */
const root = join(import.meta.dirname, '..')
const build = process.argv[2] ?? join(root, 'build')

const compile = (project: string, outDir: string) =>
  execFileSync('tsc', ['-p', project, '--outDir', outDir], { cwd: root, stdio: 'inherit' })

rmSync(build, { recursive: true, force: true })
compile('tsconfig.server.json', build)
// The client and the verifier with their types: others import these two.
compile('tsconfig.package.json', join(build, 'src'))
const alongside = [
  'package.json',
  'CHANGELOG.md',
  ...globSync(
    ['schema/*.graphql', 'schema/examples', 'web/*/dist', 'web/docs', 'web/reference', 'docs', 'deploy/systemd'],
    { cwd: root },
  ),
]
for (const path of alongside) cpSync(join(root, path), join(build, path), { recursive: true })
