import { type Dispatcher, Pool } from 'undici'

/** Client timeout, past the server's own limits: a request without an answer by then hangs. */
export const hangMs = 15_000

export type Answer = {
  /** `201`, `503 overloaded`, `ECONNREFUSED`, `hung`. */
  outcome: string
  /** Null when no answer came. */
  status: number | null
  replayed: boolean
  retryAfter: number | null
  // biome-ignore lint/suspicious/noExplicitAny: what the wire gave.
  body: any
  /** Monotonic milliseconds at which the answer was there. */
  at: number
  ms: number
}

export type Client = {
  /** For how long the oldest request under way has been waiting, in milliseconds. */
  waitingMs(): number
  send(method: string, path: string, key: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

const outcomes: Record<string, string> = {
  UND_ERR_HEADERS_TIMEOUT: 'hung',
  UND_ERR_BODY_TIMEOUT: 'hung',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
}

/** HTTP client that distinguishes every kind of failure, and never retries by itself. */
export function openClient(url: string, connections: number): Client {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: hangMs, bodyTimeout: hangMs })
  const underWay = new Set<{ began: number }>()
  return {
    waitingMs: () => Math.max(0, ...[...underWay].map(({ began }) => performance.now() - began)),
    async send(method, path, key, body, headers = {}) {
      const began = performance.now()
      const timed = () => ({ at: performance.now(), ms: performance.now() - began })
      const request = { began }
      underWay.add(request)
      try {
        const answer = await pool.request({
          method: method as Dispatcher.HttpMethod,
          path,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          body: body === undefined ? null : JSON.stringify(body),
        })
        const parsed = await answer.body.json().catch(() => null)
        const code = (parsed as { error?: { code?: string } } | null)?.error?.code
        const retryAfter = answer.headers['retry-after']
        return {
          outcome: code === undefined ? String(answer.statusCode) : `${answer.statusCode} ${code}`,
          status: answer.statusCode,
          replayed: answer.headers['idempotent-replayed'] === 'true',
          retryAfter: retryAfter === undefined ? null : Number(retryAfter),
          body: parsed,
          ...timed(),
        }
      } catch (error) {
        const code = (error as { code?: string }).code ?? (error as Error).name
        const outcome = outcomes[code] ?? code
        return { outcome, status: null, replayed: false, retryAfter: null, body: null, ...timed() }
      } finally {
        underWay.delete(request)
      }
    },
    close: () => pool.destroy(),
  }
}
