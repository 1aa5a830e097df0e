import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Marks a span as failed, with the error's code alone: its message may carry values. */
export function fail(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : 'unexpected')
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Ends the span with the work: at once, or when its promise is settled. */
export function ending<T>(span: Span, work: () => T): T {
  try {
    const result = work()
    if (!(result instanceof Promise)) {
      span.end()
      return result
    }
    return result.then(
      (value) => {
        span.end()
        return value
      },
      (error) => {
        fail(span, error)
        span.end()
        throw error
      },
    ) as T
  } catch (error) {
    fail(span, error)
    span.end()
    throw error
  }
}
