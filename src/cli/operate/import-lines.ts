import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse as parseCsv } from 'csv-parse'
import { SignpostError } from '../../kernel/errors.ts'
import { isExactAmount, withExactAmounts } from '../../registry/endpoints/capability.ts'
import { nullCell, unguarded } from '../../registry/import/csv.ts'
import type { SourceLine } from '../../registry/import/import.ts'
import { payeeLines } from '../../registry/import/payee.ts'
import { CliError } from '../options.ts'

/** The longest line of a file, in UTF-16 units: the limit of a request's body. */
const lineLimit = 64 * 1024

const tooLong = () => new SignpostError('body_too_large', { rule: `A line has at most ${lineLimit} characters.` })

/** Reads the text of a file, without a byte order mark, with one character for each line ending. @throws CliError */
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
    // The next chunk may begin with the second character of the line ending.
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  yield (held + decode()).replace(/\r\n?/g, '\n')
}

/** Splits a text into lines. Of a line that is too long only the beginning is yielded, longer than the limit. */
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
 * Detects repeated fields: a parser keeps the last one, so the first value would be lost. A JSON string before a colon
 * is a field's name. Each string is matched from its opening to its closing quote, so that text inside or between
 * strings is never taken for a name.
 */
function hasFieldTwice(text: string, value: unknown): boolean {
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)
  const names = [...strings].filter(([, colon]) => colon !== undefined).length
  return names !== countFields(value)
}

/** Parses JSON. Text that isn't JSON gives `otherwise`. */
function parsed(text: string, otherwise: unknown): unknown {
  try {
    const value = withExactAmounts(text, JSON.parse(text))
    return hasFieldTwice(text, value) ? namedTwice() : value
  } catch {
    return otherwise
  }
}

/** Reads the lines of a JSONL file. A line that isn't JSON becomes an Error without its text. @throws CliError */
export async function* jsonLines(path: string): AsyncIterable<SourceLine> {
  let number = 0
  for await (const text of textLines(textOf(path))) {
    number++
    if (text.trim() === '') continue
    yield { number, value: text.length > lineLimit ? tooLong() : parsed(text, new Error('not JSON')) }
  }
}

const inJson: ReadonlySet<string> = new Set(['capabilities', 'details', 'metadata'])

/** Matches a JSON number between spaces: `Number` would accept `0x10`, `0b1` and a space, too. */
const aNumber = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

/** Converts a cell to its JSON value. */
function fromCell(name: string, cell: string): unknown {
  if (cell === nullCell) return null
  const text = unguarded(cell)
  if (name === 'priority') return aNumber.test(text) && isExactAmount(text) ? Number(text) : text
  if (name === 'is_primary') return text === 'true' ? true : text === 'false' ? false : text
  return inJson.has(name) ? parsed(text, text) : text
}

const rules: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_MAX_RECORD_SIZE: 'a row is too long',
}

/**
 * Reports a broken row by its line, its field's number and its rule. The parser's message quotes the cell, and without
 * a header the field's name is a cell, so neither is shown.
 */
function brokenRow({ code, lines, index }: CsvError): CliError {
  const at = typeof index === 'number' ? `, field ${index + 1}` : ''
  return new CliError(`The CSV file cannot be read at line ${lines}${at}: ${rules[code] ?? `the parser says ${code}`}.`)
}

type Row = { record: Record<string, string>; raw: string; info: { lines: number; error?: unknown } }

/**
 * Refuses other separators, which would make one column, and repeated columns: a parser would take the last one for
 * every row. @throws CliError
 */
function readHeader(header: string[]): string[] {
  if (header.length === 1 && /[;\t]/.test(header[0]!))
    throw new CliError('The columns of the CSV file are separated by semicolons or tabs: save it with commas.')
  const seen = new Set<string>()
  const twice = header.find((name) => seen.size === seen.add(name).size)
  if (twice === undefined) return header
  const known = /^[a-z_]{1,40}$/.test(twice) ? `: ${twice}` : ''
  throw new CliError(`The header of the CSV file names a field twice${known}.`)
}

async function* csvRows(path: string, columns = readHeader): AsyncIterable<Row> {
  const parser = parseCsv({
    columns,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    raw: true,
    // Quotes in a cell are doubled.
    max_record_size: 2 * lineLimit,
  })
  const text = Readable.from(textOf(path), { objectMode: true }).on('error', (error) => parser.destroy(error))
  try {
    yield* text.pipe(parser) as AsyncIterable<Row>
  } catch (error) {
    throw error instanceof CsvError ? brokenRow(error) : error
  }
}

/**
 * Reads a CSV file to its end. A broken quote swallows the rows after it, so nothing of such a file is imported, nor of
 * one that names no kind of record.
 * @throws CliError
 */
export async function checkCsv(path: string, object: string | undefined): Promise<void> {
  const columns = (header: string[]): string[] => {
    const names = readHeader(header)
    if (object === undefined && !names.includes('object'))
      throw new CliError('Name the kind of the records by --object, or in a column `object`.')
    return names
  }
  for await (const _ of csvRows(path, columns));
}

/** The line at which a row begins: the parser counts to the row's end, and cells may contain line breaks. */
const firstLine = ({ raw, info }: Row): number => info.lines - (raw.replace(/^\n+|\n+$/g, '').match(/\n/g)?.length ?? 0)

const otherCells = () =>
  new SignpostError('parameter_invalid', {
    rule: 'The row must have as many cells as the header: is a comma not quoted?',
  })

/** Reads the rows of a CSV file in the form of JSONL. @throws CliError at a broken row */
export async function* csvLines(path: string, object: string | undefined): AsyncIterable<SourceLine> {
  for await (const row of csvRows(path)) {
    const value = row.info.error === undefined ? readRow(row.record, object) : otherCells()
    yield { number: firstLine(row), value }
  }
}

/** Reads a CSV file with one payee a row. @throws CliError at a broken row */
export async function* payeeRows(path: string): AsyncIterable<SourceLine> {
  for await (const row of csvLines(path, undefined)) yield* payeeLines(row)
}

/** Returns the fields of a row without its empty cells; or the refusal of a cell. */
function readRow(row: Record<string, string>, object: string | undefined): unknown {
  const cells = Object.entries(row).filter(([, cell]) => cell !== '')
  const fields = cells.map(([name, cell]): [string, unknown] => [name, fromCell(name, cell)])
  const refused = fields.find(([, value]) => value instanceof SignpostError)
  return refused ? refused[1] : { ...(object ? { object } : {}), ...Object.fromEntries(fields) }
}
