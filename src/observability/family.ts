/**
 * One value of a metric. `metricName` is set only where it differs from the family's, as for the parts of a histogram.
 */
export type Sample = { labels: Record<string, string>; value: number; metricName?: string }

/**
 * A metric, computed at a scrape from counters that the service keeps anyway, so that a request pays for an addition at
 * most.
 *
 * INVARIANT (no ids): a label is a constant of the code (a route's pattern, a code, an outcome), never sent or stored
 * text.
 * INVARIANT (uniform denial): no label distinguishes one miss from another.
 */
export type Family = {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/** A value without labels, or one for each set of labels. */
type Reading = number | readonly Sample[]

const familyOf =
  (type: 'counter' | 'gauge') =>
  (name: string, help: string, read: () => Reading | Promise<Reading>): Family => ({
    name,
    help,
    type,
    read: async () => {
      const reading = await read()
      return typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading
    },
  })

export const counter = familyOf('counter')
export const gauge = familyOf('gauge')

/** A metric of one distribution, or of several with labels. */
export const histogram = (name: string, help: string, of: Distribution | (() => readonly Distribution[])): Family => ({
  name,
  help,
  type: 'histogram',
  read: () => (typeof of === 'function' ? of() : [of]).flatMap((distribution) => bucketsOf(name, distribution)),
})

/** One sample per entry, with its name as the label. */
export const each = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** A distribution as the cumulative buckets of a histogram. */
function bucketsOf(name: string, { bounds, counts, sum, labels }: Distribution): Sample[] {
  let below = 0
  const buckets = counts.map((count, index) => {
    below += count
    const le = index < bounds.length ? String(bounds[index]) : '+Inf'
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ]
}

/** Histogram of values by upper bounds: cheap to record, since it's read far less often than written. */
export class Distribution {
  readonly bounds: readonly number[]
  readonly labels: Sample['labels']
  /** One more than there are bounds: the last counts larger values. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[], labels: Sample['labels'] = {}) {
    this.bounds = bounds
    this.labels = labels
    this.counts = new Array(bounds.length + 1).fill(0)
  }

  note(value: number): void {
    let bucket = 0
    while (bucket < this.bounds.length && value > this.bounds[bucket]!) bucket++
    this.counts[bucket]!++
    this.sum += value
  }
}
