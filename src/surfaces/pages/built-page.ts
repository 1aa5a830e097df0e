import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'

/** The types of files in built pages. */
export const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
}

/** Reads each file of a folder once and shares its bytes: many slow readers need no more memory than one. */
export function sharedReader(place: string): (file: string) => Promise<Buffer> {
  const contents = new Map<string, Promise<Buffer>>()
  return (file) => {
    const known = contents.get(file)
    if (known) return known
    const reading = readFile(`${place}/${file}`)
    contents.set(file, reading)
    reading.catch(() => contents.delete(file))
    return reading
  }
}

/** A prebuilt page: `folder` is its `dist` from the root of the repository, `prefix` ends in a slash. */
export type BuiltPage = { folder: string; prefix: string; policy: readonly string[] }

/** Answers with the page itself. */
export type SendPage = (reply: FastifyReply) => Promise<Buffer>

/**
 * Mounts the files of a built page below its prefix. Only names that were in the folder at the start are served.
 * @returns a handler for the page, or null if it was not built
 */
export function mountBuiltPage(fastify: FastifyInstance, { folder, prefix, policy }: BuiltPage): SendPage | null {
  const place = fileURLToPath(new URL(`../../../${folder}`, import.meta.url))
  if (!existsSync(place)) return null
  const files = new Set(readdirSync(place).filter((name) => extname(name) in contentTypes && name !== 'index.html'))

  const read = sharedReader(place)

  fastify.get<{ Params: { file: string } }>(`${prefix}:file`, {
    schema: { hide: true },
    exposeHeadRoute: true,
    handler: async ({ params: { file } }, reply) => {
      if (!files.has(file)) throw new SignpostError('route_not_found')
      // The build names its files by their content.
      const isHashed = /-[\w-]{8}\.\w+$/.test(file)
      reply.type(contentTypes[extname(file)]!)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      return read(file)
    },
  })

  return async (reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy.join('; '))
    return read('index.html')
  }
}
