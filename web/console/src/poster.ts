import { type Refusal, unreachable } from './parts/problem.tsx'

export type Posted = { body: unknown; refusal: Refusal | null }

/** Sends requests to the REST interface, whose answers the page shows unchanged: a GET without a body. */
export type Post = (path: string, body?: object) => Promise<Posted>

/**
 * INVARIANT (in memory only): as in the gateway, the key lives in this closure and nowhere else, and leaves in a header.
 */
export function createPoster(key: string, onRefused: (refusal: Refusal) => void): Post {
  return async (path, body) => {
    try {
      const response = await fetch(path, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        credentials: 'omit',
        cache: 'no-store',
      })
      const answer = await response.json()
      const refusal = response.ok ? null : refusalIn(answer, response)
      if (refusal && response.status === 401) onRefused(refusal)
      return { body: answer, refusal }
    } catch {
      return { body: null, refusal: unreachable }
    }
  }
}

type Envelope = { error?: { message: string; code: string; param?: string; request_id: string } }

function refusalIn({ error }: Envelope, response: Response): Refusal {
  if (!error) return unreachable
  const { message, code, param, request_id: requestId } = error
  return { message, code, param, requestId, retryAfter: response.headers.get('retry-after') }
}
