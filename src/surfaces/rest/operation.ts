import type { TSchema } from 'typebox'
import { SignpostError } from '../../kernel/errors.ts'
import { present } from '../../kernel/input.ts'
import { resolverOf } from '../graphql/schema.ts'
import type { Envelope, Operation } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { longJson } from '../slices.ts'
import type { Route } from './route.ts'
import { bodyValidator, readQuery } from './validation.ts'

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

/** The parts of a request that a route reads. */
export type RestRequest = { method: string; url: string; params: unknown; query: unknown; body?: unknown }
export type Sent<Query> = { request: RestRequest; params: Record<string, string>; query: Query; body: unknown }

/** The body that a row takes. */
type Taking = { readonly body?: TSchema; readonly bodyOptional?: boolean }

const isNothing = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0)

/** An optional body defaults to an empty object; a route without one takes none. */
function readBody(row: Taking, validate: (body: unknown) => void, body: unknown): unknown {
  if (!row.body) {
    if (!isNothing(body)) throw new SignpostError('parameter_unknown')
    return undefined
  }
  if (body === undefined && !row.bodyOptional) throw new SignpostError('invalid_json')
  const sent = body ?? (row.bodyOptional ? {} : body)
  validate(sent)
  return sent
}

/** Reads a request for a row. `queryOf` reads the query string. */
export function reading<Query>(row: Taking, queryOf: (sent: Record<string, unknown>) => Query) {
  const validate = row.body ? bodyValidator(row.body) : () => undefined
  return (request: RestRequest): Sent<Query> => ({
    request,
    params: request.params as Record<string, string>,
    query: queryOf(request.query as Record<string, unknown>),
    body: readBody(row, validate, request.body),
  })
}

const isWrite = (row: Route): boolean => row.maps.startsWith('Mutation.')
const isNested = (row: Route): boolean => row.maps.startsWith('Identity.')

/** Returns the parent for the field's resolver: the identity of a nested route, the caller, or the root. */
function parentOf(row: Route, params: Record<string, string>, { caller }: RequestContext): unknown {
  if (isNested(row)) return { id: params.id }
  return row.maps.startsWith('Caller.') ? caller : {}
}

export const payloadOf = ({ request, body }: Sent<unknown>): string =>
  `${request.method} ${request.url}\n${JSON.stringify(body)}`

type Query = Record<string, string | undefined>

/** A row of the table as an operation of the gate. Its name is the schema's field. */
export function operationOf(row: Route, envelope?: Envelope): Operation<RestRequest, Sent<Query>, unknown> {
  const resolver = resolverOf(row.maps)
  const known = Object.keys(row.query ?? {})

  return {
    name: row.maps,
    scope: row.scope,
    ...(row.also ? { also: row.also } : {}),
    ...(row.isBulk ? { grid: 'bulk' as const } : {}),
    ...(envelope ? { envelope } : {}),
    payload: isWrite(row) ? payloadOf : null,
    read: reading(row, (query) => readQuery(known, query)),
    async run(context, sent) {
      if (isNested(row)) await context.services.identities.requireOwn(context, sent.params.id!)
      const result = await resolver(parentOf(row, sent.params, context), row.args(sent), context, null)
      if (row.reads) await row.reads(result, context)
      return result
    },
    render(result, context, { request }) {
      const status = row.isPending?.(result) ? 202 : row.status
      const view = row.view(present(result, row.missing), context, request.url)
      if (typeof view === 'string') return { status, text: view }
      if (!row.isBulk && !row.inSlices) return { status, text: JSON.stringify(view) }
      return longJson(view as Record<string, unknown>).then((text) => ({ status, text }))
    },
  }
}
