import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { beforeTheKey } from '../../access/before-the-key.ts'
import { clientNetwork } from '../../access/quotas/client-network.ts'
import type { App } from '../../app/context.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { boundConnections, type Connections } from './connections.ts'
import { holdBack } from './holding.ts'
import { type InFlight, watchInFlight } from './in-flight.ts'
import { meterQueues } from './metering.ts'
import type { refuseConnection } from './parser-errors.ts'
import { boundPieces } from './pieces.ts'
import { proxyTrust } from './trusted-proxies.ts'
import { inTurn } from './turns.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

/** What a server under load must never refuse: its balancer's questions. */
const neverRefused = /^\/(?:healthz|readyz)(?:\?|$)/

export const isHealthPage = ({ url }: Pick<IncomingMessage, 'url'>): boolean => neverRefused.test(url ?? '')

export const maxHeaderSize = 16 * 1024

export type HttpServer = { server: Server; inFlight: InFlight; connections: Connections; work: WorkQueue }

/**
 * The HTTP server below Fastify: how long it waits for whom, and whom it turns away before any work is done for them.
 * Source: docs/rules.md#abuse.
 */
export function createHttpServer(
  app: App,
  refuseSocket: ReturnType<typeof refuseConnection>,
  handle: RequestListener,
): HttpServer {
  const { requestTimeoutMs, headersTimeoutMs, maxConnections } = app.config
  const work = createWorkQueue(app.config.maxInFlight, app.log)
  if (app.metrics) meterQueues(app.metrics, work, app.services.authentication.reading)

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
  const networkOf = networkOfConnections(app.config.trustProxy)
  const connections = boundConnections(server, {
    total: maxConnections,
    perNetwork: Math.max(1, Math.floor(maxConnections * beforeTheKey.networkShare)),
    networkOf,
  })
  const { total: totalBytes, perNetwork: networkBytes } = beforeTheKey.unreadBytes
  const inFlight = watchInFlight({ readMs: requestTimeoutMs, totalBytes, networkBytes, networkOf })

  const pieces = boundPieces(beforeTheKey.pieces, ({ socket }, isAtWork) => {
    // Held back, a client that dials again at once costs a connection a second, and not as many as it can make.
    holdBack(() => {
      if (!isAtWork) socket.destroy()
      else refuseSocket(new SignpostError('parameter_invalid', { rule: 'The body came in too many pieces.' }), socket)
    })
  })
  const takeInTurn = inTurn({
    begin(request, response) {
      // Until its body is there, nothing of it is at work: beyond the bounds it may be cut, the oldest first.
      connections.quiet(request.socket)
      pieces.begin(request)
      inFlight.begin(response)
      handle(request, response)
    },
    idle: connections.quiet,
  })
  const take: RequestListener = (request, response) => {
    pieces.watch(request)
    takeInTurn(request, response)
  }
  server.on('request', take)
  // An expectation that we don't know is ignored: Node would answer it by itself. That of a body is answered when it is read.
  for (const event of ['checkExpectation', 'checkContinue']) server.on(event, take)

  server.on('close', () => {
    work.stop()
    inFlight.stop()
  })
  return { server, inFlight, connections, work }
}

/** A trusted proxy speaks for many networks: its connections count under none. */
function networkOfConnections(trustProxy: readonly string[]): (socket: Socket) => string | null {
  const isTrusted = proxyTrust(trustProxy)
  const known = new WeakMap<Socket, string | null>()
  return (socket) => {
    const seen = known.get(socket)
    if (seen !== undefined) return seen
    const { remoteAddress } = socket
    const network = isTrusted(remoteAddress) ? null : clientNetwork(remoteAddress ?? '')
    known.set(socket, network)
    return network
  }
}
