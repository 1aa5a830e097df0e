import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
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

const unzip = promisify(gunzip)

/**
 * Reads each file of a folder once and shares its bytes: many slow readers need no more memory than one. A file that lies
 * there only as `.gz` is unzipped once.
 */
function sharedReader(place: string, names: ReadonlySet<string>): (file: string) => Promise<Buffer> {
  const contents = new Map<string, Promise<Buffer>>()
  return (file) => {
    const known = contents.get(file)
    if (known) return known
    const reading = names.has(file)
      ? readFile(`${place}/${file}`)
      : readFile(`${place}/${file}.gz`).then((compressed) => unzip(compressed))
    contents.set(file, reading)
    reading.catch(() => contents.delete(file))
    return reading
  }
}

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(accepted))

/** A prebuilt page: `folder` is its `dist` from the root of the repository, `prefix` ends in a slash. */
export type BuiltPage = { folder: string; prefix: string; policy: readonly string[] }

/** Answers with the page itself. */
export type SendPage = (reply: FastifyReply) => Promise<Buffer>

/**
 * Mounts the files of a built page below its prefix. Only names that were in the folder at the start are served. Scripts and
 * styles lie there as `.gz`, and are sent so to a client that accepts it. @returns a handler for the page, or null if it was not built
 */
export function mountBuiltPage(fastify: FastifyInstance, { folder, prefix, policy }: BuiltPage): SendPage | null {
  const place = fileURLToPath(new URL(`../../../${folder}`, import.meta.url))
  if (!existsSync(place)) return null
  const names = new Set(readdirSync(place))
  const isServed = (file: string) =>
    extname(file) in contentTypes && file !== 'index.html' && (names.has(file) || names.has(`${file}.gz`))
  const read = sharedReader(place, names)

  fastify.get<{ Params: { file: string } }>(`${prefix}:file`, {
    schema: { hide: true },
    exposeHeadRoute: true,
    handler: async ({ params: { file }, headers }, reply) => {
      if (!isServed(file)) throw new SignpostError('route_not_found')
      // The build names its files by their content.
      const isHashed = /-[\w-]{8}\.\w+$/.test(file)
      reply.type(contentTypes[extname(file)]!)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (!names.has(`${file}.gz`)) return read(file)
      reply.header('vary', 'accept-encoding')
      if (!acceptsGzip(headers['accept-encoding'])) return read(file)
      reply.header('content-encoding', 'gzip')
      return read(`${file}.gz`)
    },
  })

  return async (reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy.join('; '))
    return read('index.html')
  }
}
