import type { FastifyRequest } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'
import { hashOf, type PersistedQueries, type Registration, registrationOf } from './persisted-queries.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** What the server runs of a request, whether a trusted document stands behind it, and what it may be kept as. */
export type AdmittedDocument = { body: unknown; search: string; isTrusted: boolean; register?: Registration }

/** Where documents are found by what names them; null where nothing is. */
type Known = { trusted: TrustedDocuments | null; persisted: PersistedQueries | null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The request's parameters, wherever they are: the body of a POST, the query string of a GET. */
function parametersOf(request: FastifyRequest, search: string): Record<string, unknown> {
  if (request.method === 'POST') return isRecord(request.body) ? request.body : {}
  const query = new URLSearchParams(search)
  return { ...Object.fromEntries(query), extensions: readJson(query.get('extensions')) }
}

function idOf({ documentId, extensions }: Record<string, unknown>): unknown {
  if (documentId !== undefined) return documentId
  const persisted = isRecord(extensions) ? extensions.persistedQuery : undefined
  return isRecord(persisted) ? persisted.sha256Hash : undefined
}

const searchOf = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** The document's text as it was sent, if any was. */
export const sentText = (request: FastifyRequest): unknown => parametersOf(request, searchOf(request)).query

/** The document's text in the place of its id: Apollo's own store of persisted queries, which all callers share, is off. */
function withText(request: FastifyRequest, search: string, text: string): Pick<AdmittedDocument, 'body' | 'search'> {
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

/**
 * Finds the document that a request asks for: a trusted one by its id or by a text that is listed, a persisted one by the
 * hash of its text.
 *
 * @param mayBeUnlisted whether the caller may send another document than a trusted one, which the limits judge like any
 * @returns null when no document is kept under the hash: the client is to send it
 * @throws SignpostError document_unknown · graphql_invalid
 */
export function admitDocument(
  { trusted, persisted }: Known,
  request: FastifyRequest,
  mayBeUnlisted: boolean,
): AdmittedDocument | null {
  const search = searchOf(request)
  const parameters = parametersOf(request, search)
  const listed = trusted ? listedText(trusted, parameters) : undefined
  if (listed !== undefined) return { ...withText(request, search, listed), isTrusted: true }
  if (persisted) return admitPersisted(persisted, request, parameters)
  if (!trusted || (mayBeUnlisted && typeof parameters.query === 'string')) {
    return { body: request.body, search, isTrusted: false }
  }
  throw new SignpostError('document_unknown')
}

/** Who sends both an id and a text means one document: an id never covers another text. */
function listedText(trusted: TrustedDocuments, parameters: Record<string, unknown>): string | undefined {
  const id = idOf(parameters)
  const text = parameters.query
  const listed = typeof id === 'string' ? trusted.byId(id) : undefined
  if (typeof text !== 'string') return listed
  return trusted.hasText(text) && (id === undefined || listed === text) ? text : undefined
}

function admitPersisted(
  persisted: PersistedQueries,
  request: FastifyRequest,
  parameters: Record<string, unknown>,
): AdmittedDocument | null {
  const search = searchOf(request)
  const asSent = { body: request.body, search, isTrusted: false }
  const hash = hashOf(parameters.extensions)
  const text = parameters.query ?? undefined
  if (hash === null || (text !== undefined && typeof text !== 'string')) return asSent
  if (text !== undefined) {
    return { ...withText(request, search, text), isTrusted: false, register: registrationOf(hash, text) }
  }
  const kept = persisted.find(request.context!.caller, hash)
  return kept === undefined ? null : { ...withText(request, search, kept), isTrusted: false }
}
