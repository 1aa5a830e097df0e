import type { FastifyInstance } from 'fastify'
import { ownOrigin, policyOf } from '../http/page.ts'
import { madeInWorker, mountBuiltPage } from './built-page.ts'

/** Its components have style attributes, and its editor adds style elements. */
const policy = policyOf({
  ...ownOrigin,
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data:",
})

/** Mounts the API reference at `/docs/reference`. It is a static page that shows the public `/openapi.json`. */
export function mountReference(fastify: FastifyInstance): void {
  const send = mountBuiltPage(fastify, {
    folder: 'web/reference',
    prefix: '/docs/reference/files/',
    policy,
    made: { 'scalar.js': async () => Buffer.from(await madeInWorker<Uint8Array>('./reference-library')) },
  })
  if (!send) return
  const hidden = { schema: { hide: true }, exposeHeadRoute: true }
  fastify.get('/docs/reference', hidden, (_, reply) => send(reply))
}
