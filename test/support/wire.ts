import { type Dispatcher, Pool } from 'undici'
import type { Body } from './server.ts'

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string; body: Body }

export type Sending = { key?: string | undefined; body?: unknown; headers?: Record<string, string> }

export type Wire = {
  send(method: string, path: string, sending?: Sending): Promise<Reply>
  close(): Promise<void>
}

/** HTTP over connections that stay open: for tests that send thousands of requests. */
export function openWire(url: string, { connections = 16 }: { connections?: number } = {}): Wire {
  const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000 })
  return {
    async send(method, path, { key, body, headers = {} } = {}) {
      const answer = await pool.request({
        method: method as Dispatcher.HttpMethod,
        path,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await answer.body.text()
      const isJson = /json/.test(String(answer.headers['content-type'] ?? ''))
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      }
    },
    close: () => pool.close(),
  }
}

/** Runs `work` over all items, at most `width` at once; the results in the items' order. */
export async function inLanes<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length)
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return results
}
