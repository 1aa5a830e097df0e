export const quantile = (sorted: readonly number[], q: number) => sorted[Math.round(q * (sorted.length - 1))]!
export const sortedOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
export const median = (numbers: readonly number[]) => quantile(sortedOf(numbers), 0.5)

/** Bootstrap 95 % interval of the median. */
export function interval(numbers: readonly number[]): [number, number] {
  const medians = Array.from({ length: 2_000 }, () =>
    median(numbers.map(() => numbers[Math.floor(Math.random() * numbers.length)]!)),
  )
  return [quantile(sortedOf(medians), 0.025), quantile(sortedOf(medians), 0.975)]
}
