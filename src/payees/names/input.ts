import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText, mustBeList, requireOneOf } from '../../kernel/input.ts'
import { cutName, type NameWords, type PlainName } from '../name.ts'
import type { Identification, RegisteredName } from '../rules.ts'
import { lettersOf, mostLetters, mostTokens, mostUnits } from '../tokens.ts'

export const payeeNameKinds = ['legal', 'trade', 'preferred', 'joint', 'identification'] as const
export type PayeeNameKind = (typeof payeeNameKinds)[number]

type Text = string | null | undefined
export type PlainNameInput = { name?: Text; given?: Text; family?: Text }
export type IdentificationInput = Identification
/** Undefined if absent. Nulls are refused. */
export type PayeeNameInput = PlainNameInput & {
  kind: string
  holders?: readonly PlainNameInput[] | null | undefined
  scheme?: Text
  value?: Text
}

const schemeLimit = 35
export const mostHolders = 4
const holdersRange = [2, mostHolders] as const

const nothingToCompare = 'The value must have letters or digits.'
const mustBeTextWithin = (letters: number): string =>
  `The value must be visible text of 1 to ${letters} characters, after Unicode normalization (NFKC).`
const mustBeShortName = `A name must have at most ${mostLetters} characters and ${mostTokens} words, after Unicode normalization (NFKC).`

/**
 * Reads visible text; its length after NFKC is checked later. @throws SignpostError parameter_missing ·
 * parameter_invalid
 */
function requireText(value: unknown, param: string, limit = mostLetters): string {
  if (value === undefined) throw new SignpostError('parameter_missing', { param })
  if (!isFreeText(value, mostUnits) || value === '')
    throw new SignpostError('parameter_invalid', { param, rule: mustBeTextWithin(limit) })
  return value
}

/**
 * Reads `name`, or `given` with `family`, and cuts it into its words.
 *
 * @throws SignpostError parameter_missing · parameter_conflict · parameter_invalid
 */
export function readPlainName(
  { name, given, family }: PlainNameInput,
  at = '',
): { plain: PlainName; words: NameWords } {
  const hasParts = given !== undefined || family !== undefined
  if (name !== undefined && hasParts) throw new SignpostError('parameter_conflict', { param: `${at}name` })
  const plain = hasParts
    ? { given: requireText(given, `${at}given`), family: requireText(family, `${at}family`) }
    : { name: requireText(name, `${at}name`) }
  const words = cutName(plain)
  if (words) return { plain, words }
  const tooLong = !('given' in plain) ? 'name' : cutName({ name: plain.given }) ? 'family' : 'given'
  throw new SignpostError('parameter_invalid', { param: at + tooLong, rule: mustBeShortName })
}

/** Reads a name with comparable words in each of its texts. @throws SignpostError like `readPlainName` */
function readNameToKeep(input: PlainNameInput, at = ''): PlainName {
  const { plain, words } = readPlainName(input, at)
  const empty = words.texts.findIndex((cuts) => cuts.length === 0)
  if (empty < 0) return plain
  const param = at + Object.keys(plain)[empty]
  throw new SignpostError('parameter_invalid', { param, rule: nothingToCompare })
}

/** @throws SignpostError parameter_missing · parameter_invalid */
export function readIdentificationInput(input: { scheme?: unknown; value?: unknown }, at = ''): Identification {
  const read = (name: 'scheme' | 'value', limit: number) => {
    const [param, text] = [at + name, requireText(input[name], at + name, limit)]
    if (lettersOf(text.normalize('NFKC')) > limit)
      throw new SignpostError('parameter_invalid', { param, rule: mustBeTextWithin(limit) })
    if (!/[\p{L}\p{N}]/u.test(text)) throw new SignpostError('parameter_invalid', { param, rule: nothingToCompare })
    return text
  }
  return { scheme: read('scheme', schemeLimit), value: read('value', mostLetters) }
}

function readHolders(holders: unknown): PlainName[] {
  const [from, to] = holdersRange
  if (holders === undefined) throw new SignpostError('parameter_missing', { param: 'holders' })
  if (!Array.isArray(holders) || holders.length < from || holders.length > to)
    throw new SignpostError('parameter_invalid', { param: 'holders', rule: mustBeList(from, to) })
  return holders.map((holder, index) => readNameToKeep(holder ?? {}, `holders.${index}.`))
}

const fieldsOf: Record<PayeeNameKind, readonly (keyof PayeeNameInput)[]> = {
  legal: ['name', 'given', 'family'],
  trade: ['name', 'given', 'family'],
  preferred: ['name', 'given', 'family'],
  joint: ['holders'],
  identification: ['scheme', 'value'],
}

/** Reads the name that an owner registers. @throws SignpostError parameter_* */
export function readPayeeName(input: PayeeNameInput): RegisteredName {
  const kind = requireOneOf(payeeNameKinds, input.kind, 'kind')
  for (const field of ['name', 'given', 'family', 'holders', 'scheme', 'value'] as const) {
    if (input[field] !== undefined && !fieldsOf[kind].includes(field))
      throw new SignpostError('parameter_conflict', { param: field })
  }
  if (kind === 'joint') return { kind, holders: readHolders(input.holders) }
  if (kind === 'identification') return { kind, ...readIdentificationInput(input) }
  return { kind, ...readNameToKeep(input) }
}
