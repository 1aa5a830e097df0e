import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { SignpostError } from '../../kernel/errors.ts'
import { longJson } from '../long-json.ts'
import type { AdmittedDocument } from './admission.ts'
import { fragmentsOf, rootFields } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import type { OperationMeter } from './metering.ts'
import { requireRunnable } from './runnable.ts'

type Variables = Readonly<Record<string, unknown>>

/** A validated document of one query. */
type Query = {
  document: DocumentNode
  operation: OperationDefinitionNode
}

/** How many ad-hoc documents are remembered, and up to which length. */
const remembered = { documents: 500, length: 8 * 1024 }

const isRecord = (value: unknown): value is Variables =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The document, when its one operation is a query without introspection. */
function queryOf(document: DocumentNode): Query | null {
  const [operation, ...others] = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  if (!operation || others.length > 0 || operation.operation !== 'query') return null
  const isIntrospection = rootFields(operation, fragmentsOf(document)).some((name) => name.startsWith('__'))
  return isIntrospection ? null : { document, operation }
}

/**
 * The fast path of queries whose document was validated before: a trusted one at the start, another by Apollo when it came
 * first. They run without Apollo's pipeline.
 *
 * INVARIANT (the plain case only): whatever would be refused before it runs goes Apollo's way, which says why; so the
 * refusals are written once.
 */
export function createFastPath(schema: GraphQLSchema, meter: OperationMeter | null) {
  const trusted = new Map<string, Query | null>()
  const seen = new LRUCache<string, Query>({ max: remembered.documents })

  function trustedQuery(text: string): Query | null {
    const known = trusted.get(text)
    if (known !== undefined) return known
    const query = queryOf(parse(text))
    trusted.set(text, query)
    return query
  }

  function passes({ document, operation }: Query, variables: Variables, context: GraphQLContext): boolean {
    try {
      requireRunnable(context, { schema, document, operation, variables })
      return true
    } catch (error) {
      // A refusal, which Apollo's way words. Anything else is a fault of ours.
      if (error instanceof SignpostError || error instanceof GraphQLError) return false
      throw error
    }
  }

  return {
    /** Remembers a document that Apollo parsed and validated. What was used longest ago goes first. */
    remember(text: string, document: DocumentNode): void {
      if (seen.has(text) || text.length > remembered.length) return
      const query = queryOf(document)
      if (query) seen.set(text, query)
    },

    /** @returns null, before anything has run, when the request must go Apollo's way */
    async answer(
      context: GraphQLContext,
      { body, isTrusted }: AdmittedDocument,
      show: (errors: readonly GraphQLError[]) => unknown[],
    ): Promise<string | null> {
      if (!context.http.mayRunAnything || !isRecord(body)) return null
      const { query: text, variables, operationName, extensions } = body
      if (typeof text !== 'string' || (extensions ?? null) !== null) return null
      const query = isTrusted ? trustedQuery(text) : seen.get(text)
      const given = variables ?? {}
      const name = query?.operation.name?.value
      if (!query || (operationName ?? name) !== name || !isRecord(given) || !passes(query, given, context)) return null
      const result = await execute({ schema, document: query.document, contextValue: context, variableValues: given })
      // Variables that can't be coerced: nothing has run.
      if (!('data' in result)) return null
      const { data, errors } = result
      meter?.admitted(query.operation, query.document)
      if (errors) meter?.failed(errors)
      if (errors || !data) return `${JSON.stringify({ errors: errors && show(errors), data })}\n`
      const isLong = Object.values(data).some(Array.isArray)
      return `{"data":${isLong ? await longJson(data) : JSON.stringify(data)}}\n`
    },
  }
}

export type FastPath = ReturnType<typeof createFastPath>
