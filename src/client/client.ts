import { createResources } from './generated/resources.ts'
import { createTransport } from './transport.ts'

export { SignatureVerificationError, verifySignature } from '../verifier/verify-web.ts'
export * from './errors.ts'
export type * from './generated/types.ts'
export type { Page, Pages } from './pages.ts'
export type { RequestOptions, WriteOptions } from './transport.ts'

export type ClientOptions = {
  /** `spk_…`: it decides on the consumer, the environment and what may be done. */
  apiKey: string
  /** Where the service is: `https://signpost.example.com`. */
  baseUrl: string
  /** Milliseconds that one attempt may take; 10,000 when absent. */
  timeout?: number
  /** Retries of a failed request; 3 times when absent. */
  maxRetries?: number
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch
}

export type Signpost = ReturnType<typeof createResources>

/**
 * The REST interface as methods. Every method rejects with an error of this module: what the service refused is a
 * RefusedError with `type`, `code`, `param`, `status`, `requestId` and `retryAfter`. Reads and writes alike are sent again
 * after a failure that may pass; a write carries an Idempotency-Key, so that it happens once.
 *
 * A secret that is shown once (of a new API key or webhook) is null in the answer to a write that was sent again.
 *
 * @throws TypeError when an option is malformed
 */
export function createSignpost({ apiKey, baseUrl, timeout = 10_000, maxRetries = 3, fetch }: ClientOptions): Signpost {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('The API key is missing or malformed')
  const { origin, pathname } = new URL(baseUrl)
  return createResources(
    createTransport({
      apiKey,
      baseUrl: origin + pathname.replace(/\/$/, ''),
      timeout,
      maxRetries,
      // Called as a method of something else, a browser's fetch refuses.
      fetch: fetch ?? ((...sent) => globalThis.fetch(...sent)),
    }),
  )
}
