import { mixesScripts, type Token, tokensOf } from './folding.ts'
import { withoutHonorifics } from './honorifics.ts'

/** A name as it is given: in one text, or in its two parts. */
export type PlainName = { readonly name: string } | { readonly given: string; readonly family: string }

/** A name as it is compared: its words in order, and how many of the last are the family name (0: there is none). */
export type ParsedName = {
  readonly tokens: readonly Token[]
  readonly family: number
  /** The family name was said to be one: by its own field, or by a comma. */
  readonly isFamilySaid: boolean
  readonly isMixed: boolean
}

/** How many words at the end are the family name: the last one, or a pair that hyphens tie. */
function familyLength(tokens: readonly Token[]): number {
  let length = Math.min(1, tokens.length)
  while (length < tokens.length && tokens[tokens.length - length - 1]!.isTied) length++
  return length
}

/** Reads the name of a person: honorifics in front fall, and the family name is last. */
export function readPerson(name: PlainName): ParsedName {
  const [given, family] = 'name' in name ? splitAtComma(name.name) : [name.given, name.family]
  const isMixed = mixesScripts(given) || mixesScripts(family ?? '')
  if (family === null) {
    const tokens = withoutHonorifics(tokensOf(given), 0)
    return { tokens, family: familyLength(tokens), isFamilySaid: false, isMixed }
  }
  const [first, last] = [withoutHonorifics(tokensOf(given), 1), withoutHonorifics(tokensOf(family), 1)]
  return { tokens: [...first, ...last], family: last.length, isFamilySaid: true, isMixed }
}

/** "Smith, John" is John of the family Smith. A comma without a part on one side means nothing. */
function splitAtComma(name: string): [given: string, family: string | null] {
  const at = name.search(/[,，、]/)
  if (at < 0) return [name, null]
  const [family, given] = [name.slice(0, at), name.slice(at + 1)]
  return tokensOf(family).length > 0 && tokensOf(given).length > 0 ? [given, family] : [name, null]
}

/** Reads the name of an organization: nothing falls, and nothing is a family name. */
export function readOrganization(name: PlainName): ParsedName {
  const text = 'name' in name ? name.name : `${name.given} ${name.family}`
  return { tokens: tokensOf(text), family: 0, isFamilySaid: false, isMixed: mixesScripts(text) }
}
