import { SignpostError } from '../../kernel/errors.ts'
import { type AliasInput, readAliasInput } from '../../registry/aliases/input.ts'
import type { NormalizedAlias } from '../../registry/aliases/normalization/normalize.ts'
import {
  type IdentificationInput,
  type PlainNameInput,
  readIdentificationInput,
  readPlainName,
} from '../names/input.ts'
import { type AskedName, keyOf, readAsked, readIdentification } from '../rules.ts'

export type CheckPayeeInput = AliasInput & PlainNameInput & { identification?: IdentificationInput | null | undefined }

/** What is asked of one payee. `key` is what a repeat has in common with it. */
export type Question = { alias: NormalizedAlias; asked: AskedName; key: string }

function readAskedInput({ name, given, family, identification }: CheckPayeeInput): AskedName {
  if (identification === undefined) return readAsked(readPlainName({ name, given, family }).words)
  if (name !== undefined || given !== undefined || family !== undefined)
    throw new SignpostError('parameter_conflict', { param: 'identification' })
  if (typeof identification !== 'object' || identification === null || Array.isArray(identification))
    throw new SignpostError('parameter_invalid', { param: 'identification' })
  return readIdentification(readIdentificationInput(identification, 'identification.'))
}

/** By the input alone: no look-up. @throws SignpostError parameter_* and normalization's codes */
export function readQuestion(input: CheckPayeeInput, defaultRegion: string | undefined): Question {
  const { alias, type, value } = input
  const normalized = readAliasInput({ alias, type, value }, defaultRegion)
  const asked = readAskedInput(input)
  return { alias: normalized, asked, key: keyOf(asked) }
}

const fields = ['alias', 'type', 'value', 'name', 'given', 'family', 'identification']

/** An item of a bulk. @throws SignpostError with the code of the item's entry */
export function readQuestionItem(item: unknown, defaultRegion: string | undefined): Question {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new SignpostError('parameter_invalid', { rule: 'The value must be an object.' })
  if (Object.keys(item).some((name) => !fields.includes(name))) throw new SignpostError('parameter_unknown')
  return readQuestion(item, defaultRegion)
}
