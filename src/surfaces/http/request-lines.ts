import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestLog } from '../../access/request-log.ts'

/** Logs a line for each request: when its response is sent, or its connection has ended. */
export function logRequests(fastify: FastifyInstance, log: RequestLog): void {
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
