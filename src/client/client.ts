import { createResources } from './generated/resources.ts'
import { type ClientOptions, createTransport } from './transport.ts'

export { SignatureVerificationError, verifySignature } from '../verifier/verify-web.ts'
export * from './errors.ts'
export type * from './generated/types.ts'
export type { ClientOptions, Page, Pages, RequestOptions, WriteOptions } from './transport.ts'

export type Signpost = ReturnType<typeof createResources>

/**
 * The REST interface as methods. Every method rejects with an error of this module: a refusal of the service is a
 * RefusedError with `type`, `code`, `param`, `status`, `requestId` and `retryAfter`. Reads and writes are retried after
 * a temporary failure; a write carries an Idempotency-Key, so that it happens once.
 *
 * A secret that is shown once (of a new API key or webhook) is null in the answer to a retried write.
 *
 * @throws TypeError when an option is malformed
 */
export function createSignpost({ apiKey, baseUrl, timeout = 10_000, maxRetries = 3, fetch }: ClientOptions): Signpost {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('The API key is missing or malformed')
  if (!URL.canParse(baseUrl)) throw new TypeError('The base URL is missing or malformed: https://signpost.example.com')
  const { origin, pathname } = new URL(baseUrl)
  return createResources(
    createTransport({
      apiKey,
      // The paths of the routes begin with /v1.
      baseUrl: origin + pathname.replace(/\/(?:v1\/?)?$/, ''),
      timeout,
      maxRetries,
      // A browser's `fetch` refuses to be called as a method of another object.
      fetch: fetch ?? ((...sent) => globalThis.fetch(...sent)),
    }),
  )
}
