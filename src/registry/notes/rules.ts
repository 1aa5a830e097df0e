import Type from 'typebox'
import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText, mustBeTextUpTo } from '../../kernel/input.ts'
import { as, nullable, owner, text } from '../../kernel/record.ts'

/*
 * An owner's notes on a record: the owner's own id of it, and metadata. Neither is ever disclosed, sent in an event or
 * logged.
 */

/** Characters, and for all metadata of a record bytes of JSON: a page of a hundred records stays below 4 MB. */
export const noteLimits = { reference: 200, keys: 50, key: 40, value: 500, bytes: 32 * 1024 } as const

/** Keys and values as the owner wrote them. */
export type Metadata = Readonly<Record<string, string>>

const sentMetadata = as<Record<string, unknown> | null>(
  Type.Unsafe({
    anyOf: [{ type: 'object', description: 'At most 50 keys' }, { type: 'null' }],
    description: 'Merged into the stored metadata: a key with null is deleted, null deletes all',
  }),
)

/** The fields of every record with notes. */
export const notedFields = {
  externalReference: owner(nullable(text('Your reference')), {
    create: 'optional',
    update: 'optional',
    sent: nullable(text('Your reference, at most 200 characters')),
  }),
  metadata: owner(as<Metadata>(Type.Unsafe({ type: 'object', additionalProperties: { type: 'string' } })), {
    create: 'optional',
    update: 'optional',
    sent: sentMetadata,
  }),
}

/** Undefined if absent. Null clears. */
export type NotesInput = { externalReference?: string | null | undefined; metadata?: unknown }

/** Notes before their validation. */
type SentNotes = { readonly externalReference?: unknown; readonly metadata?: unknown }

/**
 * Validated notes: undefined fields stay unchanged. In `metadata` a null deletes its key; `metadata: null`, all of
 * them.
 */
export type Notes = {
  externalReference: string | null | undefined
  metadata: ReadonlyMap<string, string | null> | null | undefined
}

const mustBeMetadata = `The value must be an object of at most ${noteLimits.keys} keys of 1 to ${noteLimits.key} characters, none of them __proto__, each with text of at most ${noteLimits.value} characters, or null to delete the key; together at most ${noteLimits.bytes / 1024} kB.`

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })

/** @throws SignpostError parameter_invalid */
export function readReference(value: unknown, param = 'externalReference'): string | null | undefined {
  if (value === undefined || value === null) return value
  if (value === '' || !isFreeText(value, noteLimits.reference))
    throw invalid(param, mustBeTextUpTo(noteLimits.reference, '1 to'))
  return value
}

const isKey = (key: string): boolean => key !== '' && isFreeText(key, noteLimits.key)

/**
 * INVARIANT (no pollution): a key that could change an object's prototype in a reader's copy of the record is never
 * stored. One that an older version stored can be deleted.
 */
const isHarmless = (key: string, value: unknown): boolean => key !== '__proto__' || value === null

const isMetadataValue = (value: unknown): value is string | null =>
  value === null ||
  (typeof value === 'string' && value.length <= noteLimits.value && value.isWellFormed() && !value.includes('\0'))

/** @throws SignpostError parameter_invalid, which contains neither a key nor a value */
export function readMetadata(value: unknown, param = 'metadata'): Notes['metadata'] {
  if (value === undefined || value === null) return value
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(param, mustBeMetadata)
  // A patch may delete as many keys as a record can have, and set as many.
  if (Object.keys(value).length > 2 * noteLimits.keys) throw invalid(param, mustBeMetadata)
  const entries = Object.entries(value)
  if (!entries.every(([key, one]) => isKey(key) && isHarmless(key, one) && isMetadataValue(one)))
    throw invalid(param, mustBeMetadata)
  requireRoom(Object.fromEntries(entries.filter(([, one]) => one !== null)) as Metadata, param)
  return new Map(entries)
}

/** @throws SignpostError parameter_invalid if it is larger than a record may hold */
function requireRoom(metadata: Metadata, param: string): Metadata {
  const isLarge = () => Buffer.byteLength(JSON.stringify(metadata)) > noteLimits.bytes
  if (Object.keys(metadata).length > noteLimits.keys || isLarge()) throw invalid(param, mustBeMetadata)
  return metadata
}

/** @throws SignpostError parameter_invalid */
export const readNotes = ({ externalReference, metadata }: SentNotes): Notes => ({
  externalReference: readReference(externalReference),
  metadata: readMetadata(metadata),
})

/** Merges a change into stored metadata. @throws SignpostError parameter_invalid if the result is too large */
export function mergeMetadata(stored: Metadata, change: Notes['metadata'], param = 'metadata'): Metadata {
  if (change === undefined) return stored
  if (change === null) return {}
  const merged = new Map(Object.entries(stored))
  for (const [key, value] of change) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return requireRoom(Object.fromEntries(merged), param)
}
