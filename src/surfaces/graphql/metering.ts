import type { FieldNode, GraphQLError, OperationTypeNode } from 'graphql'
import { counter } from '../../observability/family.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { signpostErrorOf } from './errors.ts'

export type OperationMeter = {
  admitted(type: `${OperationTypeNode}`, roots: readonly FieldNode[]): void
  failed(errors: readonly GraphQLError[]): void
}

/** Counts root fields and errors. Labels are the schema's field names; aliases are text of the client. */
export function createOperationMeter(metrics: Metrics): OperationMeter {
  const fields = { query: new Map<string, number>(), mutation: new Map<string, number>() }
  const errors = new Map<string, number>()
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

  metrics.add(
    counter('signpost_graphql_fields_total', 'Root fields of the GraphQL operations that were admitted.', () =>
      Object.entries(fields).flatMap(([type, counts]) =>
        [...counts].map(([field, value]) => ({ labels: { type, field }, value })),
      ),
    ),
    counter('signpost_graphql_errors_total', 'Errors in GraphQL answers, by code.', () =>
      [...errors].map(([code, value]) => ({ labels: { code }, value })),
    ),
  )

  return {
    admitted(type, roots) {
      if (type === 'subscription') return
      for (const { name } of roots) count(fields[type], name.value)
    },
    failed(failures) {
      for (const failure of failures) count(errors, signpostErrorOf(failure).code)
    },
  }
}
