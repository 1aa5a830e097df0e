/**
 * True if each row can have a column of its own. A row is a bit for each suitable column, 31 at most. Augmenting paths
 * find such a pairing if one exists.
 */
export function canPair(rows: readonly number[]): boolean {
  const rowOf = new Map<number, number>()
  let seen = 0
  function place(row: number): boolean {
    for (let free = rows[row]! & ~seen; free !== 0; free = rows[row]! & ~seen) {
      const column = free & -free
      seen |= column
      const other = rowOf.get(column)
      if (other === undefined || place(other)) {
        rowOf.set(column, row)
        return true
      }
    }
    return false
  }
  return rows.every((_, row) => {
    seen = 0
    return place(row)
  })
}

/** A bit for each suitable item. */
export const bitsOf = <T>(items: readonly T[], suits: (item: T) => boolean): number =>
  items.reduce((bits, item, at) => (suits(item) ? bits | (1 << at) : bits), 0)
