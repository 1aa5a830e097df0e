import { isDeepStrictEqual } from 'node:util'
import type { Owner } from '../../kernel/call.ts'
import { type Keyring, openedOr } from '../../vault/keyring.ts'
import { type Metadata, mergeMetadata, type Notes } from './rules.ts'

/** Kinds of record that have notes. One reference may name a record of each kind. */
export type NotedKind = 'identity' | 'alias' | 'endpoint'

/** Stored notes. */
export type NoteColumns = {
  external_reference: Buffer | null
  reference_hash: Buffer | null
  metadata: Buffer | null
}

export type NotedRow = {
  id: string
  livemode: boolean
  external_reference: Uint8Array | null
  reference_hash: Uint8Array | null
  metadata: Uint8Array | null
}

/** Notes in their owner's view. */
type ShownNotes = { externalReference: string | null; metadata: Metadata }

/**
 * Seals and opens notes.
 *
 * INVARIANT (references): a reference is found by a keyed hash of it with its owner and kind, so that the tables don't
 * show equal references of two owners. Its key is never rotated.
 */
export function createNotes(keyring: Keyring) {
  const hashOf = (kind: NotedKind, { consumerId, livemode }: Owner, reference: string): Buffer =>
    keyring.hash('external_reference_hash', livemode, `${kind}|${consumerId}|${reference}`)

  function sealedReference(kind: NotedKind, owner: Owner, id: string, reference: string | null) {
    if (reference === null) return { external_reference: null, reference_hash: null }
    return {
      external_reference: keyring.seal('external_reference', id, owner.livemode, reference),
      reference_hash: hashOf(kind, owner, reference),
    }
  }

  const sealedMetadata = ({ livemode }: Owner, id: string, metadata: Metadata): Buffer | null =>
    Object.keys(metadata).length === 0 ? null : keyring.seal('metadata', id, livemode, JSON.stringify(metadata))

  const text = (purpose: 'external_reference' | 'metadata', { id, livemode }: NotedRow, sealed: Uint8Array): string =>
    keyring.open(purpose, id, livemode, Buffer.from(sealed)).toString('utf8')

  const referenceOf = (row: NotedRow): string | null =>
    row.external_reference && text('external_reference', row, row.external_reference)

  const metadataIn = (row: NotedRow): Metadata => (row.metadata ? JSON.parse(text('metadata', row, row.metadata)) : {})

  const metadataOf = async (row: NotedRow): Promise<Metadata> => keyring.opening(() => metadataIn(row))

  return {
    hashOf,
    /** @throws SignpostError decryption_failed */
    metadataOf,

    /** The columns of a new record. */
    sealed(kind: NotedKind, owner: Owner, id: string, { externalReference, metadata }: Notes): NoteColumns {
      return {
        ...sealedReference(kind, owner, id, externalReference ?? null),
        metadata: sealedMetadata(owner, id, mergeMetadata({}, metadata)),
      }
    },

    /**
     * The columns of a stored record that a change modifies; empty if all stay. @throws SignpostError parameter_invalid
     * · decryption_failed if the metadata to merge with can't be opened
     */
    async changed(kind: NotedKind, owner: Owner, row: NotedRow, notes: Notes): Promise<Partial<NoteColumns>> {
      const columns: Partial<NoteColumns> = {}
      const { externalReference: reference, metadata } = notes
      if (reference !== undefined && !isSameHash(row, reference && hashOf(kind, owner, reference)))
        Object.assign(columns, sealedReference(kind, owner, row.id, reference))
      // Without a merge nothing is opened.
      if (metadata === undefined || metadata?.size === 0) return columns
      // Deleting all metadata does not decrypt it, so it works for undecryptable rows.
      if (metadata === null) return row.metadata === null ? columns : { ...columns, metadata: null }
      const stored = await metadataOf(row)
      const merged = mergeMetadata(stored, metadata)
      if (isDeepStrictEqual(stored, merged)) return columns
      return { ...columns, metadata: sealedMetadata(owner, row.id, merged) }
    },

    /**
     * Notes for an answer. Notes that can't be opened are shown as empty, so that they don't hide the others of their
     * list.
     */
    shown: async (row: NotedRow): Promise<ShownNotes> => ({
      externalReference: await openedOr(keyring, () => referenceOf(row), null),
      metadata: await openedOr(keyring, () => metadataIn(row), {}),
    }),
  }
}

const isSameHash = ({ reference_hash: stored }: NotedRow, hash: Buffer | null | ''): boolean =>
  stored === null || !hash ? stored === null && !hash : hash.equals(stored)

export type OwnerNotes = ReturnType<typeof createNotes>
