import { camel } from '../../kernel/camel.ts'

/*
 * Custom fields of records on REST. Metadata keys stay as sent, and the use case validates them, so that no refusal repeats one.
 */

/** Converts a body to camelCase, except for its metadata. */
export function camelNoted<B extends { metadata?: unknown }>({ metadata, ...body }: B) {
  return { ...camel(body), ...(metadata === undefined ? {} : { metadata }) }
}
