import type { FastifyInstance } from 'fastify'
import { mountBuiltPage } from './built-page.ts'

/** Only resources of this origin. Its components have style attributes, and its editor adds style elements. */
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

/** Mounts the API reference at `/docs/reference`. It is a static page that shows the public `/openapi.json`. */
export function mountReference(fastify: FastifyInstance): void {
  const send = mountBuiltPage(fastify, { folder: 'web/reference/dist', prefix: '/docs/reference/files/', policy })
  if (!send) return
  const hidden = { schema: { hide: true }, exposeHeadRoute: true }
  fastify.get('/docs/reference', hidden, (_, reply) => send(reply))
}
