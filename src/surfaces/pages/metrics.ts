import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { contentType, type Metrics } from '../../observability/metrics.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Creates a check of an Authorization header for the token, in constant time. */
export function tokenHolder(token: string): (header: string | undefined) => boolean {
  const expected = digest(`Bearer ${token}`)
  return (header = '') => timingSafeEqual(digest(header), expected)
}

/**
 * Answers `GET /metrics` to holders of the token.
 *
 * INVARIANT (no oracle): counters read before and after a probe would reveal its effect. For any other caller the
 * response equals that of an unknown route, byte by byte.
 */
export function mountMetrics(fastify: FastifyInstance, token: string, metrics: Metrics): void {
  const mayRead = tokenHolder(token)

  fastify.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) return reply.callNotFound()
    reply.type(contentType)
    return metrics.text()
  })
}
