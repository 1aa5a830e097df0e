import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText, isRecord, requireObject, requireOneOf, requireString } from '../../kernel/input.ts'
import { type AliasInput, readAliasInput } from '../../registry/aliases/input.ts'
import { type Canonical, readSpellings } from '../../registry/endpoints/canonical.ts'
import { type EndpointType, endpointTypeNames } from '../../registry/endpoints/endpoint-types.ts'
import {
  type IdentificationInput,
  type PlainNameInput,
  readIdentificationInput,
  readPlainName,
} from '../names/input.ts'
import { type AskedName, keyOf, readAsked, readIdentification } from '../rules.ts'
import type { Question } from './finding.ts'

export type CheckPayeeInput = AliasInput & PlainNameInput & { identification?: IdentificationInput | null | undefined }
export type CheckDestinationInput = AliasInput & {
  /** Any value, until it is validated. */
  destination?: unknown
  payer?: string | null | undefined
}

/** `key` is equal for repeated questions. */
export type NameQuestion = Question & { readonly asked: AskedName; readonly key: string }

/** `payer` is the consumer's own reference of its customer. */
export type DestinationQuestion = Question & {
  readonly type: EndpointType
  readonly spellings: readonly Canonical[]
  readonly payer: string | null
}

const aliasFields = ['alias', 'type', 'value']
export const nameFields = [...aliasFields, 'name', 'given', 'family', 'identification']
export const destinationFields = [...aliasFields, 'destination', 'payer']

function readAskedInput({ name, given, family, identification }: CheckPayeeInput): AskedName {
  if (identification === undefined) return readAsked(readPlainName({ name, given, family }).words)
  if (name !== undefined || given !== undefined || family !== undefined)
    throw new SignpostError('parameter_conflict', { param: 'identification' })
  if (!isRecord(identification)) throw new SignpostError('parameter_invalid', { param: 'identification' })
  return readIdentification(readIdentificationInput(identification, 'identification.'))
}

/**
 * Reads a question by the input alone, without a look-up. @throws SignpostError parameter_* and normalization's codes
 */
export function readNameQuestion(input: CheckPayeeInput, defaultRegion: string | undefined): NameQuestion {
  const alias = readAliasInput(input, defaultRegion)
  const asked = readAskedInput(input)
  return { alias, asked, key: keyOf(asked) }
}

const payerLimit = 64

function readPayer(payer: unknown): string | null {
  if (payer === undefined || payer === null) return null
  if (!isFreeText(payer, payerLimit) || payer.trim() === '')
    throw new SignpostError('parameter_invalid', {
      param: 'payer',
      rule: `The value must be text of 1 to ${payerLimit} characters.`,
    })
  return payer.trim()
}

const partOf = (name: string) => `destination.${name}`

function readDestination(sent: unknown): Pick<DestinationQuestion, 'type' | 'spellings'> {
  if (sent === undefined) throw new SignpostError('parameter_missing', { param: 'destination' })
  const { type: spelled, address, details, ...others } = requireObject(sent, 'destination')
  if (Object.keys(others).length > 0) throw new SignpostError('parameter_unknown', { param: 'destination' })
  for (const [name, value] of Object.entries({ type: spelled, address }))
    if (value === undefined) throw new SignpostError('parameter_missing', { param: partOf(name) })
  const type = requireOneOf(endpointTypeNames, spelled, partOf('type'))
  return { type, spellings: readSpellings(type, requireString(address, partOf('address')), details) }
}

/**
 * Reads a question by the input alone, without a look-up. @throws SignpostError address_invalid · parameter_* ·
 * normalization's codes
 */
export function readDestinationQuestion(
  input: CheckDestinationInput,
  defaultRegion: string | undefined,
): DestinationQuestion {
  const alias = readAliasInput(input, defaultRegion)
  const payer = readPayer(input.payer)
  return { alias, payer, ...readDestination(input.destination) }
}
