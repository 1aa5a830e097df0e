import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse as parseCsv } from 'csv-parse'
import { SignpostError } from '../../kernel/errors.ts'
import { nullCell, unguarded } from '../../registry/import/csv.ts'
import type { SourceLine } from '../../registry/import/import.ts'
import { payeeLines } from '../../registry/import/payee.ts'
import { CliError } from '../failure-text.ts'

/** The longest line of a file, in UTF-16 units: as long as a request may be. */
const lineLimit = 64 * 1024

const tooLong = () => new SignpostError('body_too_large', { rule: `A line has at most ${lineLimit} characters.` })

/** The text of a file, without a byte order mark, with one character at each end of a line. @throws CliError */
async function* textOf(path: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new CliError('The file is not UTF-8.')
    }
  }
  let held = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = held + decode(chunk)
    // The next chunk may begin with the other half of the line's end.
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  yield (held + decode()).replace(/\r\n?/g, '\n')
}

/** The lines of a text. One that is too long comes as its beginning alone, longer than a line may be. */
async function* textLines(chunks: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!.slice(0, lineLimit + 1)
    yield* lines
  }
  if (rest !== '') yield rest
}

const namedTwice = () => new SignpostError('invalid_json', { rule: 'An object of the line names a field twice.' })

/** Counts the fields of a value, with those of nested objects. */
function countFields(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const inner = Object.values(value)
  return inner.reduce((sum: number, one) => sum + countFields(one), Array.isArray(value) ? 0 : inner.length)
}

/**
 * Of two fields of one name a reader keeps the last, and what was in the first is lost with it. In JSON a string before a
 * colon is the name of a field; each is read from its opening quote to its closing one, so that what stands between two
 * strings, or in one, is never taken for a name.
 */
function hasFieldTwice(text: string, value: unknown): boolean {
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)
  const names = [...strings].filter(([, colon]) => colon !== undefined).length
  return names !== countFields(value)
}

function parsed(text: string): unknown {
  if (text.length > lineLimit) return tooLong()
  try {
    const value: unknown = JSON.parse(text)
    return hasFieldTwice(text, value) ? namedTwice() : value
  } catch {
    return new Error('not JSON')
  }
}

/** The lines of a JSONL file; one that isn't JSON is an Error that says nothing of it. @throws CliError */
export async function* jsonLines(path: string): AsyncIterable<SourceLine> {
  let number = 0
  for await (const text of textLines(textOf(path))) {
    number++
    if (text.trim() !== '') yield { number, value: parsed(text) }
  }
}

/** The columns that aren't text. */
const inJson: ReadonlySet<string> = new Set(['capabilities', 'details', 'metadata'])

/** Matches a JSON number between spaces: `Number` would take `0x10`, `0b1` and a space for numbers, too. */
const aNumber = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

/** A cell as the value that JSON would have. */
function fromCell(name: string, cell: string): unknown {
  if (cell === nullCell) return null
  const text = unguarded(cell)
  if (name === 'priority') return aNumber.test(text) ? Number(text) : text
  if (name === 'is_primary') return text === 'true' ? true : text === 'false' ? false : text
  if (!inJson.has(name)) return text
  try {
    const value: unknown = JSON.parse(text)
    return hasFieldTwice(text, value) ? namedTwice() : value
  } catch {
    return text
  }
}

const rules: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_MAX_RECORD_SIZE: 'a row is too long',
}

/**
 * A broken row, by its line, its field's number and its rule. The parser's own message and the field's name are left:
 * the one quotes the cell, the other is a cell when the file has no header.
 */
function brokenRow({ code, lines, index }: CsvError): CliError {
  const at = typeof index === 'number' ? `, field ${index + 1}` : ''
  return new CliError(`The CSV file cannot be read at line ${lines}${at}: ${rules[code] ?? `the parser says ${code}`}.`)
}

type Row = { record: Record<string, string>; raw: string; info: { lines: number; error?: unknown } }

/** Of two columns of one name a reader would take the last, and load every row under it. @throws CliError */
function distinctColumns(header: string[]): string[] {
  const seen = new Set<string>()
  const twice = header.find((name) => seen.size === seen.add(name).size)
  if (twice === undefined) return header
  const known = /^[a-z_]{1,40}$/.test(twice) ? `: ${twice}` : ''
  throw new CliError(`The header of the CSV file names a field twice${known}.`)
}

async function* csvRows(path: string): AsyncIterable<Row> {
  const parser = parseCsv({
    columns: distinctColumns,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    raw: true,
    // Each quote in a cell is written twice.
    max_record_size: 2 * lineLimit,
  })
  const text = Readable.from(textOf(path), { objectMode: true }).on('error', (error) => parser.destroy(error))
  try {
    yield* text.pipe(parser) as AsyncIterable<Row>
  } catch (error) {
    throw error instanceof CsvError ? brokenRow(error) : error
  }
}

/** Reads a CSV file to its end. A broken quote takes the rows after it with it, so nothing of such a file is imported. @throws CliError */
export async function checkCsv(path: string): Promise<void> {
  for await (const _ of csvRows(path));
}

/** The line at which a row begins: the parser counts to its end, and cells may hold lines of their own. */
const firstLine = ({ raw, info }: Row): number => info.lines - (raw.replace(/^\n+|\n+$/g, '').match(/\n/g)?.length ?? 0)

const otherCells = () =>
  new SignpostError('parameter_invalid', {
    rule: 'The row must have as many cells as the header: is a comma not quoted?',
  })

/** The rows of a CSV file as JSONL would have them. @throws CliError at a broken row */
export async function* csvLines(path: string, object: string | undefined): AsyncIterable<SourceLine> {
  for await (const row of csvRows(path)) {
    const value = row.info.error === undefined ? readRow(row.record, object) : otherCells()
    yield { number: firstLine(row), value }
  }
}

/** The lines of a CSV file with one row a payee. @throws CliError at a broken row */
export async function* payeeRows(path: string): AsyncIterable<SourceLine> {
  for await (const row of csvLines(path, undefined)) yield* payeeLines(row)
}

/** The fields of a row, of which an empty cell is absent; or the refusal of a cell. */
function readRow(row: Record<string, string>, object: string | undefined): unknown {
  const cells = Object.entries(row).filter(([, cell]) => cell !== '')
  const fields = cells.map(([name, cell]): [string, unknown] => [name, fromCell(name, cell)])
  const refused = fields.find(([, value]) => value instanceof SignpostError)
  return refused ? refused[1] : { ...(object ? { object } : {}), ...Object.fromEntries(fields) }
}
