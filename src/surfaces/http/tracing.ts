import { type Span, type SpanContext, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracing } from '../../observability/tracing.ts'
import { proxyTrust } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/**
 * Adds a span for every request. Install it before all other hooks of requests.
 *
 * DECISION: a `traceparent` counts if the connection comes from a proxy that `TRUST_PROXY` names. Any other client
 * could write into our traces, enable their recording, or mark requests across them.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing, trustProxy: readonly string[]): void {
  const isTrusted = proxyTrust(trustProxy)

  function remoteOf({ headers, raw }: FastifyRequest): SpanContext | null {
    const { traceparent } = headers
    if (typeof traceparent !== 'string' || !isTrusted(raw.socket.remoteAddress)) return null
    const context = parseTraceParent(traceparent)
    return context && { ...context, isRemote: true }
  }

  fastify.decorateRequest('span', null)
  fastify.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url
    const span = tracing.start(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, ...(route === undefined ? {} : { 'http.route': route }) },
      remote: remoteOf(request),
    })
    request.span = span
    tracing.within(span, done)
  })
  // Restore the span here: socket events and other requests continue this one, without its context.
  fastify.addHook('preHandler', (request, _, done) => tracing.within(request.span!, done))
  fastify.addHook('onResponse', (request, reply, done) => {
    request.span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR })
    request.span?.end()
    done()
  })
}
