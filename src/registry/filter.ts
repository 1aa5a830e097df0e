import type { MomentRange } from '../database/conditions.ts'
import type { Owner } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, noId } from '../kernel/id.ts'
import { mustBeOneOf } from '../kernel/input.ts'
import type { StoredFilter } from './filter-store.ts'
import { readReference } from './notes/rules.ts'
import type { NotedKind, OwnerNotes } from './notes/sealing.ts'

/** Owners' filters of every kind of record. Null and undefined mean no filter. */
export type RecordFilter = {
  externalReference?: string | null | undefined
  created?: MomentRange | null | undefined
  updated?: MomentRange | null | undefined
}

/** @throws SignpostError parameter_invalid */
export function storedFilter(
  kind: NotedKind,
  notes: OwnerNotes,
  owner: Owner,
  { externalReference, created, updated }: RecordFilter,
): StoredFilter {
  const reference = readReference(externalReference)
  return {
    referenceHash: reference == null ? null : notes.hashOf(kind, owner, reference),
    created: created ?? null,
    updated: updated ?? null,
  }
}

/** Reads an optional member of a closed set. @throws SignpostError parameter_invalid */
export function optionalMember<T extends string>(
  members: readonly T[],
  value: string | null | undefined,
  param: string,
): T | null {
  if (value === null || value === undefined) return null
  if (!(members as readonly string[]).includes(value))
    throw new SignpostError('parameter_invalid', { param, rule: mustBeOneOf(members) })
  return value as T
}

/** Reads the uuid of the record that a list is filtered by; an unknown one finds nothing. */
export const narrowed = (id: string | null | undefined): string | null =>
  id === null || id === undefined ? null : (decodeId('identity', id) ?? noId)
