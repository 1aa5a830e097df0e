import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'
import { hidden, ownOrigin, policyOf, sendMissing } from '../http/page.ts'
import { contentTypes, madeInWorker, once } from './built-page.ts'

const policy = policyOf(ownOrigin)

const types: Record<string, string> = {
  ...contentTypes,
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const root = new URL('../../../', import.meta.url)

type File = { readonly type: string; readonly body: Buffer }

/** Renders docs/*.md. */
const renderPages = (): Promise<ReadonlyMap<string, string>> =>
  madeInWorker('./docs/render', fileURLToPath(new URL('docs', root)))

/** Reads the files that pages use: pictures, the script and the styles of web/docs, and the search library. */
async function readAssets(): Promise<[path: string, file: File][]> {
  const below = (folder: string, pattern: string) =>
    globSync(pattern, { cwd: new URL(folder, root) }).map((name) => [name, new URL(folder + name, root)] as const)
  const places: (readonly [path: string, url: URL])[] = [
    ...below('docs/', '**/*.{png,svg,json}'),
    ...below('web/docs/', '*.{js,css,svg}').map(([name, url]) => [`files/${name}`, url] as const),
    ['files/minisearch.js', new URL(import.meta.resolve('minisearch'))],
  ]
  return Promise.all(
    places.map(async ([path, url]) => [path, { type: types[extname(path)]!, body: await readFile(url) }] as const),
  ) as Promise<[string, File][]>
}

/** Makes all files once, at the first request. */
async function load(): Promise<ReadonlyMap<string, File>> {
  const [pages, assets] = await Promise.all([renderPages(), readAssets()])
  const files = [...pages].map(([path, text]): [string, File] => [
    path,
    { type: types[extname(path)] ?? types['.html']!, body: Buffer.from(text) },
  ])
  return new Map([...assets, ...files])
}

/** Mounts the documentation at `/docs`. `doc_url` of every refusal leads to its page of errors. */
export function mountDocumentation(fastify: FastifyInstance): void {
  const files = once(load)

  async function send(path: string, request: FastifyRequest, reply: FastifyReply) {
    const file = (await files()).get(path)
    if (file === undefined) {
      if (sendMissing(request, reply)) return reply
      throw new SignpostError('route_not_found')
    }
    reply.type(file.type)
    if (file.type === types['.html']) reply.header('content-security-policy', policy)
    else reply.header('cache-control', 'public, max-age=3600')
    return file.body
  }

  fastify.get('/docs', hidden, (request, reply) => send('', request, reply))
  fastify.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) =>
    send(request.params['*'], request, reply),
  )
}
