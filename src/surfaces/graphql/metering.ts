import type { ApolloServerPlugin } from '@apollo/server'
import type { DocumentNode, GraphQLError, OperationDefinitionNode } from 'graphql'
import type { Metrics } from '../../observability/metrics.ts'
import type { RequestContext } from '../request-context.ts'
import { fragmentsOf, rootFields } from './complexity.ts'
import { signpostErrorOf } from './errors.ts'
import type { PersistedQueries } from './persisted-queries.ts'

export type OperationMeter = {
  admitted(operation: OperationDefinitionNode, document: DocumentNode): void
  failed(errors: readonly GraphQLError[]): void
}

/** Counts root fields and errors. Fields are the schema's own names: what a document calls them is the client's text. */
export function createOperationMeter(metrics: Metrics): OperationMeter {
  const fields = { query: new Map<string, number>(), mutation: new Map<string, number>() }
  const errors = new Map<string, number>()
  const known = new WeakMap<OperationDefinitionNode, readonly string[]>()
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

  metrics.add(
    {
      name: 'signpost_graphql_fields_total',
      help: 'Root fields of the GraphQL operations that were admitted.',
      type: 'counter',
      read: () =>
        Object.entries(fields).flatMap(([type, counts]) =>
          [...counts].map(([field, value]) => ({ labels: { type, field }, value })),
        ),
    },
    {
      name: 'signpost_graphql_errors_total',
      help: 'Errors in GraphQL answers, by code.',
      type: 'counter',
      read: () => [...errors].map(([code, value]) => ({ labels: { code }, value })),
    },
  )

  return {
    admitted(operation, document) {
      if (operation.operation === 'subscription') return
      const names = known.get(operation) ?? rootFields(operation, fragmentsOf(document))
      known.set(operation, names)
      for (const name of names) count(fields[operation.operation], name)
    },
    failed(failures) {
      for (const failure of failures) count(errors, signpostErrorOf(failure).code)
    },
  }
}

/** Counts what came of persisted queries: hashes that were known or not, documents that were kept. */
export function meterPersisted(metrics: Metrics, { counts }: Pick<PersistedQueries, 'counts'>): void {
  metrics.add({
    name: 'signpost_graphql_persisted_queries_total',
    help: 'Automatic persisted queries: hashes found or absent, documents kept.',
    type: 'counter',
    read: () => Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
  })
}

/** The meter among Apollo's plugins. */
export const meterOperations = (meter: OperationMeter): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    async responseForOperation({ operation, document }) {
      meter.admitted(operation, document)
      return null
    },
    async didEncounterErrors({ errors }) {
      meter.failed(errors)
    },
  }),
})
