import { type GraphQLSchema, isObjectType } from 'graphql'
import { ending } from '../../observability/tracing.ts'
import type { RequestContext } from '../request-context.ts'

/** The types whose fields are use cases: the roots, and the types whose fields have REST routes. */
const traced = ['Query', 'Mutation', 'Identity', 'Caller']

const done = new WeakSet<GraphQLSchema>()

/** Gives every use case's resolver a span, `Type.field`, on either surface. Fields without a resolver cost nothing. */
export function traceResolvers(schema: GraphQLSchema): void {
  if (done.has(schema)) return
  done.add(schema)
  for (const name of traced) {
    const type = schema.getType(name)
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (!resolve) continue
      field.resolve = (parent, args, context: RequestContext, info) => {
        const { tracing } = context.app
        if (!tracing) return resolve(parent, args, context, info)
        const span = tracing.start(`${name}.${field.name}`)
        return tracing.within(span, () => ending(span, () => resolve(parent, args, context, info)))
      }
    }
  }
}
