/** Histogram of values by upper bounds: cheap to record, since it's read far less often than written. */
export class Distribution {
  readonly bounds: readonly number[]
  /** One more than there are bounds: the last counts larger values. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Array(bounds.length + 1).fill(0)
  }

  note(value: number): void {
    let bucket = 0
    while (bucket < this.bounds.length && value > this.bounds[bucket]!) bucket++
    this.counts[bucket]!++
    this.sum += value
  }

  get total(): number {
    return this.counts.reduce((all, count) => all + count, 0)
  }
}
