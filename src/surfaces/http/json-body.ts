import { SignpostError } from '../../kernel/errors.ts'
import { withExactAmounts } from './exact-amounts.ts'
import { isTooDeep, isTooLarge, maxBulkMembers } from './json-text.ts'
import { requireValues } from './value-bounds.ts'

/** Parses JSON and refuses what would set a prototype. */
export type ParseSafely = (text: string) => unknown

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws SignpostError invalid_json when the text nests too deep or holds too much, and what `parse` throws */
export function readJson(text: string, parse: ParseSafely): unknown {
  if (isTooDeep(text) || isTooLarge(text)) throw new SignpostError('invalid_json')
  return withExactAmounts(text, parse(text))
}

/** A GraphQL request: its variables may have any name, so each number in it is judged like an amount. */
export function readGraphqlBody(text: string, parse: ParseSafely): unknown {
  if (isTooDeep(text)) throw new SignpostError('invalid_json')
  requireValues(text)
  return withExactAmounts(text, parse(text), () => true)
}

/**
 * A body whose `items` are judged one by one: nothing inside an item fails the others. What stands around them is read
 * like any body.
 *
 * INVARIANT (no pollution): `JSON.parse` makes a key called `__proto__` a property like any other, and items are only asked
 * for the names that they may have.
 */
export function readItemsBody(text: string, parse: ParseSafely): unknown {
  if (isTooLarge(text, maxBulkMembers)) throw new SignpostError('invalid_json')
  const body = tryParse(text)
  if (!isRecord(body) || !Array.isArray(body.items)) return readJson(text, parse)
  const { items, ...around } = body
  readJson(writeJson(around), parse)
  return { ...around, items }
}

/** Undefined for what is no JSON: the safe parser says so. It takes a byte order mark. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** @throws SignpostError invalid_json when the value nests deeper than can be written */
function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw new SignpostError('invalid_json')
  }
}
