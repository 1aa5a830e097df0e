import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type Source = { path: string; text: string }

/** Every source file of the application; generated ones too, since they import. */
export function readSources(): Source[] {
  const root = join(import.meta.dirname, '../../..')
  return globSync('src/**/*.ts', { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/**
 * The rooms of `src/`, each below those before it: an import points down this list or stays in its room. A folder inside a
 * room may have a floor of its own. An unknown folder fails. docs/architecture.md describes each room.
 */
export const floors = [
  'cli',
  'process',
  'surfaces',
  'process/compose',
  'observability/collect',
  'config',
  'registry/import',
  'registry/erasure',
  'registry/sandbox',
  'registry/renormalization',
  'vault/rotation',
  'audit',
  'payees',
  'releases',
  'resolution',
  'consent',
  'ownership',
  'registry/changes',
  'registry',
  'webhooks',
  'access',
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

/** Packages that others install, or that run below the service: they know the service by its interface alone. */
const packages: Record<string, readonly string[]> = { client: ['verifier'], verifier: [], postgres: [] }
const mayUse: Record<string, readonly string[]> = { client: ['cli'], verifier: ['cli'], postgres: ['cli'] }

const folderOf = (path: string): string => path.split('/')[1]!

/** The floor of a file: that of its folder inside the room where the list has one, else that of the room. */
function floorOf(path: string): string {
  const inside = path.split('/').slice(1, 3).join('/')
  return (floors as readonly string[]).includes(inside) ? inside : folderOf(path)
}

export const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    normalize(join(dirname(path), target!)),
  )

/** Returns the violations of the architecture's floors, a sentence each. */
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
  if (floorOf(path) === floorOf(target)) return true
  if (from in packages) return packages[from]!.includes(to)
  if (to in packages) return mayUse[to]?.includes(from) ?? false
  const [above, below] = [floors.indexOf(floorOf(path) as never), floors.indexOf(floorOf(target) as never)]
  return above >= 0 && below > above
}

function isAllowedSurface(from: string, to: string): boolean {
  // Files of the folder itself, such as the gate, are below every surface.
  if (to.endsWith('.ts')) return true
  if (from.endsWith('.ts')) return false
  return from === to || (surfaces[from]?.includes(to) ?? false)
}

/** Counts the imports that stay in their folder of `src/`; the shared `kernel` is counted separately. */
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
const mayReadEnvironment = (path: string): boolean =>
  path.startsWith('src/config/') || path === 'src/database/orm-tools.ts'

/** Files that read the environment, but for those that may. */
export const environmentReaders = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        !mayReadEnvironment(path) &&
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
