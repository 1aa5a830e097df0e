import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { App } from '../../app/context.ts'
import { publicUrlOf } from '../../app/public-url.ts'
import type { RequestContext } from '../../app/request-context.ts'
import { requireAnyScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present } from '../../kernel/input.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { statusOf } from '../../kernel/status.ts'
import { resolverOf } from '../graphql/schema.ts'
import { admit, errorHeaders, failureOf, logFailure, readIdempotency, requireSize } from '../http/gate.ts'
import { errorBody, toSignpostError } from './errors.ts'
import { openApiSchema } from './openapi.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { bodyValidator, readQuery } from './validation.ts'

export const bodyLimits = { rest: 64 * 1024, bulk: 128 * 1024 }
const verbs: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function requireRouteScope(context: RequestContext, scope: Route['scope']): void {
  if (scope === null) return
  requireAnyScope(context, typeof scope === 'string' ? [scope] : (scope as readonly [Scope, ...Scope[]]))
}

const isNothing = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0)

/** A body that may be left out is an empty object; a route without one takes none. */
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

/** What the field's resolver is asked of: an identity of a nested route, the caller, or the root. */
function parentOf(row: Route, params: Record<string, string>, { caller }: RequestContext): unknown {
  if (isNested(row)) return { id: params.id }
  return row.maps.startsWith('Caller.') ? caller : {}
}

function handlerOf(row: Route) {
  const validate = row.body ? bodyValidator(row.body) : () => undefined
  const resolver = resolverOf(row.maps)
  const known = Object.keys(row.query ?? {})

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const context = request.context!
    const params = request.params as Record<string, string>
    const query = readQuery(known, request.query as Record<string, unknown>)
    const body = readBody(row, validate, request.body)
    if (isWrite(row)) {
      context.idempotency = readIdempotency(request, () => `${request.method} ${request.url}\n${JSON.stringify(body)}`)
    }
    if (isNested(row)) await context.services.identities.requireOwn(context, params.id!)
    const args = row.args({ params, query, body })
    try {
      const result = await resolver(parentOf(row, params, context), args, context, null)
      reply.code(row.status ?? 200).type('application/json; charset=utf-8')
      return JSON.stringify(row.view(present(result) as never, context, request.url))
    } finally {
      if (context.replayed) reply.header('idempotent-replayed', 'true')
    }
  }
}

/** Mounts every row of the table, and 405 for what the table leaves out of a path. */
export function mountRest(fastify: FastifyInstance, app: App): void {
  fastify.setErrorHandler(async (failure, request, reply) => {
    const error = toSignpostError(failureOf(request, failure))
    logFailure(app, request.publicId, error)
    errorHeaders(reply, error)
    reply.code(statusOf(error.code)).type('application/json; charset=utf-8')
    return JSON.stringify(errorBody(error, request.publicId, publicUrlOf(app.config, fastify.server)))
  })
  fastify.setNotFoundHandler(() => {
    throw new SignpostError('route_not_found')
  })

  for (const row of routes) {
    const bodyLimit = row.isBulk ? bodyLimits.bulk : bodyLimits.rest
    fastify.route({
      method: row.verb,
      url: row.path,
      bodyLimit,
      config: { reads: row.isBulk ? 'items' : 'json' },
      schema: openApiSchema(row),
      onRequest: async (request) => {
        requireSize(request, bodyLimit)
        requireRouteScope(await admit(app, request), row.scope)
      },
      handler: handlerOf(row),
    })
  }
  refuseOtherVerbs(
    fastify,
    Map.groupBy(routes, ({ path }) => path),
  )
}

function refuseOtherVerbs(fastify: FastifyInstance, byPath: Map<string, readonly Route[]>): void {
  for (const [path, rows] of byPath) {
    const allowed = rows.map(({ verb }) => verb as string)
    fastify.route({
      method: verbs.filter((verb) => !allowed.includes(verb as string)),
      url: path,
      schema: { hide: true },
      onRequest: async (_, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new SignpostError('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}
