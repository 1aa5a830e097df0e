import { GraphQLScalarType } from 'graphql'
import { DateTimeResolver, JSONResolver } from 'graphql-scalars'

/** RFC 3339 text outside, `Date` inside. Its description equals the one in the SDL. */
export const dateTime = new GraphQLScalarType({
  ...DateTimeResolver.toConfig(),
  description: 'A moment as RFC 3339 text.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value instanceof Date ? value.toISOString() : DateTimeResolver.serialize(value)),
})

/** Any JSON value. */
export const json = new GraphQLScalarType({
  ...JSONResolver.toConfig(),
  description: 'Any JSON value.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
})
