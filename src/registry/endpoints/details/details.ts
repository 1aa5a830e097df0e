import { SignpostError } from '../../../kernel/errors.ts'
import { isFreeText, mustBeTextUpTo, requireObject, requireOneOf, requireString } from '../../../kernel/input.ts'
import { type Capability, refuseOthers } from '../capability.ts'
import { type EndpointType, ruleOf } from '../endpoint-types.ts'
import { type BankCodeScheme, bankCodeSchemeNames, readBankCode, readCountry } from './bank-code.ts'
import { type MemoType, readMemo } from './memo.ts'

/**
 * Details that a payment needs beside the address: sealed with it as one record, and shown by a release alone, under
 * these names.
 */
export type Details = {
  readonly holder_name?: string
  readonly country?: string
  readonly bank_code?: { readonly scheme: BankCodeScheme; readonly value: string }
  readonly memo?: string
  readonly memo_type?: MemoType
  readonly operator?: string
}

export const holderNameLimit = 140
const operatorLimit = 64

type Place = { address: string; capabilities: readonly Capability[] }

const invalid = (param: string, rule: string) =>
  new SignpostError('parameter_invalid', { param: `details.${param}`, rule })

function text(value: unknown, param: string, limit: number): string {
  if (!isFreeText(value, limit) || value.trim() === '') throw invalid(param, mustBeTextUpTo(limit))
  return value.trim()
}

function country(value: unknown): string {
  const code = typeof value === 'string' ? readCountry(value.trim()) : null
  if (code === null) throw invalid('country', 'The value must be a country code of two letters (ISO 3166-1).')
  return code
}

function bankCode(value: unknown): { scheme: BankCodeScheme; value: string } {
  const sent = requireObject(value, 'details.bankCode')
  refuseOthers(sent, ['scheme', 'value'], 'details.bankCode')
  for (const name of ['scheme', 'value'])
    if (sent[name] === undefined) throw new SignpostError('parameter_missing', { param: `details.bankCode.${name}` })
  const scheme = requireOneOf(bankCodeSchemeNames, sent.scheme, 'details.bankCode.scheme')
  const code = readBankCode(scheme, requireString(sent.value, 'details.bankCode.value').trim())
  if (code === null) throw invalid('bankCode.value', `The value must be a valid code of the scheme ${scheme}.`)
  return { scheme, value: code }
}

/** The fields of details, in the callers' spelling. `memoType` goes with `memo`. */
const fields = {
  holderName: (sent) => ({ holder_name: text(sent.holderName, 'holderName', holderNameLimit) }),
  country: (sent) => ({ country: country(sent.country) }),
  bankCode: (sent) => ({ bank_code: bankCode(sent.bankCode) }),
  memo: ({ memo, memoType }, { address, capabilities }) => readMemo({ memo, memoType }, address, capabilities),
  memoType: () => ({}),
  operator: (sent) => ({ operator: text(sent.operator, 'operator', operatorLimit) }),
} as const satisfies Record<string, (sent: ReturnType<typeof requireObject>, place: Place) => Details>

export type DetailName = keyof typeof fields

/**
 * Reads a caller's details of a normalized address: the fields of its endpoint's type, each by its own rule. Undefined,
 * or an object without a field, is null.
 *
 * INVARIANT (no echo): an error names the field and its rule, and contains nothing of the input.
 *
 * @throws SignpostError
 */
export function parseDetails(type: EndpointType, value: unknown, place: Place): Details | null {
  if (value === undefined) return null
  const sent = requireObject(value, 'details')
  const names: readonly DetailName[] = ruleOf(type).details
  const given = Object.fromEntries(Object.entries(sent).filter(([, inner]) => inner !== undefined))
  refuseOthers(given, names, 'details')
  if (Object.keys(given).length === 0) return null
  if (given.memoType !== undefined && given.memo === undefined)
    throw new SignpostError('parameter_missing', { param: 'details.memo' })
  return Object.assign({}, ...names.filter((name) => name in given).map((name) => fields[name](given, place)))
}

/** The destination of a payment: the address, and the details that a payment needs beside it. Sealed as one record. */
export type Destination = { readonly address: string; readonly details: Details | null }

/** No address contains a control character, so none begins with this. */
const mark = '\u0001'

/**
 * The text of a destination to seal. Without details it is the address alone, compatible with texts from before details
 * existed.
 */
export const writeDestination = ({ address, details }: Destination): string =>
  details === null ? address : mark + JSON.stringify({ address, details })

/**
 * Parses an opened destination. Only the opener's one function calls it.
 *
 * INVARIANT (no echo): the error contains none of the text, not even as its cause.
 *
 * @throws SignpostError decryption_failed
 */
export function readDestination(opened: Buffer): Destination {
  const text = opened.toString('utf8')
  if (!text.startsWith(mark)) return { address: text, details: null }
  try {
    const { address, details } = JSON.parse(text.slice(mark.length))
    if (typeof address === 'string' && typeof details === 'object' && details !== null) return { address, details }
  } catch {}
  throw new SignpostError('decryption_failed', { cause: new Error('It is no destination.') })
}
