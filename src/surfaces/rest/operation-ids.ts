import type { TSchema } from 'typebox'

/** The parts of a row from which the name of its operation is derived. */
type Named = { readonly verb: string; readonly path: string; readonly answers: TSchema }

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const isParam = (step: string) => step.startsWith(':')
/** The steps behind the version: `/v1/aliases/:id` has two. */
const stepsOf = (path: string): string[] => path.slice(path.indexOf('/v1/') + 4).split('/')

const answersList = ({ answers }: Named): boolean =>
  (answers as { properties?: { object?: { const?: unknown } } }).properties?.object?.const === 'list'

const isListed = (path: string, rows: readonly Named[]): boolean =>
  rows.some((row) => row.verb === 'GET' && row.path === path && answersList(row))

/** A noun with records of its own, or a list: its operations form a group. */
const isResource = (noun: string, rows: readonly Named[]): boolean =>
  rows.some(({ path }) => stepsOf(path)[0] === noun && isParam(stepsOf(path)[1] ?? '')) ||
  rows.some(({ path }) => stepsOf(path).join() === noun && isListed(path, rows))

const standard: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'update', DELETE: 'delete' }

/**
 * The name of a row's operation, which is also the name of the clients' method: `POST /v1/aliases` is aliases.create,
 * `POST /v1/aliases/:id/verify` aliases.verify, `GET /v1/identities/:id/aliases` identities.aliases.list, a POST there
 * identities.aliases.create, `POST /v1/resolve/bulk` resolveBulk.
 */
export function operationIdOf(row: Named, rows: readonly Named[]): string {
  const steps = stepsOf(row.path)
  const named = steps.filter((step) => !isParam(step))
  if (!isResource(steps[0]!, rows)) return camel(named.join('_'))
  const nouns = named.map(camel).join('.')
  if (answersList(row)) return row.verb === 'GET' ? `${nouns}.list` : nouns
  if (isParam(steps.at(-1)!)) return `${nouns}.${standard[row.verb] ?? 'retrieve'}`
  return steps.length === 1 || isListed(row.path, rows) ? `${nouns}.${standard[row.verb]}` : nouns
}
