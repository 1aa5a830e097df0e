import type { Pages } from '../../client/client.ts'
import { valued, wholeNumber } from '../options.ts'
import { paint, paintCell } from '../paint.ts'
import { printable, table } from '../table.ts'

/** A column of a table: its title, and the field that it shows. */
export type Column<T> = readonly [title: string, field: keyof T & string]

export const limitOption = () =>
  valued('--limit <number>', 'the number of records, newest first', wholeNumber(1, 10_000), 20)

const moments = new Set([
  'created',
  'updated',
  'expires_at',
  'verified_at',
  'revoked_at',
  'available_at',
  'proof_expires_at',
])

/** Renders a value for people: a timestamp as a date, null as `-`. */
function cellOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && moments.has(field)) return new Date(value * 1_000).toISOString().replace('.000', '')
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

async function take<T>(pages: Pages<T>, limit: number): Promise<T[]> {
  const records: T[] = []
  for await (const record of pages) if (records.push(record) >= limit) break
  return records
}

type Wanted = { json: boolean; limit: number }

/** Prints the first records of a list: as a table, or a JSON object a line. */
export async function showList<T>(
  pages: Pages<T>,
  columns: readonly Column<T>[],
  { json, limit }: Wanted,
): Promise<void> {
  const records = await take(pages, limit)
  if (json) for (const record of records) console.log(JSON.stringify(record))
  else if (records.length === 0) console.log('There are none.')
  else {
    const rows = records.map((record) => columns.map(([, field]) => cellOf(field, record[field])))
    console.log(
      table(
        columns.map(([title]) => title),
        rows,
      ),
    )
  }
}

/** Prints a record: a line a field, or as JSON. */
export function showRecord(record: object, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(record))
    return
  }
  const fields = Object.entries(record).filter(([field]) => field !== 'object')
  const width = Math.max(...fields.map(([field]) => field.length))
  for (const [field, value] of fields) {
    console.log(`${paint('dim', field.padEnd(width))}  ${paintCell(cellOf(field, value))}`)
  }
}

/** Returns the page size for a limit, so that no more is read than shown. */
export const pageOf = (limit: number): number => Math.min(limit, 100)
