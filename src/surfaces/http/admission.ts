import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { unauthenticatedLimits } from '../../access/quotas/client-network.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { markReceived } from '../perform.ts'
import { sendMissing } from './page.ts'
import { type CountedRequest, type HttpServer, isHealthPage } from './server.ts'
import { holdBack } from './work-queue.ts'

const expectsContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '')

/**
 * Admits requests to work. A request takes its place when its body is complete and returns it when the work is done, so that a
 * slow client holds none.
 */
export function admitToWork(fastify: FastifyInstance, { work, connections }: HttpServer): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    // 404 before reading the body.
    if (!sendMissing(request, reply)) done(new SignpostError('route_not_found'))
  })
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (expectsContinue(request.raw)) reply.raw.writeContinue()
    const body = request.raw as CountedRequest
    if (body.isCut) return refuseCut(done)
    // The code that reads the body sends the refusal. It is named before it is assigned: see "results die young" in BoundClient.
    const onCut = () => refuseCut((refusal) => void (body.listenerCount('error') > 0 && body.emit('error', refusal)))
    body.onCut = onCut
    done(null, payload)
  })
  fastify.addHook('preValidation', (request, reply, done) => {
    const connection = connections.of(request.raw.socket)
    if (connection) connection.quietSince = null
    if (isHealthPage(request.raw)) return done()
    // Response time counts from here, including the wait for a place.
    if (request.context) markReceived(request.context)
    work.enter(request, reply, done, () => {
      if (connection) connection.quietSince = performance.now()
    })
  })
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const connection = connections.of(request.raw.socket)
    if (connection) connection.ownsAnswer = request.context !== null
    if ((request.raw as CountedRequest).isCut) reply.header('connection', 'close')
    const unread = unreadBytes(request.raw)
    if (unread <= unauthenticatedLimits.keylessBodyBytes) return done(null, payload)
    if (unread > largestThrownAway) reply.header('connection', 'close')
    // Delay the refusal: the client sends its next request, or reconnects, as soon as it has a response.
    holdBack(() => done(null, payload))
  })
}

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined

const hasBody = (request: IncomingMessage): boolean =>
  isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0

const tooManyPieces = () => new SignpostError('parameter_invalid', { rule: 'The body came in too many chunks.' })

/** Refuses a body that was cut. */
function refuseCut(done: (error: SignpostError) => void): void {
  holdBack(() => done(tooManyPieces()))
}

/** Receive and discard a refused body up to this size in bytes, so that the client can read the response and continue. */
const largestThrownAway = 128 * 1024

/** Returns the number of body bytes to discard. A body that waits for `100 Continue`, or has no length, counts as endless. */
function unreadBytes(request: IncomingMessage): number {
  if (request.complete || !hasBody(request)) return 0
  const isEndless = expectsContinue(request) || isChunked(request)
  return isEndless ? Number.POSITIVE_INFINITY : Number(request.headers['content-length'] ?? 0)
}
