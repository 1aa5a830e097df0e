/** A name that was stored by another way may hold what moves a terminal's cursor. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** Columns as wide as their widest cell. */
export function table(header: readonly string[], rows: readonly string[][]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
