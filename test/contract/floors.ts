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

const leaves = new Set(['config.ts', 'log.ts', 'version.ts'])
const ranks: Record<string, number> = {
  domain: 0,
  crypto: 1,
  persistence: 2,
  services: 3,
  'context.ts': 4,
  'request-context.ts': 4,
  'loaders.ts': 4,
  metrics: 4,
  tracing: 4,
  http: 5,
  graphql: 6,
  rest: 6,
  webhooks: 6,
  cli: 8,
}
const edges = new Set(['graphql', 'rest', 'webhooks'])
/** What composes: server, pages and the like. */
const composition = 7

const floorOf = (path: string): string => path.split('/')[1]!
const rankOf = (floor: string): number => ranks[floor] ?? composition

export const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    normalize(join(dirname(path), target!)),
  )

/** What breaks the floors of the architecture, a sentence each. */
export function floorViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const from = floorOf(source.path)
    return importsOf(source)
      .filter((target) => target.startsWith('src/') && !isAllowed(source.path, from, target))
      .map((target) => `${source.path} imports ${target}`)
  })
}

/** The client and the verifier are installed elsewhere: they know the service by its interface alone. */
function isAllowed(path: string, from: string, target: string): boolean {
  const to = floorOf(target)
  if (from === to) return true
  if (from === 'postgres' || from === 'verifier') return false
  if (from === 'client') return to === 'verifier'
  if (to === 'client') return false
  // The configuration speaks the ground's language; the log's type is handed down to whoever may warn.
  if (leaves.has(from)) return from === 'config.ts' && to === 'domain'
  if (to === 'log.ts') return rankOf(from) >= rankOf('services')
  if (to === 'postgres') return from === 'database.ts' || from === 'cli'
  if (leaves.has(to)) return rankOf(from) >= rankOf('context.ts')
  if (rankOf(from) === rankOf(to) && rankOf(to) === ranks['context.ts']) return true
  if (edges.has(from) && edges.has(to)) return from === 'rest' && to === 'graphql'
  if (rankOf(to) === composition && rankOf(from) === composition) return path !== target
  return rankOf(to) < rankOf(from)
}

/** The source without comments and text: what is left is code. */
const codeOf = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g, "''")

/** Files that read the environment, but for the one that may. */
export const environmentReaders = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        path !== 'src/app/config.ts' &&
        /\bprocess\s*(?:\.\s*env|\[)|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(codeOf(text)),
    )
    .map(({ path }) => path)

const unmistakable = /(?<![\w.])(?:40[1-9]|41[0-9]|42[0-9]|431|50[1-4])(?![\w.])/
const inPlace = /\b(?:code|status|statusCode)\s*(?:\(|:|=(?!=)|===)\s*[2-5]\d\d\b/

/** Files that speak of HTTP statuses though neither `rest` nor a client (the webhook worker, the command line, our own). */
export const statusSpeakers = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path }) => !/^src\/(?:rest|webhooks|client|cli|graphql\/generated|domain\/alias\/confusables)/.test(path),
    )
    .filter(({ text }) => unmistakable.test(codeOf(text)) || inPlace.test(codeOf(text)))
    .map(({ path }) => path)
