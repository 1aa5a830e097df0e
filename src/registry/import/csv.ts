/*
 * Cells of CSV as an import and an export have them. An empty cell is an absent field, and `\N` is null.
 *
 * INVARIANT (no formula): a text that a spreadsheet would run begins with = + - or @: a quote stands before it, and an import takes
 * that away. So it does of a text that reads as null, and of one that has such quotes already, so that every text comes back.
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
