import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText } from '../../kernel/free-text.ts'
import { mustBeOneOf, mustBeTextUpTo } from '../../kernel/rule.ts'
import { readAliasInput } from '../aliases/input.ts'
import { optionalMember, type RecordFilter } from '../filter.ts'
import type { NotesInput } from '../notes/rules.ts'
import { recordLimits } from '../record-limits.ts'
import { foldDisplayName } from './display-name.ts'
import { identityStatuses, identityTypes, isSwitch, type Switch, switches } from './rules.ts'

/** Absent is undefined; `displayName` and notes may be cleared by null. Other nulls are refused. */
export type CreateIdentityInput = NotesInput & {
  type: string
  displayName?: string | null | undefined
  defaultPrivacyLevel?: string | null | undefined
}
export type UpdateIdentityInput = NotesInput & {
  status?: string | null | undefined
  payeeChecks?: string | null | undefined
  closeMatch?: string | null | undefined
  displayName?: string | null | undefined
  defaultPrivacyLevel?: string | null | undefined
}

/** What own identities are found by: `alias` is one of their registered aliases, `displayName` how their name begins. */
export type IdentityFilter = RecordFilter & {
  type?: string | null | undefined
  status?: string | null | undefined
  alias?: string | null | undefined
  displayName?: string | null | undefined
}

/** @throws SignpostError parameter_invalid */
function foldedBeginning(displayName: string | null | undefined): string | null {
  if (displayName === null || displayName === undefined) return null
  if (displayName === '' || !isFreeText(displayName, recordLimits.displayName))
    throw new SignpostError('parameter_invalid', {
      param: 'displayName',
      rule: mustBeTextUpTo(recordLimits.displayName),
    })
  const beginning = foldDisplayName(displayName)
  // Marks alone fold to nothing, with which every name begins.
  if (beginning === '')
    throw new SignpostError('parameter_invalid', { param: 'displayName', rule: 'The value must hold a letter.' })
  return beginning
}

/** By the input alone. @throws SignpostError parameter_invalid, or with normalization's codes */
export function storedIdentityFilter(
  { type, status, alias, displayName }: IdentityFilter,
  defaultRegion: string | undefined,
) {
  const named = alias === null || alias === undefined ? null : readAliasInput({ alias }, defaultRegion)
  return {
    type: optionalMember(identityTypes, type, 'type'),
    status: optionalMember(identityStatuses, status, 'status'),
    alias: named && { type: named.type, value: named.value },
    beginning: foldedBeginning(displayName),
  }
}

/** @throws SignpostError parameter_invalid */
export function optionalSwitch(value: unknown, param: string): Switch | undefined {
  if (value === undefined) return undefined
  if (!isSwitch(value)) throw new SignpostError('parameter_invalid', { param, rule: mustBeOneOf(switches) })
  return value
}
