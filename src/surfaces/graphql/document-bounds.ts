import type { ApolloServerPlugin } from '@apollo/server'
import { type DocumentNode, Kind } from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { requireBounds } from './complexity.ts'
import type { GraphQLContext } from './context.ts'

/** @throws SignpostError graphql_too_complex when one of its operations is larger than any may be */
export function requireSmallOperations(document: DocumentNode): void {
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) requireBounds(document, node)
  }
}

/**
 * Judges a document's size when it is parsed: the validation compares its fields with each other, and is spared what is
 * refused anyway. Apollo takes an error from here for a fault of its own, so the refusal is left where the route finds it.
 */
export const boundDocuments: ApolloServerPlugin<GraphQLContext> = {
  requestDidStart: async () => ({
    async validationDidStart({ document, contextValue }) {
      try {
        requireSmallOperations(document)
      } catch (error) {
        if (error instanceof SignpostError) contextValue.http.refused = error
        throw error
      }
    },
  }),
}
