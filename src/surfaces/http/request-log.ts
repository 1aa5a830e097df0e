import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Bucket, refilled } from '../../access/quotas/token-bucket.ts'
import { nobody } from '../../kernel/call.ts'
import type { Logger } from '../../kernel/log.ts'
import { beforeTheKey } from './before-the-key.ts'

export type RequestLog = {
  /** A line for a request whose caller is known, and who pays for it by its quotas. */
  known(fields: object): void
  /** A line for any other request, or for one that a quota refused: beyond their rate they are only counted. */
  unknown(fields: { status: number; requestId: string; method?: string; route: string | null }): void
  stop(): void
}

const reportMs = 1_000

/** The log of requests. Strangers write so many lines a second at most; the rest of theirs is one line that counts them. */
export function createRequestLog(log: Logger): RequestLog {
  const rule = beforeTheKey.logLines
  let bucket: Bucket = { tokens: rule.size, at: performance.now() }
  let skipped = new Map<number, number>()

  const reporter = setInterval(() => {
    if (skipped.size === 0) return
    log.info({ byStatus: Object.fromEntries(skipped) }, 'requests without a known caller, not logged one by one')
    skipped = new Map()
  }, reportMs).unref()

  return {
    known: (fields) => log.info(fields, 'request'),
    unknown(fields) {
      const now = performance.now()
      const tokens = refilled(bucket, rule, now)
      bucket = { tokens: tokens < 1 ? tokens : tokens - 1, at: now }
      if (tokens >= 1) log.info(fields, 'request')
      else skipped.set(fields.status, (skipped.get(fields.status) ?? 0) + 1)
    },
    stop: () => clearInterval(reporter),
  }
}

/** A line for each request: when its answer is out, or when the connection ended before that. */
export function logRequests(fastify: FastifyInstance, log: RequestLog): void {
  function write(
    { method, publicId: requestId, context, routeOptions }: FastifyRequest,
    reply: FastifyReply,
    more = {},
  ): void {
    // Whoever is told to come back later has not paid for a line.
    const isKnown = context !== null && context.caller !== nobody && !reply.hasHeader('retry-after')
    const status = reply.statusCode
    log[isKnown ? 'known' : 'unknown']({ requestId, method, route: routeOptions.url ?? null, status, ...more })
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) write(request, reply, { unfinished: true })
    })
    done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    write(request, reply)
    done()
  })
}
