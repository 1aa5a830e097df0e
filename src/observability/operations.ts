import type { Family } from './family.ts'

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
    family: {
      name: 'signpost_operations_total',
      help: 'Operations answered on any surface, by class of status.',
      type: 'counter',
      read: () =>
        [...operations].flatMap(([operation, byClass]) =>
          byClass.flatMap((value, digit) =>
            value === 0 ? [] : [{ labels: { operation, status: `${digit}xx` }, value }],
          ),
        ),
    },
  }
}
