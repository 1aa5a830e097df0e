import type { FastifyInstance } from 'fastify'
import { createProbe } from '../../database/probe.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { App } from '../../process/compose/context.ts'
import { publicUrlOf } from '../errors.ts'
import { plainSdl, sdlModules } from '../graphql/schema.ts'

type Pages = {
  isDraining: () => boolean
  /** The OpenAPI document with the host of this URL. */
  describe: (document: { openapi: string; info: object }, url: string) => object
}

/** Mounts the routes without a key: health, readiness, and the two descriptions of the interface. */
export function mountPages(fastify: FastifyInstance, app: App, { isDraining, describe }: Pages): void {
  const hidden = { schema: { hide: true }, exposeHeadRoute: true }

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
