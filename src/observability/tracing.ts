import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import { version } from '../kernel/version.ts'

export type TracingSettings = {
  exporter: 'otlp' | 'console' | 'none'
  /** The full URL for traces. */
  url: string | null
  headers: Record<string, string>
  serviceName: string
  /** The fraction of traces to keep, from 0 to 1; it decides for traces that begin here. */
  ratio: number
}

export type Opening = { kind?: SpanKind; attributes?: Attributes; remote?: SpanContext | null }

/**
 * Spans of running requests: HTTP, then resolver, then SQL.
 *
 * INVARIANT (no ids): names are patterns and attributes constants of the code: no id, no value, no parameter, no
 * message of an error.
 * INVARIANT (uniform denial): a miss leaves the same spans, whatever is behind it.
 */
export type Tracing = {
  /** Begins a span below the current one; the first of a request may have a remote parent. */
  start(name: string, opening?: Opening): Span
  /** Runs work inside a span. */
  within<T>(span: Span, work: () => T): T
  /** Runs work that belongs to no single request. */
  outside<T>(work: () => T): T
  /** The current span; none after its end, even if work that it began goes on. */
  current(): Span | undefined
  close(): Promise<void>
}

/** Creates the configured tracing; null when it is off, and its packages are not loaded then. */
export async function createTracing(settings: TracingSettings, given?: SpanExporter): Promise<Tracing | null> {
  if (settings.exporter === 'none' && !given) return null
  const { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [await processorOf(settings, given)],
  })
  const tracer = provider.getTracer('signpost', version)
  const running = new AsyncLocalStorage<Span | undefined>()

  return {
    start(name, { kind, attributes, remote } = {}) {
      const parent = running.getStore()
      let context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      if (!parent && remote) context = trace.setSpanContext(ROOT_CONTEXT, remote)
      return tracer.startSpan(
        name,
        { ...(kind === undefined ? {} : { kind }), ...(attributes && { attributes }) },
        context,
      )
    },
    within: (span, work) => running.run(span, work),
    outside: (work) => running.run(undefined, work),
    current: () => {
      const span = running.getStore()
      return span?.isRecording() ? span : undefined
    },
    close: () => provider.shutdown(),
  }
}

async function processorOf({ exporter, url, headers }: TracingSettings, given?: SpanExporter): Promise<SpanProcessor> {
  const { BatchSpanProcessor, ConsoleSpanExporter, SimpleSpanProcessor } = await import('@opentelemetry/sdk-trace')
  if (given) return new SimpleSpanProcessor({ exporter: given })
  if (exporter === 'console') return new SimpleSpanProcessor({ exporter: new ConsoleSpanExporter() })
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  return new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ ...(url ? { url } : {}), headers }) })
}

/** Marks a span as failed, with the error's code alone: its message may carry values. */
export function fail(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : 'unexpected')
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Ends the span with the work: at once, or when its promise is settled. */
export function ending<T>(span: Span, work: () => T): T {
  const ended = <Value>(value: Value): Value => {
    span.end()
    return value
  }
  const failed = (error: unknown): never => {
    fail(span, error)
    throw ended(error)
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.then(ended, failed) as T) : ended(result)
  } catch (error) {
    return failed(error)
  }
}
