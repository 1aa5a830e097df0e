/*
 * Cells of CSV in imports and exports. An empty cell is an absent field, and `\N` is null.
 *
 * INVARIANT (no formula): a text that begins with = + - or @ would run in a spreadsheet: an export puts a quote before
 * it, and an import removes it. The same holds for a text that reads as null, and for one that begins with such quotes,
 * so that every text survives the round trip.
 */

const guarded = /^'*(?:[=+\-@]|\\N$)/
const guard = (text: string): string => (guarded.test(text) ? `'${text}` : text)

export const nullCell = String.raw`\N`

/** The text of a cell that is not null. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && guarded.test(cell) ? cell.slice(1) : cell)

function cellOf(value: unknown): string {
  if (value === undefined) return ''
  if (value === null) return nullCell
  const text = guard(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row of CSV, with the end of its line. */
export const csvRow = (columns: readonly string[], line: Readonly<Record<string, unknown>>): string =>
  `${columns.map((name) => cellOf(line[name])).join(',')}\n`
