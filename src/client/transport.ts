import { ConnectionError, RefusedError, refusedError, TimeoutError } from './errors.ts'

export type RequestOptions = {
  /** Ends the request, its retries and their waits: the promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** Milliseconds for one attempt. */
  timeout?: number
  /** Retries of a failed request. */
  maxRetries?: number
}

export type WriteOptions = RequestOptions & {
  /**
   * Idempotency key, for a write that must not happen twice even if this process ends. The client makes one otherwise.
   */
  idempotencyKey?: string
}

export type ClientOptions = {
  /** `spk_…`: it determines the consumer, the environment and the scopes. */
  apiKey: string
  /** URL of the service: `https://signpost.example.com`. */
  baseUrl: string
  /** Milliseconds for one attempt; 10,000 when absent. */
  timeout?: number
  /** Retries of a failed request; 3 when absent. */
  maxRetries?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

export type Page<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

type PageQuery = { limit?: number; starting_after?: string; ending_before?: string }

/** A list: awaited, it is the first page; in `for await`, every record from there on. */
export type Pages<T> = Promise<Page<T>> & AsyncIterable<T>

type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Outgoing = { verb: Verb; path: string; query?: object | undefined; body?: unknown; isWrite?: boolean }

export type Transport = ReturnType<typeof createTransport>

/** 128 random bits. `randomUUID` is missing on pages without TLS. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @throws TypeError */
function requireIdempotencyKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new TypeError('An idempotency key is 1 to 255 visible ASCII characters')
  return key
}

const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header.trim()) ? Number(header) : undefined

/** Builds a path with ids. An id with characters that could change the path is refused. @throws TypeError */
export function path(texts: TemplateStringsArray, ...ids: string[]): string {
  for (const id of ids) {
    if (typeof id !== 'string' || !/^\w+$/.test(id)) throw new TypeError('An id is made of letters, digits and _')
  }
  return String.raw({ raw: texts }, ...ids)
}

const queryText = (query: object): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const firstDelayMs = 500
const longestDelayMs = 8_000
/** The longest wait that the client makes; if the service asks for a longer one, the caller gets the error. */
const longestWaitSeconds = 60

const isWorthRetrying = ({ status, code }: RefusedError): boolean =>
  status === 408 || status === 429 || status >= 500 || code === 'idempotency_key_in_use'

/**
 * Milliseconds until the request may be retried after `failures` failures; null for no retry. Doubles each time, less a
 * random part of up to a half, and is never less than the service asked for.
 */
export function retryDelay(error: unknown, failures: number, random: () => number = Math.random): number | null {
  const planned = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1)) * (1 - random() / 2)
  if (error instanceof ConnectionError) return planned
  if (!(error instanceof RefusedError) || !isWorthRetrying(error)) return null
  const { retryAfter = 0 } = error
  return retryAfter > longestWaitSeconds ? null : Math.max(planned, retryAfter * 1_000)
}

/** Waits, unless the signal ends it. @throws the signal's reason */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Describes the failure of a request: `fetch failed (connect ECONNREFUSED 127.0.0.1:4000)`. */
function causeOf({ message, cause }: Error): string {
  const { message: inner, code } = (cause ?? {}) as { message?: string; code?: string }
  const why = inner || code
  return why ? `${message} (${why})` : message
}

const idOf = (record: unknown): string => (record as { id: string }).id

/**
 * Yields all records, page after page. Each page begins at the last record of the one before, so new records move
 * nothing. With `ending_before` the direction is reversed, older records first.
 */
function pagesOf<T>(query: PageQuery, fetchPage: (query: PageQuery) => Promise<Page<T>>): Pages<T> {
  const first = fetchPage(query)
  const isBackward = query.ending_before !== undefined

  async function* records(): AsyncGenerator<T> {
    let page = await first
    while (true) {
      yield* isBackward ? [...page.data].reverse() : page.data
      const last = isBackward ? page.data[0] : page.data.at(-1)
      if (!page.has_more || last === undefined) return
      page = await fetchPage({ ...query, [isBackward ? 'ending_before' : 'starting_after']: idOf(last) })
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: records })
}

/**
 * Sends requests, with retries.
 *
 * INVARIANT (key): it is in a header alone, never in an error, message or property; and no message has a query, which
 * may name people.
 */
export function createTransport({ apiKey, baseUrl, fetch, ...defaults }: Required<ClientOptions>) {
  /** One attempt. @throws RefusedError · ConnectionError · TimeoutError · the signal's reason */
  async function attempt(url: string, init: RequestInit, timeout: number, signal?: AbortSignal): Promise<unknown> {
    const asked = `${init.method} ${url.replace(/\?.*/s, '')}`
    const time = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([time, signal]) : time })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      throw refusedError(response.status, parsed(text), secondsOf(response.headers.get('retry-after')))
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (time.aborted) throw new TimeoutError(`${asked}: no answer within ${timeout} ms`)
      // The parser's message would quote the response.
      if (error instanceof SyntaxError) throw new ConnectionError(`${asked}: the answer is not JSON`)
      if (error instanceof TypeError) throw new ConnectionError(`${asked}: ${causeOf(error)}`, { cause: error })
      throw error
    }
  }

  async function send<A>({ verb, path, query = {}, body, isWrite }: Outgoing, options: WriteOptions = {}): Promise<A> {
    const { signal, idempotencyKey, timeout = defaults.timeout, maxRetries = defaults.maxRetries } = options
    const init: RequestInit = {
      method: verb,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // The same key for every attempt, so that the service does the write once.
        ...(isWrite ? { 'idempotency-key': requireIdempotencyKey(idempotencyKey ?? newIdempotencyKey()) } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    for (let failures = 1; ; failures++) {
      try {
        return (await attempt(baseUrl + path + queryText(query), init, timeout, signal)) as A
      } catch (error) {
        const delay = failures > maxRetries ? null : retryDelay(error, failures)
        if (delay === null) throw error
        await pause(delay, signal)
      }
    }
  }

  return {
    send,
    /** A list whose query is a body. */
    search: <T>(path: string, body: PageQuery, options: RequestOptions = {}) =>
      pagesOf<T>(body, (asked) => send<Page<T>>({ verb: 'POST', path, body: asked }, options)),
    list: <T>(path: string, query: PageQuery = {}, options: RequestOptions = {}) =>
      pagesOf<T>(query, (asked) => send<Page<T>>({ verb: 'GET', path, query: asked }, options)),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
