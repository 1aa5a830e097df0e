import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beforeTheKey } from '../../access/before-the-key.ts'
import type { App } from '../../app/context.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { markReceived } from '../perform.ts'
import { holdBack } from './holding.ts'
import { pageRateOf } from './page-rate.ts'
import { hasBody } from './pieces.ts'
import { afterNextLook } from './presence.ts'
import { type HttpServer, isHealthPage } from './server.ts'

const expectsContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '')

/**
 * Who may work. A place among the requests at work is taken when the body is complete and given back when the work is over, so
 * that nobody holds one by being slow.
 */
export function admitToWork(
  fastify: FastifyInstance,
  app: App,
  { work, connections }: Pick<HttpServer, 'work' | 'connections'>,
): void {
  fastify.addHook('onRequest', (request, _, done) => {
    // Before its body is read: nobody waits for what goes nowhere.
    if (request.is404) return done(new SignpostError('route_not_found'))
    if (isPage(request)) pageRateOf(app).admit(request.ip)
    done()
  })
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (expectsContinue(request.raw)) reply.raw.writeContinue()
    done(null, payload)
  })
  fastify.addHook('preValidation', (request, reply, done) => {
    connections.busy(request.raw.socket)
    if (isHealthPage(request.raw)) return done()
    // Its time counts from here: what it waits for its place is part of it.
    if (request.context) markReceived(request.context)
    afterNextLook(() => work.enter(request, reply, done))
  })
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const unread = unreadBytes(request.raw)
    if (unread <= beforeTheKey.keylessBodyBytes) return done(null, payload)
    if (unread > largestThrownAway) reply.header('connection', 'close')
    // Its client sends the next one, or dials again, as soon as it is answered: at once, that would be as much work as it can send.
    holdBack(() => done(null, payload))
  })
}

/** What answers without a key and is no question of a balancer's. GraphQL judges for itself. */
const isPage = ({ routeOptions: { url = '' }, raw }: FastifyRequest): boolean =>
  !/^\/(?:admin\/)?v1\//.test(url) && url !== '/graphql' && url !== '/metrics' && !isHealthPage(raw)

/** A refused body of up to so many bytes is received and thrown away, so that its client can read the answer and go on. */
const largestThrownAway = 128 * 1024

/** How much of a body there is to throw away. One that nobody asked for by `100 Continue`, or that has no length, has no end. */
function unreadBytes(request: IncomingMessage): number {
  if (request.complete || !hasBody(request)) return 0
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return expectsContinue(request) || encoding !== undefined ? Number.POSITIVE_INFINITY : Number(length ?? 0)
}
