/** Compares the times of B with those of A, measured in pairs. Milliseconds in, microseconds out. */
export type Comparison = {
  pairs: number
  /** The median of the paired differences B − A, with its bootstrap 95 % interval. */
  median: number
  low: number
  high: number
  /** Share of blocks in which B took longer than A; 0.5 without a difference. */
  probability: number
}

const resamples = 2_000

/** A small generator (mulberry32): a seed repeats the order of requests and the resampling. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Puts `items` into a random order, in place. */
export function shuffle<T>(items: T[], random: () => number): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const item = items[last]!
    items[last] = items[other]!
    items[other] = item
  }
  return items
}

/** The median of a resample, by counting how often each of the sorted values was drawn. */
function resampledMedian(sorted: Float64Array, drawn: Uint16Array, random: () => number): number {
  drawn.fill(0)
  for (let n = 0; n < sorted.length; n++) {
    const index = Math.floor(random() * sorted.length)
    drawn[index] = drawn[index]! + 1
  }
  let seen = 0
  for (let index = 0; index < sorted.length; index++) {
    seen += drawn[index]!
    if (seen * 2 >= sorted.length) return sorted[index]!
  }
  return sorted.at(-1)!
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

/** Compares B with A; `a[i]` and `b[i]` were measured in the same block, in random order. */
export function compare(a: readonly number[], b: readonly number[], random: () => number): Comparison {
  const differences = Float64Array.from(a, (time, index) => (b[index]! - time) * 1000)
  const greater = differences.reduce((sum, one) => sum + (one > 0 ? 1 : one === 0 ? 0.5 : 0), 0)
  const sorted = differences.sort()
  const drawn = new Uint16Array(sorted.length)
  const medians = Float64Array.from({ length: resamples }, () => resampledMedian(sorted, drawn, random)).sort()
  return {
    pairs: sorted.length,
    median: quantile(sorted, 0.5),
    low: quantile(medians, 0.025),
    high: quantile(medians, 0.975),
    probability: greater / sorted.length,
  }
}
