import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CsvError, parse as parseCsv } from 'csv-parse'
import { CliError } from './failure-text.ts'

/** The lines of a JSONL file; one that isn't JSON is an Error that says nothing of it. */
export async function* jsonLines(path: string): AsyncIterable<unknown> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    try {
      yield JSON.parse(line)
    } catch {
      yield new Error('not JSON')
    }
  }
}

/** A cell as the value that JSON would have: empty is absent, and four columns aren't text. */
function fromCell(name: string, cell: string): unknown {
  if (name === 'priority') return Number(cell)
  if (name === 'is_primary') return cell === 'true' ? true : cell === 'false' ? false : cell
  if (name !== 'capabilities' && name !== 'details') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

const rules: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
}

/**
 * A broken row, by its line, its field's number and its rule. The parser's own message and the field's name are left:
 * the one quotes the cell, the other is a cell when the file has no header.
 */
function brokenRow({ code, lines, index }: CsvError): CliError {
  const at = typeof index === 'number' ? `, field ${index + 1}` : ''
  return new CliError(`The CSV file cannot be read at line ${lines}${at}: ${rules[code] ?? `the parser says ${code}`}.`)
}

async function* csvRows(path: string): AsyncIterable<Record<string, string>> {
  const parser = parseCsv({ columns: true, bom: true, skip_empty_lines: true, relax_column_count: true })
  const file = createReadStream(path).on('error', (error) => parser.destroy(error))
  try {
    yield* file.pipe(parser)
  } catch (error) {
    throw error instanceof CsvError ? brokenRow(error) : error
  }
}

/** Reads a CSV file to its end. A broken quote takes the rows after it with it, so nothing of such a file is imported. @throws CliError */
export async function checkCsv(path: string): Promise<void> {
  for await (const _ of csvRows(path));
}

/** The rows of a CSV file as JSONL would have them. @throws CliError at a broken row */
export async function* csvLines(path: string, object: string | undefined): AsyncIterable<unknown> {
  for await (const row of csvRows(path)) yield readRow(row, object)
}

function readRow(row: Record<string, string>, object: string | undefined): Record<string, unknown> {
  const fields = Object.entries(row).filter(([, cell]) => cell !== '')
  return {
    ...(object ? { object } : {}),
    ...Object.fromEntries(fields.map(([name, cell]) => [name, fromCell(name, cell)])),
  }
}
