import type { FastifyInstance } from 'fastify'
import { ownOrigin, policyOf } from '../http/page.ts'
import { mountBuiltPage, type SendPage } from './built-page.ts'

/** The editor adds style elements, and its fonts are data in the style sheet. */
const policy = policyOf({
  ...ownOrigin,
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'img-src': "'self' data:",
  'worker-src': "'self'",
})

/** Mounts the explorer's files. @returns a handler for the page, or null if the explorer was not built */
export function mountExplorer(fastify: FastifyInstance): SendPage | null {
  const send = mountBuiltPage(fastify, { folder: 'web/explorer/dist', prefix: '/graphql/explorer/', policy })
  return send && ((reply) => send(reply.header('vary', 'accept')))
}
