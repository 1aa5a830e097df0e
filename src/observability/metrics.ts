import { collectDefaultMetrics, Registry } from 'prom-client'
import { version } from '../kernel/version.ts'
import { counter, type Family, gauge } from './family.ts'

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
  const running = [{ labels: { version, node: process.version }, value: 1 }]
  metrics.add(gauge('signpost_build_info', 'The running version.', () => running))
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

/** Counts the gate's answers, for all surfaces. */
export type OperationMeter = {
  /** `operation` is one of the service's own names: it becomes a label. */
  answered(operation: string, status: number): void
  readonly family: Family
}

export function createOperationMeter(): OperationMeter {
  const operations = new Map<string, number[]>()

  return {
    answered(operation, status) {
      let byClass = operations.get(operation)
      if (!byClass) {
        byClass = new Array<number>(6).fill(0)
        operations.set(operation, byClass)
      }
      byClass[Math.floor(status / 100)]!++
    },
    family: counter('signpost_operations_total', 'Operations answered on any surface, by class of status.', () =>
      [...operations].flatMap(([operation, byClass]) =>
        byClass.flatMap((value, digit) =>
          value === 0 ? [] : [{ labels: { operation, status: `${digit}xx` }, value }],
        ),
      ),
    ),
  }
}
