import { type Logger, pino } from 'pino'

/**
 * JSON lines with request ids. What is logged is chosen where it is logged, field by field; the redaction here is the
 * second line of defence, not the first.
 */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['*.authorization', '*.address', '*.secret', '*.key', '*.password', '*.value', '*.skeleton', 'headers'],
      censor: '[redacted]',
    },
    serializers: { error: serializeError, err: serializeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A driver's error carries statements, parameters and values of rows: only its class, code and place are kept. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code } = error as { code?: unknown }
  const stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { kind: error.name, ...(typeof code === 'string' ? { code } : {}), stack }
}

export type { Logger }
