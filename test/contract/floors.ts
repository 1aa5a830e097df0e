import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type Source = { path: string; text: string }

/** Every source file of the application; generated ones too, since they import. */
export function readSources(): Source[] {
  const root = join(import.meta.dirname, '../..')
  return globSync('src/**/*.ts', { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/**
 * The folders of `src/`, each below those before it: an import points down this list or stays in its folder. An unknown
 * folder fails. docs/architecture.md says what each holds.
 */
export const floors = [
  'cli',
  'process',
  'surfaces',
  'app',
  'maintenance',
  'payees',
  'releases',
  'resolution',
  'consent',
  'ownership',
  'registry',
  'webhooks',
  'access',
  'unit-of-work',
  'events',
  'vault',
  'database',
  'observability',
  'kernel',
] as const

/** REST's rows map onto GraphQL's fields, and a page publishes its schema; all else is HTTP's transport. */
const surfaces: Record<string, readonly string[]> = {
  rest: ['graphql', 'http'],
  graphql: ['http'],
  pages: ['graphql', 'http'],
  http: [],
}

/** What others install, or what runs below the service: they know the service by its interface alone. */
const packages: Record<string, readonly string[]> = { client: ['verifier'], verifier: [], postgres: [] }
const mayUse: Record<string, readonly string[]> = { client: ['cli'], verifier: ['cli'], postgres: ['cli'] }

const folderOf = (path: string): string => path.split('/')[1]!

export const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    normalize(join(dirname(path), target!)),
  )

/** What breaks the floors of the architecture, a sentence each. */
export function floorViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((target) => target.startsWith('src/') && !isAllowed(source.path, target))
      .map((target) => `${source.path} imports ${target}`),
  )
}

function isAllowed(path: string, target: string): boolean {
  const [from, to] = [folderOf(path), folderOf(target)]
  if (from === 'surfaces' && to === 'surfaces') return isAllowedSurface(path.split('/')[2]!, target.split('/')[2]!)
  if (from === to) return true
  if (from in packages) return packages[from]!.includes(to)
  if (to in packages) return mayUse[to]?.includes(from) ?? false
  const [above, below] = [floors.indexOf(from as never), floors.indexOf(to as never)]
  return above >= 0 && below > above
}

function isAllowedSurface(from: string, to: string): boolean {
  // Files of the folder itself, such as the gate, are below every surface.
  if (to.endsWith('.ts')) return true
  if (from.endsWith('.ts')) return false
  return from === to || (surfaces[from]?.includes(to) ?? false)
}

/** How many imports between our own files stay in their folder of `src/`; `kernel`, which all share, is told apart. */
export function importsInside(sources: readonly Source[]): { all: number; inside: number; toKernel: number } {
  const written = sources.filter(({ path }) => !path.includes('generated'))
  const pairs = written.flatMap((source) =>
    importsOf(source)
      .filter((target) => target.startsWith('src/'))
      .map((target) => [folderOf(source.path), folderOf(target)] as const),
  )
  return {
    all: pairs.length,
    inside: pairs.filter(([from, to]) => from === to).length,
    toKernel: pairs.filter(([, to]) => to === 'kernel').length,
  }
}

/** The source without comments and text: what is left is code. */
const codeOf = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g, "''")

/** The configuration, and what the ORM's command line reads in its place: no process of the service loads that. */
const mayReadEnvironment = new Set(['src/app/config.ts', 'src/app/config-cli.ts', 'src/database/orm-tools.ts'])

/** Files that read the environment, but for those that may. */
export const environmentReaders = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        !mayReadEnvironment.has(path) &&
        /\bprocess\s*(?:\.\s*env|\[)|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(codeOf(text)),
    )
    .map(({ path }) => path)

const unmistakable = /(?<![\w.])(?:40[1-9]|41[0-9]|42[0-9]|431|50[1-4])(?![\w.])/
const inPlace = /\b(?:code|status|statusCode)\s*(?:\(|:|=(?!=)|===)\s*[2-5]\d\d\b/

/** Files that speak of HTTP statuses, but for the one table, REST and clients (worker, commands, our own). */
export const statusSpeakers = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path }) =>
        !/^src\/(?:kernel\/status\.ts|surfaces\/rest|surfaces\/graphql\/generated|webhooks|client|cli)/.test(path) &&
        !path.startsWith('src/registry/aliases/normalization/confusables'),
    )
    .filter(({ text }) => unmistakable.test(codeOf(text)) || inPlace.test(codeOf(text)))
    .map(({ path }) => path)
