import { SignpostError } from '../../kernel/errors.ts'
import { entitiesLimit } from '../../resolution/service.ts'
import { jsonSizeOf } from './json-text.ts'

/** What the JSON of a GraphQL request may hold: its longest list, and values in all, which are 1,000 references of five fields each. */
export const valueBounds = { list: entitiesLimit, values: 6 * entitiesLimit }

const rule = `The variables must have at most ${valueBounds.values} values, and a list in them ${valueBounds.list}.`

/**
 * Before it is parsed: each value is judged against its type, and again by what it costs, however few bytes it has.
 * @throws SignpostError graphql_too_complex
 */
export function requireValues(json: string): void {
  const { values, longest } = jsonSizeOf(json, valueBounds.values)
  if (values > valueBounds.values || longest > valueBounds.list)
    throw new SignpostError('graphql_too_complex', { rule })
}

/** The JSON that a GET carries in its query string. */
export function requireQueryValues(url: string): void {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  for (const name of ['variables', 'extensions']) for (const json of query.getAll(name)) requireValues(json)
}
