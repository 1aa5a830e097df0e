import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'
import { hidden, ownOrigin, policyOf } from '../http/page.ts'

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

type Load<T = Buffer> = () => Promise<T>

/** Loads once and shares the result: many slow readers need no more memory than one. A failed load is repeated. */
export function once<T>(load: Load<T>): Load<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((error) => {
      loading = null
      throw error
    })
    return loading
  }
}

/** Runs a script of this folder in a worker, so that no look-up waits for it. @returns the one message that it posts */
export function madeInWorker<T>(name: string, workerData?: unknown): Promise<T> {
  const script = new URL(`${name}${extname(import.meta.url)}`, import.meta.url)
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  new Worker(script, { workerData }).once('message', resolve).once('error', reject)
  return promise
}

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(accepted))

/**
 * A page that consists of files. `folder` holds them, from the root of the repository; scripts and styles may lie there as
 * `.gz`. `made` are further ones by name, which are compressed when they are asked for first. `prefix` ends in a slash.
 */
type BuiltPage = {
  folder: string
  prefix: string
  policy: string
  made?: Readonly<Record<string, Load>>
}

/** The files of a page by name: as they are, and those that there are compressed. */
function filesOf({ folder, made = {} }: BuiltPage): Record<'whole' | 'compressed', Map<string, Load>> | null {
  const place = fileURLToPath(new URL(`../../../${folder}`, import.meta.url))
  if (!existsSync(place)) return null
  const whole = new Map<string, Load>()
  const compressed = new Map(Object.entries(made).map(([file, make]) => [file, once(make)]))
  for (const name of readdirSync(place)) {
    const file = name.replace(/\.gz$/, '')
    if (extname(file) in contentTypes)
      (file === name ? whole : compressed).set(
        file,
        once(() => readFile(join(place, name))),
      )
  }
  for (const [file, load] of compressed)
    whole.set(
      file,
      once(() => load().then((bytes) => unzip(bytes))),
    )
  return { whole, compressed }
}

/** Answers with the page itself. */
export type SendPage = (reply: FastifyReply) => Promise<Buffer>

/**
 * Mounts the files of a page below its prefix. Only names that were in the folder at the start are served; compressed ones
 * are sent so to a client that accepts it. @returns a handler for the page, or null if it was not built
 */
function mountBuiltPage(fastify: FastifyInstance, page: BuiltPage): SendPage | null {
  const files = filesOf(page)
  if (!files) return null
  const { whole, compressed } = files

  fastify.get<{ Params: { file: string } }>(`${page.prefix}:file`, hidden, async (request, reply) => {
    const { file } = request.params
    const load = whole.get(file)
    if (!load || file === 'index.html') throw new SignpostError('route_not_found')
    // The build names its files by their content.
    const isHashed = /-[\w-]{8}\.\w+$/.test(file)
    reply.type(contentTypes[extname(file)]!)
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    const loadCompressed = compressed.get(file)
    if (!loadCompressed) return load()
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers['accept-encoding'])) return load()
    reply.header('content-encoding', 'gzip')
    return loadCompressed()
  })

  return async (reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', page.policy)
    return whole.get('index.html')!()
  }
}

/** Mounts a page at its own path, if it was built. */
function mountAt(path: string, fastify: FastifyInstance, page: BuiltPage): void {
  const send = mountBuiltPage(fastify, page)
  if (send) fastify.get(path, hidden, (_, reply) => send(reply))
}

/** No text becomes a script. */
const consolePolicy = policyOf({ ...ownOrigin, 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" })

/** Mounts the owner's console at `/console`. It is a static page: its data comes by GraphQL, with the owner's key. */
export const mountConsole = (fastify: FastifyInstance): void =>
  mountAt('/console', fastify, { folder: 'web/console/dist', prefix: '/console/', policy: consolePolicy })

/** The editor adds style elements, and its fonts are data in the style sheet. */
const explorerPolicy = policyOf({
  ...ownOrigin,
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'img-src': "'self' data:",
  'worker-src': "'self'",
})

/** Mounts the explorer's files. @returns a handler for the page, or null if the explorer was not built */
export function mountExplorer(fastify: FastifyInstance): SendPage | null {
  const send = mountBuiltPage(fastify, {
    folder: 'web/explorer/dist',
    prefix: '/graphql/explorer/',
    policy: explorerPolicy,
  })
  return send && ((reply) => send(reply.header('vary', 'accept')))
}

/** Its components have style attributes, and its editor adds style elements. */
const referencePolicy = policyOf({
  ...ownOrigin,
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data:",
})

/** Mounts the API reference at `/docs/reference`. It is a static page that shows the public `/openapi.json`. */
export const mountReference = (fastify: FastifyInstance): void =>
  mountAt('/docs/reference', fastify, {
    folder: 'web/reference',
    prefix: '/docs/reference/files/',
    policy: referencePolicy,
    made: { 'scalar.js': async () => Buffer.from(await madeInWorker<Uint8Array>('./reference-library')) },
  })
