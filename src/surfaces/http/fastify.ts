import { isUtf8 } from 'node:buffer'
import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { App } from '../../app/context.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { admitToWork } from './admission.ts'
import { type RenderRefusal, securityHeaders } from './answer.ts'
import { readGraphqlBody, readItemsBody, readJson } from './json-body.ts'
import { meterRequests } from './metering.ts'
import { answerBadPaths, answerParserErrors, refuseConnection } from './parser-errors.ts'
import { warnOfUntrustedProxy } from './proxy-warning.ts'
import { createRequestLog, logRequests } from './request-log.ts'
import { createHttpServer, type HttpServer, maxHeaderSize } from './server.ts'
import { traceRequests } from './tracing.ts'

declare module 'fastify' {
  interface FastifyInstance {
    inFlight: HttpServer['inFlight']
  }
  interface FastifyContextConfig {
    /** `items`: each of them is judged on its own, none fails the body. `graphql`: every number is exact. */
    reads?: 'json' | 'items' | 'graphql'
  }
}

export type FastifyOptions = {
  render: RenderRefusal
  /** The server is about to end: connections end with their answer. */
  isDraining: () => boolean
}

const readers = { json: readJson, items: readItemsBody, graphql: readGraphqlBody }

/** The HTTP server both edges are mounted on: timeouts, request ids, security headers, the release floor. */
export function createFastify(app: App, { render, isDraining }: FastifyOptions): FastifyInstance {
  let http: HttpServer | undefined
  const requestLog = createRequestLog(app.log)
  const fastify = Fastify({
    logger: false,
    trustProxy: app.config.trustProxy.length > 0 ? app.config.trustProxy : false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    exposeHeadRoutes: false,
    // A path is bounded by the headers' size; an id that is too long is an absent one.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: answerParserErrors(app, render, requestLog),
    frameworkErrors: answerBadPaths(app, render, requestLog),
    serverFactory: (handle: RequestListener) => {
      http = createHttpServer(app, render, handle)
      return http.server
    },
  } as never) as unknown as FastifyInstance
  fastify.decorate('inFlight', http!.inFlight)
  fastify.addHook('onClose', async () => requestLog.stop())

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
    // Read leniently, bytes that are no text would be stored as replacement characters.
    if (!isUtf8(bytes as Buffer)) return done(new SignpostError('invalid_json'))
    const text = bytes.toString()
    // Clients send the header with bodies that aren't there, DELETE above all.
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
  fastify.decorateRequest('requestUuid', '')
  fastify.decorateRequest('publicId', '')
  fastify.decorateRequest('context', null)
  fastify.decorateRequest('parsedAt', 0)
  // Every request passes these hooks: with callbacks they cost it no promise.
  fastify.addHook('onRequest', (request, reply, done) => {
    request.requestUuid = app.newId()
    request.publicId = encodeId('request', request.requestUuid)
    reply.header('request-id', request.publicId).headers(securityHeaders)
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done()
    reply.header('connection', 'close')
    done(new SignpostError('parameter_invalid', { param: 'host' }))
  })
  warnOfUntrustedProxy(fastify, app.log, app.config.trustProxy)
  admitToWork(fastify, app, { shedding: http!.shedding, refuse: refuseConnection(app, render, requestLog) })
  fastify.addHook('preValidation', (request, _, done) => {
    request.parsedAt = app.releaseFloor.now()
    done()
  })
  // The payload is serialized when this runs: nothing but the socket comes after the wait.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    const { context } = request
    if (!context) return done(null, payload)
    for (const [name, value] of app.limits.headers(context)) reply.header(name, value)
    if (context.release === 'at once') return done(null, payload)
    app.releaseFloor(context.release, request.parsedAt).then(() => done(null, payload), done)
  })
  logRequests(fastify, requestLog)
  if (app.metrics) meterRequests(fastify, app.metrics)
  return fastify
}
