import { existsSync, globSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'
import { sendMissing } from '../http/page.ts'
import { contentTypes, sharedReader } from './built-page.ts'

/** Only resources of this origin, and nothing inline, except that icons are data in the style sheet. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Record<string, string> = {
  ...contentTypes,
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
/** Files of the build that only static hosts need. */
const unused = new Set(['404.html', 'hashmap.json'])

/** Maps the paths to the files of the built documentation: a page without its ending, an index as its folder. */
function servedFiles(place: string): Map<string, string> {
  const files = globSync('**/*.*', { cwd: place }).filter((file) => extname(file) in types && !unused.has(file))
  return new Map(files.map((file) => [file.replace(/(?:^|(?<=\/))index\.html$|\.html$/, ''), file]))
}

/**
 * Mounts the documentation at `/docs`: the pages that web/docs builds from docs/*.md. Only files that were there at the
 * start are served. `doc_url` of every refusal leads to its page of errors.
 */
export function mountDocumentation(fastify: FastifyInstance): void {
  const place = fileURLToPath(new URL('../../../web/docs/dist', import.meta.url))
  if (!existsSync(place)) return
  const served = servedFiles(place)

  const read = sharedReader(place)

  async function send(path: string, request: FastifyRequest, reply: FastifyReply) {
    const file = served.get(path)
    if (file === undefined) {
      if (sendMissing(request, reply)) return reply
      throw new SignpostError('route_not_found')
    }
    reply.type(types[extname(file)]!)
    if (file.endsWith('.html')) reply.header('content-security-policy', policy)
    // The build names its assets by their content.
    else if (file.startsWith('assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    else reply.header('cache-control', 'public, max-age=3600')
    return read(file)
  }

  const hidden = { schema: { hide: true }, exposeHeadRoute: true }
  fastify.get('/docs', hidden, (request, reply) => send('', request, reply))
  fastify.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) =>
    send(request.params['*'], request, reply),
  )
}
