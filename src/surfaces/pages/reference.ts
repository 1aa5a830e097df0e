import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { ownOrigin, policyOf } from '../http/page.ts'
import { mountBuiltPage } from './built-page.ts'

const compress = promisify(gzip)

/** Its components have style attributes, and its editor adds style elements. */
const policy = policyOf({
  ...ownOrigin,
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data:",
})

/** The library of the page: the package ships it as the answer of a route of its own. */
async function library(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shipping = Fastify()
  await shipping.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await shipping.inject('/js/scalar.js')
  return compress(rawPayload)
}

/** Mounts the API reference at `/docs/reference`. It is a static page that shows the public `/openapi.json`. */
export function mountReference(fastify: FastifyInstance): void {
  const send = mountBuiltPage(fastify, {
    folder: 'web/reference',
    prefix: '/docs/reference/files/',
    policy,
    made: { 'scalar.js': library },
  })
  if (!send) return
  const hidden = { schema: { hide: true }, exposeHeadRoute: true }
  fastify.get('/docs/reference', hidden, (_, reply) => send(reply))
}
