import { SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'
import { withExactAmounts } from '../../registry/endpoints/capability.ts'
import { entitiesLimit } from '../../resolution/service.ts'

/** Parses JSON and refuses keys that would set a prototype. */
export type ParseSafely = (text: string) => unknown

/**
 * DECISION: the bounds of a body, checked before it is parsed. Valid bodies nest a few levels; code that walks a deeper
 * value (a validator, `JSON.stringify`) would run out of stack. The largest useful body has some 2,000 commas and
 * colons, its members; each may cost a value and an object shape, which is some microseconds for a few bytes. Brackets
 * alone are cheaper, so one item of a bulk may nest 10,000 objects and is one bad item.
 */
const bounds = { depth: 64, members: 6_000, bulkMembers: 10_200, brackets: 40_000 }

/** The JSON of a GraphQL request: its longest list, and values in all, which are 1,000 references of five fields each. */
export const valueBounds = { list: entitiesLimit, values: 6 * entitiesLimit }
const valuesRule = `The variables must have at most ${valueBounds.values} values, and a list in them ${valueBounds.list}.`

/** @throws SignpostError invalid_json if the text nests too deep or has too many values, and the errors of `parse` */
export function readJson(text: string, parse: ParseSafely): unknown {
  const { depth, members, brackets } = sizeOf(text)
  if (depth > bounds.depth || members > bounds.members || brackets > bounds.brackets)
    throw new SignpostError('invalid_json')
  return withExactAmounts(text, parse(text))
}

/** A GraphQL request: its variables may have any name, so each number is checked like an amount. */
export function readGraphqlBody(text: string, parse: ParseSafely): unknown {
  if (sizeOf(text).depth > bounds.depth) throw new SignpostError('invalid_json')
  requireValues(text)
  return withExactAmounts(text, parse(text), () => true)
}

/** The JSON that a GET carries in its query string. @throws SignpostError graphql_too_complex */
export function requireQueryValues(url: string): void {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  for (const name of ['variables', 'extensions']) for (const json of query.getAll(name)) requireValues(json)
}

/** Bounds the number of values: each is checked against its type and again for its cost, even if it has few bytes. */
function requireValues(json: string): void {
  const { values, longest } = sizeOf(json)
  if (values > valueBounds.values || longest > valueBounds.list)
    throw new SignpostError('graphql_too_complex', { rule: valuesRule })
}

/**
 * Reads a body whose `items` are validated one by one, so that no item fails the others. The rest is read like any
 * body.
 *
 * INVARIANT (no pollution): `JSON.parse` makes a key called `__proto__` an ordinary property, and only the allowed
 * names of an item are read.
 */
export function readItemsBody(text: string, parse: ParseSafely): unknown {
  const { members, brackets } = sizeOf(text)
  if (members > bounds.bulkMembers || brackets > bounds.brackets) throw new SignpostError('invalid_json')
  const body = withExactAmounts(text, tryParse(text))
  if (!isRecord(body) || !Array.isArray(body.items)) return readJson(text, parse)
  const { items, ...around } = body
  readJson(writeJson(around), parse)
  return { ...around, items }
}

/** Returns undefined for invalid JSON, which the safe parser refuses. Accepts a byte order mark. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** @throws SignpostError invalid_json if the value nests deeper than can be written */
function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw new SignpostError('invalid_json')
  }
}

/** Measures a JSON text outside of its strings: a walk over its characters, without creating the objects that parsing would. */
export function sizeOf(text: string) {
  const size = {
    depth: 0,
    /** Commas and colons. */
    members: 0,
    /** Lists and objects. */
    brackets: 0,
    /** Each list, each object and each comma counts as one. */
    values: 1,
    /** The values of the longest list or object. */
    longest: 0,
  }
  /** The number of values so far in each open list and object. */
  const open: number[] = []
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === colon) size.members++
    else if (code === comma) {
      size.members++
      size.values++
      if (open.length > 0) open[open.length - 1]!++
    } else if (code === 0x5b || code === 0x7b) {
      size.brackets++
      size.values++
      size.depth = Math.max(size.depth, open.push(1))
    } else if (code === 0x5d || code === 0x7d) {
      // Unbalanced brackets are invalid JSON; the parser refuses them.
      if (open.length === 0) return size
      size.longest = Math.max(size.longest, open.pop()!)
    }
  }
  return size
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a

/** Finds the closing quote of the string that opens at `begin`, or the end of the text. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === backslash) first--
    // An even number of backslashes escape each other.
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}
