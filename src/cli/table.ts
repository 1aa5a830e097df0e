import { paint, paintCell } from './paint.ts'

/** Strips control characters: a name that was stored another way could move a terminal's cursor. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** Columns as wide as their widest cell; in colours on a terminal. */
export function table(header: readonly string[], rows: readonly string[][]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  const line = (row: readonly string[], style: (cell: string) => string) =>
    row
      .map((cell, at) => (at === row.length - 1 ? style(cell) : style(cell.padEnd(widths[at]!))))
      .join('  ')
      .trimEnd()
  return [line(header, (cell) => paint('bold', cell)), ...rows.map((row) => line(row, paintCell))].join('\n')
}
