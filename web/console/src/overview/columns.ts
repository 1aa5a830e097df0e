/** A column of a chart, in units of 100 by 100. */
export type Column = { x: number; width: number; y: number; height: number }

/** The fraction of a column's width that stays free on both sides. */
const gap = 0.18
/** The smallest visible height of a column that is not zero. */
const least = 2

/** Columns for counts, the largest with the chart's height. */
export function columnsOf(counts: readonly number[]): Column[] {
  const most = Math.max(0, ...counts)
  const place = counts.length > 0 ? 100 / counts.length : 0
  return counts.map((count, index) => {
    const height = count === 0 ? 0 : Math.max(least, (count / most) * 100)
    return { x: (index + gap / 2) * place, width: place * (1 - gap), y: 100 - height, height }
  })
}
