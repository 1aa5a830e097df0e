import { SignpostError } from '../../kernel/errors.ts'
import { type Capability, parseCapabilities } from '../../registry/endpoints/capability.ts'
import { type Details, parseDetails } from '../../registry/endpoints/details/details.ts'
import type { EndpointType } from '../../registry/endpoints/endpoint-types.ts'

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const camelKeys = (item: unknown): unknown =>
  isObject(item)
    ? Object.fromEntries(
        Object.entries(item).map(([name, inner]) => [
          name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          camelKeys(inner),
        ]),
      )
    : item

const keysOf = (value: unknown): string[] =>
  isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)]) : []

/** Reads what has keys in the API's spelling, and no other: a key in camelCase is unknown to both. */
function inSnakeCase<T>(param: string, items: readonly unknown[], read: () => T): T {
  if (items.flatMap(keysOf).some((key) => /[A-Z]/.test(key))) throw new SignpostError('parameter_unknown', { param })
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SignpostError) || error.param === undefined) throw error
    throw new SignpostError(error.code, {
      rule: error.message,
      param: error.param.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    })
  }
}

/** @throws SignpostError */
export const readCapabilities = (value: unknown): Capability[] | undefined =>
  value === undefined
    ? undefined
    : inSnakeCase('capabilities', Array.isArray(value) ? value : [], () =>
        parseCapabilities(Array.isArray(value) ? value.map(camelKeys) : value),
      )

/** Null, in an import, is none. @throws SignpostError */
export const readDetails = (
  type: EndpointType,
  value: unknown,
  place: { address: string; capabilities: readonly Capability[] },
): Details | null =>
  value === null ? null : inSnakeCase('details', [value], () => parseDetails(type, camelKeys(value), place))
