import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { version } from '../kernel/version.ts'
import { type Family, one } from './family.ts'

/** The metrics of one process at one moment: plain data, which goes from process to process. */
export type Snapshot = readonly object[]

/** The metrics of this process. */
export type Metrics = {
  add(...families: readonly Family[]): void
  snapshot(): Promise<Snapshot>
}

/** The metrics of the whole service as text, whichever processes it has. */
export type Scrape = () => Promise<string>

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics: Metrics = {
    add(...families) {
      for (const family of families) registry.registerMetric(asMetric(family) as never)
    },
    snapshot: () => registry.getMetricsAsJSON() as unknown as Promise<Snapshot>,
  }
  metrics.add(
    {
      name: 'signpost_build_info',
      help: 'The version that runs.',
      type: 'gauge',
      aggregator: 'first',
      read: () => [{ labels: { version, node: process.version }, value: 1 }],
    },
    {
      name: 'signpost_processes',
      help: 'Processes that answered this scrape.',
      type: 'gauge',
      read: () => one(1),
    },
  )
  return metrics
}

const asMetric = ({ name, help, type, aggregator = 'sum', read }: Family) => ({
  name,
  help,
  type,
  aggregator,
  // What can't be read now is absent from this scrape: the rest of it still says what it knows.
  get: async () => ({
    name,
    help,
    type,
    aggregator,
    values: await Promise.resolve()
      .then(read)
      .catch(() => []),
  }),
})

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

const aggregate = (snapshots: readonly Snapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]) as never) as Registry

/** The text that Prometheus reads. */
export const renderSnapshots = (snapshots: readonly Snapshot[]): Promise<string> => aggregate(snapshots).metrics()

const accumulates = new Set(['counter', 'histogram'])

/** What must not be forgotten of a process that ended: what it counted. */
export async function keptOf(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const summed = (await aggregate(snapshots).getMetricsAsJSON()) as unknown as { type: string }[]
  return summed.filter(({ type }) => accumulates.has(type))
}
