import { createHash } from 'node:crypto'
import { type DocumentNode, Kind, parse, visit } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { textBounds } from './text-bounds.ts'

/** What a process keeps for one consumer and environment, and for how many of them. Source: docs/limits.md. */
export const persistedBounds = { bytes: 256 * 1024, documents: 200, consumers: 256 }

/** A document that may be asked for by the hash of its text from now on. */
export type Registration = { readonly hash: string; readonly text: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shape = /^[0-9a-f]{64}$/
const rule = (text: string) => new SignpostError('graphql_invalid', { param: 'persistedQuery', rule: text })

/**
 * The hash that a request names in `extensions.persistedQuery`; null when it names none.
 * @throws SignpostError graphql_invalid
 */
export function hashOf(extensions: unknown): string | null {
  const persisted = isRecord(extensions) ? (extensions.persistedQuery ?? null) : null
  if (persisted === null) return null
  const { version, sha256Hash } = isRecord(persisted) ? persisted : {}
  if (version !== 1) throw rule('"persistedQuery.version" must be 1.')
  if (typeof sha256Hash === 'string' && shape.test(sha256Hash)) return sha256Hash
  throw rule('"persistedQuery.sha256Hash" must be 64 hexadecimal digits in lower case.')
}

/** @throws SignpostError graphql_invalid */
export function registrationOf(hash: string, text: string): Registration {
  if (createHash('sha256').update(text).digest('hex') === hash) return { hash, text }
  throw rule('"persistedQuery.sha256Hash" is not the SHA-256 of the document.')
}

/** Whether a document writes a text of its own: that may be an address, and no such thing stays in memory. */
export function writesText(document: DocumentNode): boolean {
  const isWrite = document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation !== 'query',
  )
  let found = false
  if (isWrite) {
    visit(document, {
      StringValue() {
        found = true
      },
    })
  }
  return found
}

/**
 * Automatic persisted queries: documents by the hash of their text, as their consumer sent them before.
 *
 * INVARIANT (each its own): a consumer finds what it sent itself, in the same environment, and fills its own share alone.
 * What is kept holds at most `consumers * bytes`; whose share was used longest ago goes first, in whole.
 */
export function createPersistedQueries(bounds = persistedBounds) {
  const shares = new LRUCache<string, LRUCache<string, string>>({ max: bounds.consumers })
  const shareOf = ({ consumerId, livemode }: Caller) => `${consumerId} ${livemode}`

  const newShare = () =>
    new LRUCache<string, string>({
      max: bounds.documents,
      maxSize: bounds.bytes,
      maxEntrySize: textBounds.bytes,
      sizeCalculation: (text) => Math.max(1, Buffer.byteLength(text)),
    })

  /** What came of the hashes that were sent, and how many documents were kept. */
  const counts = { found: 0, absent: 0, kept: 0 }

  return {
    counts: counts as Readonly<typeof counts>,

    find(caller: Caller, hash: string): string | undefined {
      const text = shares.get(shareOf(caller))?.get(hash)
      counts[text === undefined ? 'absent' : 'found']++
      return text
    },

    /** Keeps a document that was judged and ran. */
    keep(caller: Caller, { hash, text }: Registration): void {
      const share = shares.get(shareOf(caller))
      if (share?.has(hash) || writesText(parse(text))) return
      const own = share ?? newShare()
      own.set(hash, text)
      if (own.has(hash)) counts.kept++
      if (!share) shares.set(shareOf(caller), own)
    },
  }
}

export type PersistedQueries = ReturnType<typeof createPersistedQueries>

/**
 * What clients expect when a hash is not known: they send the document with it then. Their libraries look for this very
 * message and code, in an answer of 200.
 */
export const notFound = (requestId: string): string =>
  `${JSON.stringify({
    errors: [
      {
        message: 'PersistedQueryNotFound',
        extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', type: 'invalid_request_error', requestId },
      },
    ],
  })}\n`
