import { GraphQLScalarType } from 'graphql'
import { DateTimeResolver, JSONResolver } from 'graphql-scalars'

/** RFC 3339 text outside, `Date` inside. */
export const dateTime = new GraphQLScalarType({
  ...DateTimeResolver.toConfig(),
  serialize: (value) => (value instanceof Date ? value.toISOString() : DateTimeResolver.serialize(value)),
})

/** Any JSON value. */
export const json: GraphQLScalarType = JSONResolver
