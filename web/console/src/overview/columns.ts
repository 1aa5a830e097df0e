/** A part of a column of a chart, in units of 100 by 100. */
export type Column = { x: number; width: number; y: number; height: number }

/** The fraction of a column's width that stays free on both sides. */
const gap = 0.18
/** The smallest visible height of a part that is not zero. */
const least = 1.5

/** The parts of one column of `count`, from the bottom up. `top` is the value at the chart's height. */
export function columnsOf(values: readonly number[], top: number, index: number, count: number): Column[] {
  const place = 100 / count
  let bottom = 100
  return values.map((value) => {
    const height = value === 0 ? 0 : Math.max(least, (value / top) * 100)
    bottom -= height
    return { x: (index + gap / 2) * place, width: place * (1 - gap), y: bottom, height }
  })
}

/** The next of 1, 2, 5, 10, 20, 50 … */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}
