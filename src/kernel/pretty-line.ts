const levels: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

type Entry = { level?: number; time?: number; msg?: string; error?: unknown; err?: unknown; [field: string]: unknown }

/** Removes characters that move a terminal's cursor or change the writing direction. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')

const shown = (value: unknown): string =>
  plain(typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value))

function* stackOf(failure: unknown): Iterable<string> {
  const { kind, code, stack } = (failure ?? {}) as { kind?: unknown; code?: unknown; stack?: unknown }
  yield `         ${[kind, code]
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
