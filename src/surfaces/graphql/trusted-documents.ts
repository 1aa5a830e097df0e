import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { type GraphQLSchema, parse, validate } from 'graphql'
import { ConfigError } from '../../config/config.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'

/** The documents that may run, by their id and by the hash of their text. */
export type TrustedDocuments = {
  byId(id: string): string | undefined
  hasText(text: string): boolean
}

type Listed = { id: string; text: string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Reads the manifest that TRUSTED_DOCUMENTS names: `{ "<sha256>": "<document>" }`, or Apollo's persisted-query manifest, whose
 * ids depend on its generator.
 * @throws ConfigError when it can't be read, or lists a document that the schema can't answer
 */
export function readTrustedDocuments(path: string, schema: GraphQLSchema): TrustedDocuments {
  const listed = readManifest(path)
  for (const { id, text } of listed) requireValid(id, text, schema)
  const byId = new Map(listed.map(({ id, text }) => [id, text]))
  const hashes = new Set(listed.map(({ text }) => sha256(text)))
  return { byId: (id) => byId.get(id), hasText: (text) => hashes.has(sha256(text)) }
}

function readManifest(path: string): Listed[] {
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'
    throw new ConfigError(`TRUSTED_DOCUMENTS names no manifest: ${reason}.`)
  }
  if (!isRecord(manifest)) throw new ConfigError('TRUSTED_DOCUMENTS must name a manifest that is an object.')
  return manifest.format === 'apollo-persisted-query-manifest' ? readApollo(manifest) : readPlain(manifest)
}

function readPlain(manifest: Record<string, unknown>): Listed[] {
  return Object.entries(manifest).map(([id, text]) => {
    if (typeof text !== 'string' || sha256(text) !== id) {
      throw new ConfigError(`TRUSTED_DOCUMENTS: ${id} is not the SHA-256 of its document.`)
    }
    return { id, text }
  })
}

function readApollo({ version, operations }: Record<string, unknown>): Listed[] {
  if (version !== 1 || !Array.isArray(operations)) {
    throw new ConfigError('TRUSTED_DOCUMENTS: the manifest must be of version 1 and list its operations.')
  }
  return operations.map((operation: unknown) => {
    if (!isRecord(operation) || typeof operation.id !== 'string' || typeof operation.body !== 'string') {
      throw new ConfigError('TRUSTED_DOCUMENTS: an operation lacks its id or its body.')
    }
    return { id: operation.id, text: operation.body }
  })
}

function requireValid(id: string, text: string, schema: GraphQLSchema): void {
  let problem: string | undefined
  try {
    problem = validate(schema, parse(text))[0]?.message
  } catch (error) {
    problem = (error as Error).message
  }
  if (problem !== undefined) throw new ConfigError(`TRUSTED_DOCUMENTS: ${id} is not valid here: ${problem}`)
}

/** A GraphQL request: the body of a POST, the query string of a GET. `isListed` is true for a trusted document. */
export type SentDocument = { body: unknown; search: string; isListed: boolean }

function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function parametersOf({ method, body }: FastifyRequest, search: string): Record<string, unknown> {
  if (method === 'POST') return isRecord(body) ? body : {}
  const query = new URLSearchParams(search)
  return { ...Object.fromEntries(query), extensions: readJson(query.get('extensions')) }
}

const searchOf = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** The document's text as it was sent, if any was. */
export const sentText = (request: FastifyRequest): unknown => parametersOf(request, searchOf(request)).query

/**
 * Finds the trusted document that a request names by its id or its text. Without a list every document is admitted.
 *
 * @param mayBeUnlisted true if the caller may send another document, to which the usual limits apply
 * @throws SignpostError document_unknown
 */
export function admitDocument(
  trusted: TrustedDocuments | null,
  request: FastifyRequest,
  mayBeUnlisted: boolean,
): SentDocument {
  const search = searchOf(request)
  if (!trusted) return { body: request.body, search, isListed: false }
  const parameters = parametersOf(request, search)
  const listed = listedText(trusted, parameters)
  if (listed !== undefined) return { ...withText(request, search, listed), isListed: true }
  if (!mayBeUnlisted || typeof parameters.query !== 'string') throw new SignpostError('document_unknown')
  return { body: request.body, search, isListed: false }
}

/** Finds the listed text. An id and a text in one request must belong to the same document. */
function listedText(trusted: TrustedDocuments, parameters: Record<string, unknown>): string | undefined {
  const id = idOf(parameters)
  const text = parameters.query
  const listed = typeof id === 'string' ? trusted.byId(id) : undefined
  if (typeof text !== 'string') return listed
  return trusted.hasText(text) && (id === undefined || listed === text) ? text : undefined
}

/** Clients name a document as `documentId`, or as they name a persisted query. */
function idOf({ documentId, extensions }: Record<string, unknown>): unknown {
  if (documentId !== undefined) return documentId
  const persisted = isRecord(extensions) ? extensions.persistedQuery : undefined
  return isRecord(persisted) ? persisted.sha256Hash : undefined
}

function withText(request: FastifyRequest, search: string, text: string): Pick<SentDocument, 'body' | 'search'> {
  if (request.method === 'POST') {
    const { documentId, extensions, ...rest } = request.body as Record<string, unknown>
    return { body: { ...rest, query: text }, search }
  }
  const query = new URLSearchParams(search)
  query.delete('extensions')
  query.delete('documentId')
  query.set('query', text)
  return { body: undefined, search: `?${query}` }
}
