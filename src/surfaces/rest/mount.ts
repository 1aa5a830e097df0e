import type { FastifyInstance, HTTPMethods } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'
import type { App } from '../../process/compose/context.ts'
import { performs, refuseInEnvelopes } from '../http/gate.ts'
import { serves } from '../operation-rows.ts'
import { openApiSchema } from './openapi.ts'
import { operationOf } from './operation.ts'
import { routes } from './routes.ts'

export const bodyLimits = { rest: 64 * 1024, bulk: 128 * 1024 }
const verbs: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Mounts every row of the table, and 405 for the other methods of each path. */
export function mountRest(fastify: FastifyInstance, app: App): void {
  const envelope = refuseInEnvelopes(fastify, app, fastify.server)
  const served = routes.filter(({ maps }) => serves(app.config.role, maps))
  for (const row of served) {
    const operation = operationOf(row, envelope)
    fastify.route({
      method: row.verb,
      url: row.path,
      ...performs(app, operation, row.isBulk ? bodyLimits.bulk : bodyLimits.rest),
      config: { reads: row.isBulk ? 'items' : 'json', operation: row.maps },
      schema: openApiSchema(row),
    })
  }
  for (const [path, rows] of Map.groupBy(served, ({ path }) => path)) {
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
