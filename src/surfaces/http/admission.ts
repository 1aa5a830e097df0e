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
    if (!isLeftUnread(request.raw)) return done(null, payload)
    reply.header('connection', 'close')
    // Its client can only dial again: at once, that would be as much work as it can send.
    shedding.hold(() => done(null, payload))
  })
}

/** What answers without a key and is no question of a balancer's. GraphQL judges for itself. */
const isPage = ({ routeOptions: { url = '' }, raw }: FastifyRequest): boolean =>
  !/^\/(?:admin\/)?v1\//.test(url) && url !== '/graphql' && url !== '/metrics' && !isHealthPage(raw)

const retryOf = (why: 'late' | 'crowded') => (why === 'late' ? {} : { retryAfter: 1 })

/** A body that nobody asked for by `100 Continue`, that is larger than any we read, or that has no length, is not waited for. */
function isLeftUnread(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return expectsContinue(request) || encoding !== undefined || Number(length ?? 0) > 128 * 1024
}
