import { SignpostError } from '../../kernel/errors.ts'
import { present } from '../../kernel/input.ts'
import { resolverOf } from '../graphql/schema.ts'
import { longJson } from '../long-json.ts'
import type { Envelope, Operation } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import type { Route } from './route.ts'
import { bodyValidator, readQuery } from './validation.ts'

/** The parts of a request that a route reads. */
export type RestRequest = { method: string; url: string; params: unknown; query: unknown; body?: unknown }
type Sent = {
  request: RestRequest
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: unknown
}

const isNothing = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0)

/** An optional body defaults to an empty object; a route without one takes none. */
function readBody(row: Route, validate: (body: unknown) => void, body: unknown): unknown {
  if (!row.body) {
    if (!isNothing(body)) throw new SignpostError('parameter_unknown')
    return undefined
  }
  if (body === undefined && !row.bodyOptional) throw new SignpostError('invalid_json')
  const sent = body ?? (row.bodyOptional ? {} : body)
  validate(sent)
  return sent
}

const isWrite = (row: Route): boolean => row.maps.startsWith('Mutation.')
const isNested = (row: Route): boolean => row.maps.startsWith('Identity.')

/** Returns the parent for the field's resolver: the identity of a nested route, the caller, or the root. */
function parentOf(row: Route, params: Record<string, string>, { caller }: RequestContext): unknown {
  if (isNested(row)) return { id: params.id }
  return row.maps.startsWith('Caller.') ? caller : {}
}

const payloadOf = ({ request, body }: Sent): string => `${request.method} ${request.url}\n${JSON.stringify(body)}`

/** A row of the table as an operation of the gate. Its name is the schema's field. */
export function operationOf(row: Route, envelope?: Envelope): Operation<RestRequest, Sent, unknown> {
  const validate = row.body ? bodyValidator(row.body) : () => undefined
  const resolver = resolverOf(row.maps)
  const known = Object.keys(row.query ?? {})

  return {
    name: row.maps,
    scope: row.scope,
    ...(row.also ? { also: row.also } : {}),
    ...(row.isBulk ? { grid: 'bulk' as const } : {}),
    ...(envelope ? { envelope } : {}),
    payload: isWrite(row) ? payloadOf : null,
    read: (request) => ({
      request,
      params: request.params as Record<string, string>,
      query: readQuery(known, request.query as Record<string, unknown>),
      body: readBody(row, validate, request.body),
    }),
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
