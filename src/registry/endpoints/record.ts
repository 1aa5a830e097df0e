import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { type PrivacyLevel, readPrivacy } from '../../kernel/privacy.ts'
import { readMoment, readNumber, readStored } from '../../kernel/stored.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { endpointRecord as recordOf } from '../binding.ts'
import type { Metadata } from '../notes/rules.ts'
import type { OwnerNotes } from '../notes/sealing.ts'
import { type Capability, readCapabilities } from './capability.ts'
import { type Warning, warningsOf } from './catalogue/catalogue.ts'
import {
  type EndpointState,
  isEndpointType,
  type Projection,
  readEndpointStatus,
  readEndpointType,
  readProjection,
  ruleOf,
} from './endpoint-types.ts'
import { type ReleasePolicy, readReleasePolicy } from './release-policy.ts'
import type { findEndpoints } from './store.ts'
import {
  type EndpointMethod,
  type EndpointVerification,
  endpointMethods,
  endpointVerifications,
} from './wallet-proof.ts'

export type EndpointRecord = {
  id: string
  livemode: boolean
  identity: string
  type: string
  privacyLevel: PrivacyLevel
  priority: number
  capabilities: Capability[]
  status: EndpointState
  /** Who may be sent its address, sealed. */
  release: ReleasePolicy
  /** Whether control of the wallet was proved as the endpoint was made, and how. */
  verification: EndpointVerification
  verifiedMethod: EndpointMethod | null
  /** The owner's masked view; the address itself is never read back. Null when what is stored can't be opened. */
  addressPreview: string | null
  /** What of its capabilities the catalogue does not know. */
  warnings: Warning[]
  externalReference: string | null
  metadata: Metadata
  createdAt: Date
  updatedAt: Date
}

export type EndpointRow = Awaited<ReturnType<typeof findEndpoints>>[number]

const unknownPreview = '…'

const previewWith = ({ type }: EndpointRow, projection: Projection): string =>
  isEndpointType(type) ? ruleOf(type).preview(projection) : unknownPreview

/** Records as their owner sees them. */
export function createEndpointRecords(keyring: Keyring, notes: OwnerNotes) {
  function preview(row: EndpointRow): string {
    if (row.projection === null) return unknownPreview
    const { id, livemode, identity_id: identityId, type } = row
    const record = recordOf({ id, livemode, identityId, consumerId: row.consumer_id ?? '', type })
    const opened = keyring.open('projection', record, livemode, Buffer.from(row.projection))
    return previewWith(row, readProjection(opened))
  }

  /** One that can't be opened must not hide the others of its list. */
  async function previewOf(row: EndpointRow): Promise<string | null> {
    try {
      return await keyring.opening(() => preview(row))
    } catch (error) {
      if (error instanceof SignpostError && error.code === 'decryption_failed') return null
      throw error
    }
  }

  /** `projection` is what was sealed a moment ago, where it is at hand: then nothing is opened for the preview. */
  const endpointRecord = async (row: EndpointRow, projection?: Projection): Promise<EndpointRecord> => ({
    id: encodeId('endpoint', row.id),
    livemode: row.livemode,
    identity: encodeId('identity', row.identity_id),
    type: readEndpointType(row.type),
    privacyLevel: readPrivacy(row.privacy_level),
    priority: readNumber(row.priority),
    capabilities: readCapabilities(row.capabilities),
    status: row.removed_at === null ? readEndpointStatus(row) : 'removed',
    release: readReleasePolicy(row.release),
    warnings: warningsOf(readCapabilities(row.capabilities)),
    verification: readStored(endpointVerifications, row.verification, 'none'),
    verifiedMethod:
      row.verified_method === null ? null : readStored(endpointMethods, row.verified_method, 'wallet_signature'),
    addressPreview: projection ? previewWith(row, projection) : await previewOf(row),
    ...(await notes.shown(row)),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  })

  return endpointRecord
}
