import { createServer, IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { clientNetwork, unauthenticatedLimits } from '../../access/quotas/client-network.ts'
import type { App } from '../../process/compose/context.ts'
import { boundConnections, type Connection, type Connections } from './connections.ts'
import { meterQueues } from './metering.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

const { free, bytesEach } = unauthenticatedLimits.pieces

/** Connections whose body was cut: no more of what they send is parsed or kept, and they end with the response. */
const cut = new WeakSet<Socket>()

/**
 * A request that counts the chunks of its body: each chunk, and each packet, is an object and a call, however few bytes
 * it has. Beyond the bound the body is cut: later chunks of the slice are dropped, and the connection is read no further.
 */
export class CountedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  /** The body came in too many chunks. */
  isCut = false
  /** Called once, when the body is cut. */
  onCut: (() => void) | undefined

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.isCut) return false
    if (piece === null) return super.push(null)
    this.#pieces++
    this.#bytes += piece.length
    if (this.#pieces <= free + this.#bytes / bytesEach) return super.push(piece, encoding)
    this.isCut = true
    cut.add(this.socket.pause())
    this.onCut?.()
    return false
  }

  override _read(size: number): void {
    // Node reads on at the end of the response.
    if (!this.isCut) super._read(size)
  }
}

/** Health checks of load balancers, which a server under load must always answer. */
const neverRefused = /^\/(?:healthz|readyz)(?:\?|$)/

export const isHealthPage = ({ url }: Pick<IncomingMessage, 'url'>): boolean => neverRefused.test(url ?? '')

/** Creates a check for the addresses and ranges that `TRUST_PROXY` names. */
export function proxyTrust(ranges: readonly string[]): (address: string | undefined) => boolean {
  const parsed = ranges.map((range) => {
    const [address, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.process(range), null]
    return { address, bits: bits ?? (address.kind() === 'ipv4' ? 32 : 128) }
  })
  return (text) => {
    if (text === undefined || !ipaddr.isValid(text)) return false
    const one = ipaddr.process(text)
    return parsed.some(({ address, bits }) => one.kind() === address.kind() && one.match(address, bits))
  }
}

export const maxHeaderSize = 16 * 1024

/** Requests that may wait behind the current one on their connection, and the characters of their headers. */
export const maxPipelined = 64
const maxPipelinedLength = 8 * maxHeaderSize

const headerLength = (sum: number, { rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((length, text) => length + text.length, sum)

/** Options of each accepted connection. */
export const connectionOptions = {
  noDelay: true,
  // Limit of the body bytes that are buffered before the body is read.
  highWaterMark: unauthenticatedLimits.keylessBodyBytes,
} as const

export type HttpServer = { server: Server; connections: Connections; work: WorkQueue }

/** The HTTP server below Fastify: timeouts, and refusals before any work. Source: docs/rules.md#abuse. */
export function createHttpServer(app: App, handle: RequestListener): HttpServer {
  const { requestTimeoutMs, headersTimeoutMs, maxConnections } = app.config
  const work = createWorkQueue(app.config.maxInFlight, app.log)
  if (app.metrics) meterQueues(app.metrics, work, app.services.authentication.reading)

  const server = createServer({
    IncomingMessage: CountedRequest,
    maxHeaderSize,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    keepAliveTimeout: 72_000,
    // Interval of the check for late requests; the default is 30 s.
    connectionsCheckingInterval: 500,
    ...connectionOptions,
    // Node's own answer to a missing Host has neither body nor headers: the first hook refuses it instead.
    requireHostHeader: false,
  })
  const isTrusted = proxyTrust(app.config.trustProxy)
  const connections = boundConnections(server, {
    connections: {
      total: maxConnections,
      perNetwork: Math.max(1, Math.floor(maxConnections * unauthenticatedLimits.networkShare)),
    },
    unreadBytes: unauthenticatedLimits.unreadBytes,
    readMs: requestTimeoutMs,
    networkOf: ({ remoteAddress }) => (isTrusted(remoteAddress) ? null : clientNetwork(remoteAddress ?? '')),
  })

  server.on('connection', parseInSlices)
  const take = inTurn(connections, handle)
  server.on('request', take)
  // Ignore an unknown expectation, which Node would answer by itself. `100 Continue` is sent when the body is read.
  for (const event of ['checkExpectation', 'checkContinue']) server.on(event, take)
  server.on('close', () => work.stop())
  return { server, connections, work }
}

/**
 * Runs the requests of one connection one after another: a pipelining client has one request at work and one response in memory,
 * like any other. Too many of them end the connection.
 */
function inTurn(connections: Connections, handle: RequestListener): RequestListener {
  function begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connections.begin(connection, response)
    response.on('close', () => {
      const { socket, waiting } = connection
      const next = waiting.shift()
      if (next && !socket.destroyed) begin(connection, ...next)
      // A body can be cut after the header of its response was sent.
      else if (cut.has(socket)) socket.destroySoon()
    })
    handle(request, response)
  }
  return (request, response) => {
    const connection = connections.of(request.socket)
    if (!connection || request.socket.destroyed) return
    if (!connection.response) return begin(connection, request, response)
    const { waiting } = connection
    const length = waiting.reduce((sum, [waits]) => headerLength(sum, waits), headerLength(0, request))
    if (waiting.length < maxPipelined && length <= maxPipelinedLength) waiting.push([request, response])
    else request.socket.destroy()
  }
}

/** Bytes that the parser gets at once. */
const sliceBytes = 4 * 1024

/**
 * Parses what a connection sends in slices, and stops when a body is cut: Node's parser delivers every chunk of what it
 * gets, and one read of 64 KB can hold ten thousand chunks.
 */
function parseInSlices(socket: Socket): void {
  const [parse] = socket.listeners('data') as ((data: Buffer) => void)[]
  if (!parse) return
  socket.removeListener('data', parse)
  socket.on('data', (data: Buffer) => {
    // The parser closes the socket for writing at an error, and must not see the rest.
    for (let at = 0; at < data.length && socket.writable && !cut.has(socket); at += sliceBytes) {
      if (socket.isPaused()) return void socket.unshift(data.subarray(at))
      parse(data.length <= sliceBytes ? data : data.subarray(at, at + sliceBytes))
    }
  })
}
