import { SignpostError } from '../../kernel/errors.ts'
import { type AliasInput, readAliasInput } from '../../registry/aliases/input.ts'
import type { NormalizedAlias } from '../../registry/aliases/normalization/normalize.ts'
import { keyOf } from '../folding.ts'
import { type IdentificationInput, type PlainNameInput, readIdentification, readPlainName } from '../names/input.ts'
import { type AskedName, plainIdentification } from '../rules.ts'

export type CheckPayeeInput = AliasInput & PlainNameInput & { identification?: IdentificationInput | null | undefined }

/** What is asked of one payee. `key` is what a repeat has in common with it. */
export type Question = { alias: NormalizedAlias; asked: AskedName; key: string }

/** A name by what any verdict can depend on: a comma in a text may tell the family name. */
function keyOfAsked(asked: AskedName): string {
  if ('identification' in asked) return `identification|${plainIdentification(asked.identification)}`
  if ('name' in asked)
    return `name|${asked.name
      .split(/[,，、]/)
      .map(keyOf)
      .join(',')}`
  return `parts|${keyOf(asked.given)}|${keyOf(asked.family)}`
}

function readAsked({ name, given, family, identification }: CheckPayeeInput): AskedName {
  if (identification === undefined) return readPlainName({ name, given, family })
  if (name !== undefined || given !== undefined || family !== undefined)
    throw new SignpostError('parameter_conflict', { param: 'identification' })
  if (typeof identification !== 'object' || identification === null || Array.isArray(identification))
    throw new SignpostError('parameter_invalid', { param: 'identification' })
  return { identification: readIdentification(identification, 'identification.') }
}

/** By the input alone: no look-up. @throws SignpostError parameter_* and normalization's codes */
export function readQuestion(input: CheckPayeeInput, defaultRegion: string | undefined): Question {
  const { alias, type, value } = input
  const normalized = readAliasInput({ alias, type, value }, defaultRegion)
  const asked = readAsked(input)
  return { alias: normalized, asked, key: keyOfAsked(asked) }
}

const fields = ['alias', 'type', 'value', 'name', 'given', 'family', 'identification']

/** An item of a bulk. @throws SignpostError with the code of the item's entry */
export function readQuestionItem(item: unknown, defaultRegion: string | undefined): Question {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new SignpostError('parameter_invalid', { rule: 'The value must be an object.' })
  if (Object.keys(item).some((name) => !fields.includes(name))) throw new SignpostError('parameter_unknown')
  return readQuestion(item, defaultRegion)
}
