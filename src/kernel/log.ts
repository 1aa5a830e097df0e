import { type Logger, pino } from 'pino'
import { prettyLine } from './pretty-line.ts'

/**
 * Writes JSON lines with request ids. Each call chooses its fields; the redaction here is the second line of defence.
 */
export function createLog(level: string, destination?: { write(line: string): unknown }): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['*.authorization', '*.address', '*.secret', '*.key', '*.password', '*.value', '*.skeleton', 'headers'],
      censor: '[redacted]',
    },
    serializers: { error: serializeError, err: serializeError },
  }
  return destination ? pino(options, destination as { write(line: string): void }) : pino(options)
}

/** The log of a service on standard output: JSON lines, or readable lines on a terminal. */
export function createServiceLog({ logLevel, logFormat }: LogSettings, out: LogOutput = process.stdout): Logger {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && out.isTTY === true)
  if (isPretty) return createLog(logLevel, { write: (line) => out.write(prettyLine(line)) })
  if (out !== process.stdout) return createLog(logLevel, out)
  const destination = pino.destination(1)
  // A closed terminal.
  destination.on('error', () => undefined)
  return createLog(logLevel, destination)
}

export type LogSettings = { logLevel: string; logFormat: 'auto' | 'json' | 'pretty' }
export type LogOutput = { isTTY?: boolean; write(line: string): unknown }

/** A driver's error carries statements, parameters and values of rows: only its class, code and place are logged. */
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
