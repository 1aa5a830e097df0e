import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createSlices } from '../../kernel/long-work.ts'
import { readAliasStatus } from '../../registry/aliases/record.ts'
import { type AliasPlace, type EndpointPlace, isAliasMarked } from '../../registry/binding.ts'
import { previewWith } from '../../registry/endpoints/record.ts'
import { readSnapshot } from '../../registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { openProjection } from '../disclose.ts'
import { type ResolvableEndpoint, readEntry } from '../facts-store.ts'

/** An endpoint with the owner's own preview. */
export type Previewed = ResolvableEndpoint & { readonly preview: string | null }

type StoredAlias = Parameters<typeof readAliasStatus>[0] & { readonly mark: Uint8Array | null }

/** Endpoints that are opened and whose capabilities are verified before yielding. */
const endpointsPerSlice = 10

/** Reads the owner's rows as resolve takes them: a row that differs from its seal has the status `damaged`. */
export function createOwnRecords(keyring: Keyring) {
  const nextSlice = createSlices()

  /** Resolve leaves out a row that differs from its seal; one whose key is missing here lacks its preview alone. */
  async function openEndpoint(place: EndpointPlace, endpoint: ResolvableEndpoint): Promise<Previewed> {
    try {
      const projection = await keyring.opening(() => openProjection(keyring, endpoint, place))
      if (projection === undefined) return { ...endpoint, status: 'damaged', preview: null }
      return { ...endpoint, preview: previewWith(place, projection) }
    } catch (error) {
      if (error instanceof SignpostError && error.code === 'decryption_failed') return { ...endpoint, preview: null }
      throw error
    }
  }

  return {
    /** The endpoints of an identity's snapshot. */
    async openEndpoints(snapshot: string, identityId: string, { consumerId, livemode }: Owner): Promise<Previewed[]> {
      const opened: Previewed[] = []
      for (const [at, entry] of readSnapshot(snapshot).entries()) {
        if (at > 0 && at % endpointsPerSlice === 0) await nextSlice()
        const one = readEntry(entry, livemode)
        opened.push(await openEndpoint({ id: one.id, livemode, identityId, consumerId, type: one.type }, one))
      }
      return opened
    },

    async aliasStatus(row: StoredAlias, place: AliasPlace): Promise<string> {
      const status = readAliasStatus(row)
      if (status !== 'registered') return status
      return (await keyring.opening(() => isAliasMarked(keyring, place, row.mark))) ? status : 'damaged'
    },
  }
}

export type OwnRecords = ReturnType<typeof createOwnRecords>
