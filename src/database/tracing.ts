import { AsyncResource } from 'node:async_hooks'
import { SpanKind } from '@opentelemetry/api'
import type { Pool, PoolClient } from 'pg'
import { ending, fail, type Tracing } from '../observability/tracing.ts'

type Query = (...args: unknown[]) => unknown
type Done = (error: Error | null, result?: unknown) => void

/** Verb and table of a statement: `SELECT alias`. The statement's text is not traced. */
export function summaryOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text ?? '')
  const verb = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
  const table = /\b(?:into|update|from|join)\s+(?:only\s+)?"?([a-z_]+)"?(?![\w(."])/i.exec(text)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}

const openingOf = (summary: string) => ({
  kind: SpanKind.CLIENT,
  attributes: {
    'db.system.name': 'postgresql',
    'db.operation.name': summary.split(' ')[0]!,
    'db.query.summary': summary,
  },
})

/** A span for every statement of this pool within a request; other statements have none. */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  const connect = pool.connect.bind(pool) as Query
  // A connection may be handed over while another request runs: the callback keeps the context of the waiting one.
  pool.connect = ((callback?: () => void) => connect(callback && AsyncResource.bind(callback))) as never

  const seen = new WeakSet<PoolClient>()
  // Existing connections count too, so this is not `connect`.
  pool.on('acquire', (client: PoolClient) => {
    if (seen.has(client)) return
    seen.add(client)
    const query = client.query.bind(client) as unknown as Query
    client.query = ((...args: unknown[]) => {
      if (!tracing.current()) return query(...args)
      const summary = summaryOf(args[0])
      const span = tracing.start(summary, openingOf(summary))
      const done = args.at(-1)
      if (typeof done !== 'function') return ending(span, () => query(...args))
      const bound = AsyncResource.bind(done as Done)
      const finish: Done = (error, result) => {
        if (error) fail(span, error)
        span.end()
        bound(error, result)
      }
      return query(...args.slice(0, -1), finish)
    }) as never
  })
}

export const lookUpOpening = openingOf('SELECT alias')
