import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { nobody } from '../services/caller.ts'
import { fragmentsOf, requireBounds, rootFields } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { requireBudget } from './cost.ts'
import type { OperationMeter } from './metering.ts'
import { requireReferences } from './references.ts'

type Variables = Readonly<Record<string, unknown>>

/** A request for a trusted document, by its text. */
export type TrustedRequest = { text: string; operationName?: unknown; variables?: unknown }

type Query = {
  document: DocumentNode
  operation: OperationDefinitionNode
  judge: (variables: Variables) => void
  run: CompiledQuery['query']
}

const isRecord = (value: unknown): value is Variables =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A document of one query without introspection; null for any other. */
function compile(schema: GraphQLSchema, text: string): Query | null {
  const document = parse(text)
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const [operation] = operations
  if (operations.length !== 1 || operation?.operation !== 'query') return null
  if (rootFields(operation, fragmentsOf(document)).some((name) => name.startsWith('__'))) return null
  const compiled = compileQuery(schema, document, undefined, { disableLeafSerialization: false })
  if (!isCompiledQuery(compiled)) return null
  const judge = (variables: Variables) => {
    requireBounds(document, operation)
    requireReferences({ schema, document, operation, variables })
    requireBudget(schema, document, operation, variables)
  }
  return { document, operation, judge, run: compiled.query }
}

/**
 * The short way of trusted documents: a listed query was parsed and validated at the start, so it is compiled once and run
 * without Apollo's pipeline. Only what the operator listed ever becomes code.
 *
 * INVARIANT (the plain case only): whatever would be refused before it runs goes Apollo's way, which says why; so the
 * refusals are written once.
 */
export function createTrustedQueries(schema: GraphQLSchema, meter: OperationMeter | null) {
  const queries = new Map<string, Query | null>()

  function queryOf(text: string): Query | null {
    const known = queries.get(text)
    if (known !== undefined) return known
    const query = compile(schema, text)
    queries.set(text, query)
    return query
  }

  function admitted({ text, operationName, variables }: TrustedRequest): Query | null {
    const query = queryOf(text)
    const name = query?.operation.name?.value
    if (!query || (operationName ?? name) !== name) return null
    const given = variables ?? {}
    if (!isRecord(given)) return null
    try {
      query.judge(given)
      return query
    } catch {
      return null
    }
  }

  /** @returns null, before anything has run, when the request must go Apollo's way */
  return async (
    context: GraphQLContext,
    request: TrustedRequest,
    show: (errors: readonly GraphQLError[]) => unknown[],
  ): Promise<string | null> => {
    const query = context.caller === nobody ? null : admitted(request)
    if (!query) return null
    const result = (await query.run(undefined, context, request.variables as Variables)) as ExecutionResult
    // Variables that can't be coerced: nothing has run.
    if (!('data' in result)) return null
    const { data, errors } = result
    meter?.admitted(query.operation, query.document)
    if (errors) meter?.failed(errors)
    return `${JSON.stringify(errors ? { errors: show(errors), data } : { data })}\n`
  }
}
