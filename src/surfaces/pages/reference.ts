import type { FastifyInstance } from 'fastify'
import { mountBuiltPage } from './built-page.ts'

/** Everything from this origin. Its components carry style attributes, and its editor writes style elements of its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** Mounts the API reference at `/docs/reference`. It is only a page: it shows `/openapi.json`, which is public. */
export function mountReference(fastify: FastifyInstance): void {
  const send = mountBuiltPage(fastify, { folder: 'web/reference/dist', prefix: '/docs/reference/files/', policy })
  if (!send) return
  const hidden = { schema: { hide: true }, exposeHeadRoute: true }
  fastify.get('/docs/reference', hidden, (_, reply) => send(reply))
}
