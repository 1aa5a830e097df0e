import { type Logger, pino } from 'pino'

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

/** Logs the begin and the end of an outage, once each: its attempts are many. */
export function outageLog(log: Pick<Logger, 'info' | 'warn'>, gone: string, back: string) {
  let isGone = false
  return {
    failed(error: unknown): void {
      if (!isGone) log.warn({ error }, gone)
      isGone = true
    },
    worked(): void {
      if (isGone) log.info(back)
      isGone = false
    },
  }
}

/** A driver's error carries statements, parameters and values of rows: only its class, code and place are logged. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, syscall, address, port } = error as Error & Record<string, unknown>
  const stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  const peer = syscall === 'connect' && typeof port === 'number' ? { peer: `${address}:${port}` } : {}
  return { kind: error.name, ...(typeof code === 'string' ? { code } : {}), ...peer, stack }
}

export type { Logger }

const levels: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

type Entry = { level?: number; time?: number; msg?: string; error?: unknown; err?: unknown; [field: string]: unknown }

/** Removes characters that move a terminal's cursor or change the writing direction. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')

const shown = (value: unknown): string =>
  plain(typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value))

function* stackOf(failure: unknown): Iterable<string> {
  const { kind, code, peer, stack } = (failure ?? {}) as Record<string, unknown>
  yield `         ${[kind, code, peer]
    .filter((part) => part !== undefined)
    .map(shown)
    .join(' ')}`
  if (Array.isArray(stack)) for (const frame of stack) yield `           ${plain(String(frame))}`
}

/**
 * Renders a JSON line of the log for people: `05:47:12 WARN  message  field=value`.
 *
 * INVARIANT (no leak): its input is the finished line, after the redaction.
 */
export function prettyLine(line: string): string {
  let entry: Entry
  try {
    entry = JSON.parse(line) as Entry
  } catch {
    return `${plain(line)}\n`
  }
  const { level = 30, time, msg = '', error, err, ...fields } = entry
  const at = new Date(time ?? 0).toTimeString().slice(0, 8)
  const facts = Object.entries(fields).map(([name, value]) => `  ${plain(name)}=${shown(value)}`)
  const first = `${at} ${(levels[level] ?? String(level)).padEnd(5)} ${plain(msg)}${facts.join('')}`
  const failures = [error, err].filter((failure) => failure !== undefined)
  return `${[first, ...failures.flatMap((failure) => [...stackOf(failure)])].join('\n')}\n`
}
