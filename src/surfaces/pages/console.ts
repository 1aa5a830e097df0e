import type { FastifyInstance } from 'fastify'
import { mountBuiltPage } from './built-page.ts'

/** Only resources of this origin, no inline style, and no text that becomes a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** Mounts the owner's console at `/console`. It is a static page: its data comes by GraphQL, with the owner's key. */
export function mountConsole(fastify: FastifyInstance): void {
  const send = mountBuiltPage(fastify, { folder: 'web/console/dist', prefix: '/console/', policy })
  if (send)
    fastify.get('/console', { schema: { hide: true }, exposeHeadRoute: true, handler: (_, reply) => send(reply) })
}
