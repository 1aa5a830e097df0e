import {
  ConfigError,
  decimal,
  type Environment,
  integer,
  list,
  matching,
  oneOf,
  text,
  type ValuesOf,
} from './environment.ts'

const url = matching('a URL', (given) => URL.canParse(given))

export const observingVariables = {
  LOG_LEVEL: {
    kind: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    standard: 'info',
    about: 'the lowest level to log',
  },
  LOG_FORMAT: {
    kind: oneOf(['auto', 'json', 'pretty']),
    standard: 'auto',
    about: '`json`, or `pretty` for people; `auto` is `pretty` on a terminal and JSON everywhere else',
  },
  METRICS_PORT: {
    kind: integer({ max: 65_535 }),
    about: 'Prometheus metrics on a port for this machine alone, plus `PROCESS_INDEX`: [metrics.md](metrics.md)',
  },
  METRICS_TOKEN: {
    kind: matching('16 visible ASCII characters or more', (given) => /^[\x21-\x7e]{16,}$/.test(given)),
    isSecret: true,
    isCritical: true,
    about: 'serves metrics at `/metrics` of the service, behind this token',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: { kind: url, about: 'where traces go: [tracing.md](../how-to/tracing.md)' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { kind: url, about: 'the same as a whole URL' },
  OTEL_EXPORTER_OTLP_HEADERS: {
    kind: list('name=value pairs', (pair) => {
      const [, name, value] = /^([\w-]+) *= *((?:%[0-9a-f]{2}|[^%])*)$/i.exec(pair) ?? []
      return name ? ([name, unescape(value!)] as const) : null
    }),
    standard: '',
    isSecret: true,
    about: 'headers for the collector',
  },
  OTEL_TRACES_EXPORTER: {
    kind: oneOf(['otlp', 'console', 'none']),
    standard: (env: Environment) =>
      env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ? 'otlp' : 'none',
    standardShown: '`none`, with an endpoint `otlp`',
    about: '`console` prints them',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: {
      takes: 'a number from 0 to 1',
      read(given: string) {
        const ratio = decimal.read(given)
        return ratio !== null && ratio <= 1 ? ratio : null
      },
    },
    standard: '1',
    about: 'the fraction of new traces to keep',
  },
  OTEL_SERVICE_NAME: { kind: text, standard: 'signpost', about: 'the name of the service in traces' },
} as const

type Values = ValuesOf<typeof observingVariables>

/**
 * Metrics are counted if a port or a token makes them readable. Each process of a machine has the next port; 0 is any
 * free one.
 */
function metricsConfig({ metricsPort: port, metricsToken: token }: Values, processIndex: number) {
  if (port !== undefined && port + processIndex > 65_535)
    throw new ConfigError(`METRICS_PORT must be a whole number from 0 to ${65_535 - processIndex}.`)
  return { port: port ? port + processIndex : (port ?? null), token: token ?? null }
}

/** Logs, metrics and traces. @throws ConfigError */
export function observingConfig(values: Values, processIndex: number) {
  const base = values.otelExporterOtlpEndpoint?.replace(/\/$/, '')
  return {
    logLevel: values.logLevel,
    logFormat: values.logFormat,
    metrics: metricsConfig(values, processIndex),
    tracing: {
      exporter: values.otelTracesExporter,
      url: values.otelExporterOtlpTracesEndpoint ?? (base ? `${base}/v1/traces` : null),
      headers: Object.fromEntries(values.otelExporterOtlpHeaders),
      serviceName: values.otelServiceName,
      ratio: values.otelTracesSamplerArg,
    },
  }
}
