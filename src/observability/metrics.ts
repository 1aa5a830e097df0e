import { collectDefaultMetrics, Registry } from 'prom-client'
import { version } from '../kernel/version.ts'
import type { Family } from './family.ts'

/** The metrics of this process. */
export type Metrics = {
  add(...families: readonly Family[]): void
  /** Renders the text format of Prometheus. */
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics: Metrics = {
    add(...families) {
      for (const family of families) registry.registerMetric(asMetric(family) as never)
    },
    text: () => registry.metrics(),
  }
  metrics.add({
    name: 'signpost_build_info',
    help: 'The running version.',
    type: 'gauge',
    read: () => [{ labels: { version, node: process.version }, value: 1 }],
  })
  return metrics
}

const asMetric = ({ name, help, type, read }: Family) => ({
  name,
  help,
  type,
  // Leaves out of this scrape the metrics that can't be read now.
  get: async () => ({
    name,
    help,
    type,
    values: await Promise.resolve()
      .then(read)
      .catch(() => []),
  }),
})

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE
