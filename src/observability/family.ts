import type { Distribution } from './distribution.ts'

/** One value of a metric. `metricName` only where it differs from the family's, as the parts of a histogram do. */
export type Sample = { labels: Record<string, string>; value: number; metricName?: string }

/**
 * A metric, read when somebody scrapes. What it reads are plain numbers that the service keeps anyway, so that a request
 * pays for an addition at most.
 *
 * INVARIANT (no ids): a label is a word of our own (a route's pattern, a code, an outcome), never anything that was sent
 * or stored. INVARIANT (uniform denial): no label distinguishes one miss from another.
 */
export type Family = {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

export const one = (value: number): Sample[] => [{ labels: {}, value }]

/** A sample per entry, with its name as the label. */
export const each = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** A distribution as the cumulative buckets of a histogram. */
export function histogram(
  name: string,
  { bounds, counts, sum }: Distribution,
  labels: Sample['labels'] = {},
): Sample[] {
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
