import { ConfigError, decimal, type Environment, integer, list, oneOf } from './environment.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const logFormats = ['auto', 'json', 'pretty'] as const

/** Metrics are kept when somebody may read them: on a port of this machine, or with a token on the service's own port. */
function metrics(env: Environment, processIndex: number): { port: number | null; token: string | null } {
  const token = env.METRICS_TOKEN || null
  if (token !== null && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new ConfigError('METRICS_TOKEN must be 16 visible ASCII characters or more.')
  }
  const port = integer(env, 'METRICS_PORT', 0, { max: 65_535 - processIndex })
  if (!env.METRICS_PORT) return { port: null, token }
  // Port 0 is any free one; otherwise each process of a machine has the next.
  return { port: port === 0 ? 0 : port + processIndex, token }
}

const traceExporters = ['otlp', 'console', 'none'] as const

/** The usual variables of OpenTelemetry, those of them that mean something here. */
function tracing(env: Environment) {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base ? `${base}/v1/traces` : null)
  if (url !== null && !URL.canParse(url)) throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL.')
  const ratio = decimal(env, 'OTEL_TRACES_SAMPLER_ARG', 1)
  if (ratio > 1) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  const headers = list(env, 'OTEL_EXPORTER_OTLP_HEADERS').map((pair) => {
    const [, name, value] = /^([\w-]+) *= *((?:%[0-9a-f]{2}|[^%])*)$/i.exec(pair) ?? []
    if (!name) throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.')
    return [name, unescape(value!)] as const
  })
  return {
    exporter: oneOf(env, 'OTEL_TRACES_EXPORTER', traceExporters, url === null ? 'none' : 'otlp'),
    url,
    headers: Object.fromEntries(headers),
    serviceName: env.OTEL_SERVICE_NAME || 'signpost',
    ratio,
  }
}

/** What the service says of itself: its log, metrics and traces. */
export function readObservingConfig(env: Environment, processIndex: number) {
  return {
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    /** JSON lines, or text for people: on a terminal when it says neither. */
    logFormat: oneOf(env, 'LOG_FORMAT', logFormats, 'auto'),
    metrics: metrics(env, processIndex),
    tracing: tracing(env),
  }
}
