import type { FastifyInstance } from 'fastify'
import { ownOrigin, policyOf } from '../http/page.ts'
import { mountBuiltPage } from './built-page.ts'

/** No text becomes a script. */
const policy = policyOf({ ...ownOrigin, 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" })

/** Mounts the owner's console at `/console`. It is a static page: its data comes by GraphQL, with the owner's key. */
export function mountConsole(fastify: FastifyInstance): void {
  const send = mountBuiltPage(fastify, { folder: 'web/console/dist', prefix: '/console/', policy })
  if (send)
    fastify.get('/console', { schema: { hide: true }, exposeHeadRoute: true, handler: (_, reply) => send(reply) })
}
