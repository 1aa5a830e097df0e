import type { FastifyRequest } from 'fastify'
import { nobody } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** What the server runs of a request, and whether a trusted document stands behind it. */
export type AdmittedDocument = { body: unknown; search: string; isTrusted: boolean }

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

/** The document's text in the place of its id: Apollo's own store of persisted queries, which anybody may fill, is off. */
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
 * Finds the trusted document that a request asks for: by its id, or by a text that is listed.
 *
 * @param mayBeUnlisted whether the caller may send another document, which the limits judge like any
 * @throws SignpostError document_unknown · api_key_missing, to whoever has none
 */
export function admitDocument(
  trusted: TrustedDocuments | null,
  request: FastifyRequest,
  mayBeUnlisted: boolean,
): AdmittedDocument {
  const search = searchOf(request)
  const asSent = { body: request.body, search, isTrusted: false }
  if (!trusted) return asSent
  const parameters = parametersOf(request, search)
  const id = idOf(parameters)
  const text = parameters.query
  const listed = typeof id === 'string' ? trusted.byId(id) : undefined
  if (typeof text === 'string') {
    // Who sends both means one document: an id never covers another text.
    if (trusted.hasText(text) && (id === undefined || listed === text)) {
      return { ...withText(request, search, text), isTrusted: true }
    }
  } else if (listed !== undefined) return { ...withText(request, search, listed), isTrusted: true }
  if (mayBeUnlisted && typeof text === 'string') return asSent
  throw new SignpostError(request.context?.caller === nobody ? 'api_key_missing' : 'document_unknown')
}
