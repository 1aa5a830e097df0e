import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText } from '../../kernel/free-text.ts'
import { mustBeList, mustBeOneOf, mustBeTextUpTo } from '../../kernel/rule.ts'
import { tokensOf } from '../folding.ts'
import type { PlainName } from '../name.ts'
import type { RegisteredName } from '../rules.ts'

export const payeeNameKinds = ['legal', 'trade', 'preferred', 'joint', 'identification'] as const
export type PayeeNameKind = (typeof payeeNameKinds)[number]

type Text = string | null | undefined
export type PlainNameInput = { name?: Text; given?: Text; family?: Text }
export type IdentificationInput = { scheme: string; value: string }
/** Absent is undefined. Nulls are refused. */
export type PayeeNameInput = PlainNameInput & {
  kind: string
  holders?: readonly PlainNameInput[] | null | undefined
  scheme?: Text
  value?: Text
}

/** As long as a name of an ISO 20022 message. */
const nameLimit = 140
const schemeLimit = 35
const holdersRange = [2, 4] as const

const nothingToCompare = 'The value must have letters or digits.'

/** A text with something to compare in it. @throws SignpostError parameter_missing · parameter_invalid */
export function requireName(value: unknown, param: string, limit: number = nameLimit): string {
  if (value === undefined) throw new SignpostError('parameter_missing', { param })
  if (!isFreeText(value, limit)) throw new SignpostError('parameter_invalid', { param, rule: mustBeTextUpTo(limit) })
  if (tokensOf(value).length === 0) throw new SignpostError('parameter_invalid', { param, rule: nothingToCompare })
  return value
}

/** `name`, or `given` with `family`. @throws SignpostError parameter_missing · parameter_conflict · parameter_invalid */
export function readPlainName({ name, given, family }: PlainNameInput, at = ''): PlainName {
  const hasParts = given !== undefined || family !== undefined
  if (name !== undefined && hasParts) throw new SignpostError('parameter_conflict', { param: `${at}name` })
  if (!hasParts) return { name: requireName(name, `${at}name`) }
  return { given: requireName(given, `${at}given`), family: requireName(family, `${at}family`) }
}

/** @throws SignpostError parameter_missing · parameter_invalid */
export function readIdentification(input: { scheme?: unknown; value?: unknown }, at = ''): IdentificationInput {
  return {
    scheme: requireName(input.scheme, `${at}scheme`, schemeLimit),
    value: requireName(input.value, `${at}value`),
  }
}

function readHolders(holders: unknown): PlainName[] {
  const [from, to] = holdersRange
  if (holders === undefined) throw new SignpostError('parameter_missing', { param: 'holders' })
  if (!Array.isArray(holders) || holders.length < from || holders.length > to)
    throw new SignpostError('parameter_invalid', { param: 'holders', rule: mustBeList(from, to) })
  return holders.map((holder, index) => readPlainName(holder ?? {}, `holders.${index}.`))
}

const fieldsOf: Record<PayeeNameKind, readonly (keyof PayeeNameInput)[]> = {
  legal: ['name', 'given', 'family'],
  trade: ['name', 'given', 'family'],
  preferred: ['name', 'given', 'family'],
  joint: ['holders'],
  identification: ['scheme', 'value'],
}

/** The name that an owner registers. @throws SignpostError parameter_* */
export function readPayeeName(input: PayeeNameInput): RegisteredName {
  const kind = payeeNameKinds.find((one) => one === input.kind)
  if (kind === undefined)
    throw new SignpostError('parameter_invalid', { param: 'kind', rule: mustBeOneOf(payeeNameKinds) })
  for (const field of ['name', 'given', 'family', 'holders', 'scheme', 'value'] as const) {
    if (input[field] !== undefined && !fieldsOf[kind].includes(field))
      throw new SignpostError('parameter_conflict', { param: field })
  }
  if (kind === 'joint') return { kind, holders: readHolders(input.holders) }
  if (kind === 'identification') return { kind, ...readIdentification(input) }
  return { kind, ...readPlainName(input) }
}
