import { createServer, type RequestListener, type Server } from 'node:http'
import type { App } from '../context.ts'
import { SignpostError } from '../domain/errors.ts'
import { encodeId } from '../domain/id.ts'
import { type RenderRefusal, refusalBeforeRouting } from './answer.ts'
import { type InFlight, watchInFlight } from './in-flight.ts'
import { meterShedding } from './metering.ts'
import { createShedding } from './shedding.ts'

/** What a server under load must never refuse: its balancer's questions. */
const neverShed = /^\/(?:healthz|readyz)(?:\?|$)/

export const maxHeaderSize = 16 * 1024

/**
 * The HTTP server below Fastify: how long it waits for whom, and whom it turns away before any work is done for them.
 * Source: the security rules, section 7.
 */
export function createHttpServer(
  app: App,
  render: RenderRefusal,
  handle: RequestListener,
): { server: Server; inFlight: InFlight } {
  const { requestTimeoutMs, headersTimeoutMs } = app.config
  const shedding = createShedding(app.config.shedding, (refused, delayMs) =>
    app.log.warn({ refused, delayMs: Math.round(delayMs) }, 'overloaded: requests were refused'),
  )
  if (app.metrics) meterShedding(app.metrics, shedding)

  const server = createServer({
    maxHeaderSize,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    keepAliveTimeout: 72_000,
    // Node looks for late requests only so often: every 30 s by default.
    connectionsCheckingInterval: 500,
    // Node's own answer to a missing Host has neither body nor headers: the first hook refuses it instead.
    requireHostHeader: false,
  })
  server.on('request', (request, response) => {
    if (neverShed.test(request.url ?? '')) return handle(request, response)
    if (shedding.enter()) {
      response.once('close', shedding.leave)
      return handle(request, response)
    }
    const overloaded = new SignpostError('overloaded', { retryAfter: 1 })
    const { status, headers, body } = refusalBeforeRouting(render, overloaded, encodeId('request', app.newId()))
    shedding.hold(() => response.writeHead(status, headers).end(body))
  })
  // An expectation that we don't know is ignored: Node would answer it by itself.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  const inFlight = watchInFlight(server, { readMs: requestTimeoutMs })
  server.on('close', () => {
    shedding.stop()
    inFlight.stop()
  })
  return { server, inFlight }
}
