import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beforeTheKey } from '../../access/before-the-key.ts'
import type { App } from '../../app/context.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createArrivals, hasBody } from './arrivals.ts'
import { pageRateOf } from './page-rate.ts'
import type { refuseConnection } from './parser-errors.ts'
import { afterNextLook, isGone } from './presence.ts'
import { isHealthPage } from './server.ts'
import type { Place, Shedding } from './shedding.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the body is complete. */
    place: Place | null
  }
}

/** An event loop that is this little late, in milliseconds, has no backlog. */
const promptMs = 10

/** Whoever has no key shares one owner's places: strangers in all hold no more than one consumer. */
const ownerOf = ({ context }: FastifyRequest): string => context?.caller.consumerId || 'nobody'

const expectsContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '')

/**
 * Who is waited for, and who may work. A body has its deadline and is bounded by network; a place among the requests at work
 * is taken when the body is complete and given back when the answer is made, so that nobody holds one by being slow.
 */
export function admitToWork(
  fastify: FastifyInstance,
  app: App,
  { shedding, refuse }: { shedding: Shedding; refuse: ReturnType<typeof refuseConnection> },
): void {
  const arrivals = createArrivals({ ...beforeTheKey.bodies, deadlineMs: app.config.bodyTimeoutMs }, ({ socket }, why) =>
    refuse(new SignpostError(why === 'late' ? 'request_timeout' : 'overloaded', retryOf(why)), socket),
  )
  fastify.addHook('onClose', async () => arrivals.stop())

  const begin = (request: FastifyRequest, reply: FastifyReply, done: (error?: SignpostError) => void): void => {
    const place = shedding.enter(ownerOf(request))
    if (!place) return void shedding.hold(() => done(new SignpostError('overloaded', { retryAfter: 1 })))
    request.place = place
    reply.raw.on('prefinish', place.leave)
    reply.raw.on('close', place.leave)
    done()
  }

  fastify.decorateRequest('place', null)
  fastify.addHook('onRequest', (request, _, done) => {
    arrivals.expect(request.raw, request.ip)
    // Before its body is read: nobody waits for what goes nowhere.
    if (request.is404) return done(new SignpostError('route_not_found'))
    if (isPage(request)) pageRateOf(app).admit(request.ip)
    done()
  })
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (expectsContinue(request.raw)) reply.raw.writeContinue()
    // What came before was our time, not the client's.
    arrivals.expect(request.raw, request.ip)
    done(null, payload)
  })
  fastify.addHook('preValidation', (request, reply, done) => {
    if (isHealthPage(request.raw)) return done()
    const unlessGone = () => {
      if (isGone(request)) done(new SignpostError('request_timeout'))
      else begin(request, reply, done)
    }
    if (shedding.delayMs < promptMs) unlessGone()
    else afterNextLook(unlessGone)
  })
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const unread = unreadBytes(request.raw)
    if (unread <= beforeTheKey.keylessBodyBytes) return done(null, payload)
    if (unread > largestThrownAway) reply.header('connection', 'close')
    // Its client sends the next one, or dials again, as soon as it is answered: at once, that would be as much work as it can send.
    shedding.hold(() => done(null, payload))
  })
}

/** What answers without a key and is no question of a balancer's. GraphQL judges for itself. */
const isPage = ({ routeOptions: { url = '' }, raw }: FastifyRequest): boolean =>
  !/^\/(?:admin\/)?v1\//.test(url) && url !== '/graphql' && url !== '/metrics' && !isHealthPage(raw)

const retryOf = (why: 'late' | 'crowded') => (why === 'late' ? {} : { retryAfter: 1 })

/** A refused body of up to so many bytes is received and thrown away, so that its client can read the answer and go on. */
const largestThrownAway = 128 * 1024

/** How much of a body there is to throw away. One that nobody asked for by `100 Continue`, or that has no length, has no end. */
function unreadBytes(request: IncomingMessage): number {
  if (request.complete || !hasBody(request)) return 0
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return expectsContinue(request) || encoding !== undefined ? Number.POSITIVE_INFINITY : Number(length ?? 0)
}
