import type { GraphQLError, GraphQLFormattedError } from 'graphql'

/** What a caller is told: the sentence, and the name of the variable, argument or field. */
type Told = { message: string; param?: string }

/**
 * What graphql-js says of a document, told by names and types alone.
 *
 * INVARIANT (no echo): its messages repeat literals, so each is either known to hold names only, or is put together from
 * the names that it holds, or is not told.
 */
export function tellDocumentError({ message, nodes, extensions }: GraphQLError): Told | null {
  // Apollo's, of the request around the document: fixed texts.
  if (extensions.code === 'BAD_REQUEST') return { message }
  if (message.startsWith('Syntax Error')) return { message: syntaxErrorOf(message) }
  const expected = literalType
    .exec(message)
    ?.slice(1)
    .find((name) => name !== undefined)
  if (expected !== undefined) {
    const param = nameBefore(nodes?.[0]?.loc)
    return param === undefined
      ? { message: `A value must be of type ${expected}.` }
      : { message: `"${param}" must be of type ${expected}.`, param }
  }
  const argument = /^Argument "(\w+)" has invalid value/.exec(message)?.[1]
  if (argument !== undefined) return { message: `Argument "${argument}" has a value of another type.`, param: argument }
  if (message.startsWith('Unknown operation named')) return { message: 'The operationName names no operation.' }
  return namesOnly.test(message) ? { message } : null
}

const literalType =
  /^(?:Expected value of type "([\w![\]]+)"|Enum "(\w+)" cannot represent|Value .* does not exist in "(\w+)" enum|(Int|Float|String|Boolean|ID|DateTime|JSON|_Any) cannot represent|(DateTime) )/s

/** Messages that hold names and types of the document and of the schema, and nothing else. */
const namesOnly =
  /^(?:Cannot query field "\w+" on type|Field "[\w.]+" (?:is not defined by type|of required type|argument|of type "[\w![\]]+" must have|must not have)|Unknown (?:argument|type|fragment|directive) "@?\w+"|Variable "\$\w+" (?:is not defined|is never used|of type "[\w![\]]+" used in position|cannot be)|Argument "\w+" of |Fragment "\w+" |Directive "@\w+" |There can be only one |Cannot spread fragment |Fragment cannot |Fields "\w+" conflict|GraphQL introspection is not allowed|The operationName |Must provide |This anonymous operation |Subscription |Schema is not configured)/

function syntaxErrorOf(message: string): string {
  const expected = /^Syntax Error: Expected (?:keyword )?("[^"\w]{1,3}"|"[a-z]+"|[A-Z]\w+)[,.]/.exec(message)?.[1]
  return expected === undefined
    ? 'The document has a syntax error.'
    : `The document has a syntax error: expected ${expected}.`
}

/** The name of the argument or field whose literal stands here. */
function nameBefore(loc: { start: number; source: { body: string } } | undefined): string | undefined {
  return (
    loc &&
    /([_A-Za-z]\w{0,127})\s*:\s*\[?\s*$/.exec(loc.source.body.slice(Math.max(0, loc.start - 200), loc.start))?.[1]
  )
}

type Placed = { [N in 'locations' | 'path']?: GraphQLFormattedError[N] | undefined }

/** Errors in the order of the document, and of a list's entries: they arise in parallel. */
export function inOrder<E extends Placed>(errors: readonly E[]): E[] {
  return [...errors].sort((a, b) => compareAll(placeOf(a), placeOf(b)))
}

const placeOf = ({ locations, path }: Placed): number[] => [
  locations?.[0]?.line ?? 0,
  locations?.[0]?.column ?? 0,
  ...(path ?? []).filter((step) => typeof step === 'number'),
]

function compareAll(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((step, index) => step !== b[index])
  return differs < 0 ? a.length - b.length : a[differs]! - (b[differs] ?? -1)
}
