import type { MomentRange } from '../database/conditions.ts'
import type { Owner } from '../kernel/call.ts'
import { decodeId, noId } from '../kernel/id.ts'
import { optionalOneOf } from '../kernel/input.ts'
import { readReference } from './notes/rules.ts'
import type { NotedKind, OwnerNotes } from './notes/sealing.ts'
import type { StoredFilter } from './record-store.ts'

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
export const optionalMember = <T extends string>(
  members: readonly T[],
  value: string | null | undefined,
  param: string,
): T | null => optionalOneOf(members, value ?? undefined, param) ?? null

/** Reads the uuid of the record that a list is filtered by; an unknown one finds nothing. */
export const narrowed = (id: string | null | undefined): string | null =>
  id === null || id === undefined ? null : (decodeId('identity', id) ?? noId)
