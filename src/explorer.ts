import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SignpostError } from './domain/errors.ts'

const folder = fileURLToPath(new URL('../explorer/dist', import.meta.url))

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
}

/** Everything from this origin. The editor writes style elements of its own, and its fonts are data in the style sheet. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type Explorer = (reply: FastifyReply) => Promise<string>

/**
 * Mounts the built explorer's files below `/graphql/explorer/`. Only names that were in the folder at the start are
 * served. @returns what answers with the page, or null where the explorer was not built
 */
export function mountExplorer(fastify: FastifyInstance): Explorer | null {
  if (!existsSync(folder)) return null
  const files = new Set(readdirSync(folder).filter((name) => extname(name) in contentTypes))

  fastify.get<{ Params: { file: string } }>('/graphql/explorer/:file', {
    schema: { hide: true },
    handler: async ({ params: { file } }, reply) => {
      if (!files.has(file)) throw new SignpostError('route_not_found')
      // The build names its files by their content.
      const isHashed = /-[\w-]{8}\.\w+$/.test(file)
      reply.type(contentTypes[extname(file)]!)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      return readFile(`${folder}/${file}`)
    },
  })

  return async (reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).header('vary', 'accept')
    return readFile(`${folder}/index.html`, 'utf8')
  }
}
