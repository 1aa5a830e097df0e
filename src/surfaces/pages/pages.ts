import type { FastifyInstance } from 'fastify'
import { createProbe } from '../../database/probe.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { contentType, type Metrics } from '../../observability/metrics.ts'
import type { App } from '../../process/compose/context.ts'
import { publicUrlOf } from '../errors.ts'
import { plainSdl, sdlModules } from '../graphql/schema.ts'
import { hidden, sendMissing } from '../http/page.ts'
import { tokenHolder } from '../tokens.ts'

type Pages = {
  isDraining: () => boolean
  /** The OpenAPI document with the host of this URL. */
  describe: (document: { openapi: string; info: object }, url: string) => object
}

/** Mounts the routes without a key: health, readiness, and the two descriptions of the interface. */
export function mountPages(fastify: FastifyInstance, app: App, { isDraining, describe }: Pages): void {
  const probe = createProbe(app.pool)
  fastify.addHook('onClose', () => probe.close())

  fastify.get('/healthz', hidden, async () => ({ status: 'ok' }))

  fastify.get('/readyz', hidden, async () => {
    if (isDraining()) throw new SignpostError('shutting_down', { retryAfter: 5 })
    await probe.ask()
    return { status: 'ready' }
  })

  let description: Buffer | undefined
  fastify.get('/openapi.json', hidden, async (_, reply) => {
    const url = publicUrlOf(app.config, fastify.server)
    description ??= Buffer.from(JSON.stringify(describe(fastify.swagger() as { openapi: string; info: object }, url)))
    reply.type('application/json; charset=utf-8')
    return description
  })

  fastify.get('/.well-known/signpost-jwks.json', hidden, async () => ({ keys: app.signingKeys }))

  fastify.get('/schema.graphql', hidden, async ({ query }, reply) => {
    reply.type('text/plain; charset=utf-8')
    return Object.hasOwn(query as object, 'plain') ? plainSdl() : sdlModules.join('\n')
  })
}

/**
 * Answers `GET /metrics` to holders of the token.
 *
 * INVARIANT (no oracle): counters read before and after a probe would reveal its effect. For any other caller the
 * response equals that of an unknown route, byte by byte.
 */
export function mountMetrics(fastify: FastifyInstance, token: string, metrics: Metrics): void {
  const mayRead = tokenHolder(token)

  fastify.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) return sendMissing(request, reply) ? reply : reply.callNotFound()
    reply.type(contentType)
    return metrics.text()
  })
}
