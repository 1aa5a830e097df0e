import { isUtf8 } from 'node:buffer'
import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { RequestLog } from '../../access/requests/recorder.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import type { App } from '../../process/compose/context.ts'
import { newRequestId } from '../perform.ts'
import { admitToWork } from './admission.ts'
import { answerBadPaths, answerParserErrors, securityHeaders } from './answer.ts'
import { readGraphqlBody, readItemsBody, readJson } from './json.ts'
import { meterRequests } from './metering.ts'
import { createHttpServer, type HttpServer, maxHeaderSize, proxyTrust } from './server.ts'
import { traceRequests } from './tracing.ts'

/** Logs a line for each request: when its response is sent, or its connection has ended. */
function logRequests(fastify: FastifyInstance, log: RequestLog): void {
  function write({ method, ids, context, routeOptions }: FastifyRequest, status: number, more = {}): void {
    log.answered(context, { requestId: ids.publicId, method, route: routeOptions.url ?? null, status, ...more })
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    // `on` is cheaper than `once`; the event fires once.
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) write(request, reply.statusCode, { unfinished: true })
    })
    done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    write(request, reply.statusCode)
    done()
  })
}

/** Warns once of an untrusted proxy in front: all clients behind it count as one network and share its limits. */
function warnOfUntrustedProxy(fastify: FastifyInstance, log: Logger, trustProxy: readonly string[]): void {
  const isTrusted = proxyTrust(trustProxy)
  let isSaid = false
  fastify.addHook('onRequest', ({ headers, raw }, _, done) => {
    if (!isSaid && headers['x-forwarded-for'] !== undefined && !isTrusted(raw.socket.remoteAddress)) {
      isSaid = true
      log.warn('X-Forwarded-For came from an address that TRUST_PROXY does not name: it is ignored')
    }
    done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    connections: HttpServer['connections']
  }
  interface FastifyContextConfig {
    /** `items`: each item is validated separately, and none fails the body. `graphql`: every number is exact. */
    reads?: 'json' | 'items' | 'graphql'
    /** The operation that the route performs, for refusals before it runs. */
    operation?: string
  }
}

export type FastifyOptions = {
  /** The server is stopping: connections end with their response. */
  isDraining: () => boolean
}

const readers = { json: readJson, items: readItemsBody, graphql: readGraphqlBody }

/** JSON is UTF-8 (RFC 8259): a body in another charset would be read as different text. */
const isReadAsUtf8 = (contentType = ''): boolean =>
  contentType === 'application/json' ||
  [...contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;\s]*)/gi)].every(([, name]) => /^"?utf-?8"?$/i.test(name!))

/** True for a compressed body, which is refused: no body is decompressed here. */
const isPacked = (encoding = 'identity'): boolean => encoding.trim().toLowerCase() !== 'identity'
const mustBePlain = 'The body must not be compressed: no Content-Encoding is read.'

/** The HTTP server both edges are mounted on: timeouts, request ids, security headers. */
export function createFastify(app: App, { isDraining }: FastifyOptions): FastifyInstance {
  let http!: HttpServer
  const fastify = Fastify({
    logger: false,
    trustProxy: app.config.trustProxy.length > 0 ? app.config.trustProxy : false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    exposeHeadRoutes: false,
    // The limit of the headers bounds a path; an id that is too long counts as absent.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: answerParserErrors(app, () => http),
    frameworkErrors: answerBadPaths(app, () => http),
    serverFactory: (handle: RequestListener) => {
      http = createHttpServer(app, handle)
      return http.server
    },
  } as never) as unknown as FastifyInstance
  fastify.decorate('connections', http.connections)

  fastify.setSerializerCompiler(() => JSON.stringify)
  fastify.setValidatorCompiler(() => () => true)
  fastify.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = fastify.getDefaultJsonParser('error', 'error')
  const parseSafely = (request: FastifyRequest, text: string): unknown => {
    let body: unknown
    parse(request, text, (error, parsed) => {
      if (error) throw error
      body = parsed
    })
    return body
  }
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isReadAsUtf8(request.headers['content-type'])) return done(new SignpostError('content_type_unsupported'))
    if (isPacked(request.headers['content-encoding']))
      return done(new SignpostError('content_type_unsupported', { rule: mustBePlain }))
    // Invalid UTF-8 would otherwise be stored as replacement characters.
    if (!isUtf8(bytes as Buffer)) return done(new SignpostError('invalid_json'))
    const text = bytes.toString()
    // Clients send the header without a body, above all with DELETE.
    if (text === '') return done(null, undefined)
    const read = readers[request.routeOptions.config.reads ?? 'json']
    try {
      done(
        null,
        read(text, (json) => parseSafely(request, json)),
      )
    } catch (error) {
      done(error as Error)
    }
  })

  if (app.tracing) traceRequests(fastify, app.tracing, app.config.trustProxy)
  fastify.decorateRequest('ids', null as never)
  fastify.decorateRequest('context', null)
  // Callbacks save a promise per hook of every request.
  fastify.addHook('onRequest', (request, reply, done) => {
    request.ids = newRequestId(app)
    reply.header('request-id', request.ids.publicId).headers(securityHeaders)
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done()
    reply.header('connection', 'close')
    done(new SignpostError('parameter_invalid', { param: 'host' }))
  })
  warnOfUntrustedProxy(fastify, app.log, app.config.trustProxy)
  admitToWork(fastify, http)
  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
  logRequests(fastify, app.requestLog)
  if (app.metrics) meterRequests(fastify, app.metrics)
  return fastify
}
