import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { withExactAmounts } from './exact-amounts.ts'
import { publicRequestId } from './gate.ts'

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The HTTP server both edges are mounted on: timeouts, request ids, security headers, the release floor. */
export function createFastify(app: App): FastifyInstance {
  const fastify = Fastify({
    logger: false,
    trustProxy: app.config.trustProxy.length > 0 ? app.config.trustProxy : false,
    bodyLimit: 64 * 1024,
    requestTimeout: 10_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    exposeHeadRoutes: false,
    // No id is too long to be simply absent.
    routerOptions: { maxParamLength: 16 * 1024 },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 5_000 },
  } as never) as unknown as FastifyInstance

  fastify.setSerializerCompiler(() => JSON.stringify)
  fastify.setValidatorCompiler(() => () => true)
  fastify.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    // Clients send the header with bodies that aren't there, DELETE above all.
    body === ''
      ? done(null, undefined)
      : parse(request, body as string, (error, parsed) =>
          error ? done(error) : done(null, withExactAmounts(body as string, parsed)),
        ),
  )

  fastify.decorateRequest('requestUuid', '')
  fastify.decorateRequest('context', null)
  fastify.decorateRequest('parsedAt', 0)
  fastify.addHook('onRequest', async (request, reply) => {
    request.requestUuid = app.newId()
    reply.header('request-id', publicRequestId(request)).headers(securityHeaders)
  })
  fastify.addHook('preValidation', async (request) => {
    request.parsedAt = app.releaseFloor.now()
  })
  // The payload is serialized when this runs: nothing but the socket comes after the wait.
  fastify.addHook('onSend', async (request, reply, payload) => {
    const { context } = request
    if (!context) return payload
    for (const [name, value] of app.limits.headers(context)) reply.header(name, value)
    if (context.release !== 'at once') await app.releaseFloor(context.release, request.parsedAt)
    return payload
  })
  fastify.addHook('onResponse', async (request, reply) => {
    app.log.info(
      {
        requestId: publicRequestId(request),
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
      },
      'request',
    )
  })
  return fastify
}
