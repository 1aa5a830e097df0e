import { changedFields } from '../../events/kinds.ts'
import { encodeId } from '../../kernel/id.ts'
import { privacyLevels, readPrivacy } from '../../kernel/privacy.ts'
import {
  exactly,
  list,
  nullable,
  number,
  one,
  owner,
  parts,
  type RecordOf,
  record,
  text,
  typeOf,
} from '../../kernel/record.ts'
import { readMoment, readNumber, readStored } from '../../kernel/stored.ts'
import { type Keyring, openedOr } from '../../vault/keyring.ts'
import { endpointRecord as recordOf } from '../binding.ts'
import { notedFields } from '../notes/rules.ts'
import type { OwnerNotes } from '../notes/sealing.ts'
import { capability, readCapabilities, sentCapabilities } from './capability.ts'
import { warningsOf } from './catalogue/catalogue.ts'
import {
  endpointStates,
  endpointStatuses,
  endpointTypeNames,
  endpointTypes,
  isEndpointType,
  type Projection,
  readEndpointStatus,
  readEndpointType,
  readProjection,
  ruleOf,
} from './endpoint-types.ts'
import type { EndpointFields } from './input.ts'
import { endpointMethods, endpointVerifications, readReleasePolicy, releasePolicies } from './rules.ts'
import type { findEndpoints } from './store.ts'

const warning = parts({ code: exactly('capability_unknown'), param: text('The field'), message: text() })

/**
 * The record's fields, defined once: docs/architecture.md lists what is derived from them. The address is none of them.
 */
export const endpoint = record('endpoint', {
  identity: owner(text('idn_…'), { create: 'required' }),
  type: owner(typeOf<string>(endpointTypes), { create: 'required', sent: one(endpointTypeNames) }),
  privacyLevel: owner(one(privacyLevels), { create: 'optional', update: 'optional' }),
  priority: owner(number('The higher, the earlier it is named'), { create: 'optional', update: 'optional' }),
  capabilities: owner(list(capability), { create: 'optional', update: 'optional', sent: sentCapabilities }),
  status: owner(one(endpointStates), { update: 'optional', sent: one(endpointStatuses) }),
  /** Policy for sending its address, sealed. */
  release: owner(one(releasePolicies), { create: 'optional', update: 'optional' }),
  /** Method and time of the proof that the wallet is under the owner's control. */
  verification: owner(one(endpointVerifications)),
  verifiedMethod: owner(nullable(one(endpointMethods))),
  addressPreview: owner(nullable(text('Masked; null if the stored address cannot be decrypted'))),
  warnings: owner(list(warning, { description: 'Names of networks and rails that are not in the catalogue' })),
  ...notedFields,
})

export type EndpointRecord = RecordOf<typeof endpoint>

export type EndpointRow = Awaited<ReturnType<typeof findEndpoints>>[number]

const unknownPreview = '…'

/** The owner's preview of an address. */
export const previewWith = ({ type }: { readonly type: string }, projection: Projection): string =>
  isEndpointType(type) ? ruleOf(type).preview(projection) : unknownPreview

/** Records in the owner's view. */
export function createEndpointRecords(keyring: Keyring, notes: OwnerNotes) {
  function preview(row: EndpointRow): string {
    if (row.projection === null) return unknownPreview
    const { id, livemode, identity_id: identityId, type } = row
    const record = recordOf({ id, livemode, identityId, consumerId: row.consumer_id ?? '', type })
    const opened = keyring.open('projection', record, livemode, Buffer.from(row.projection))
    return previewWith(row, readProjection(opened))
  }

  /** `projection` was sealed a moment ago, if given: the preview then needs no decryption. */
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
    addressPreview: projection ? previewWith(row, projection) : await openedOr(keyring, () => preview(row), null),
    ...(await notes.shown(row)),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  })

  return endpointRecord
}

/** The columns of an endpoint after a patch, but for its capabilities and notes. */
export const patchEndpoint = <Status extends string>(
  row: { privacy_level: string | null; priority: unknown; status: string; release: string },
  { level, priority, status, release }: Pick<EndpointFields<Status>, 'level' | 'priority' | 'status' | 'release'>,
) => ({
  privacy_level: level ?? row.privacy_level,
  priority: priority ?? readNumber(row.priority),
  status: status ?? row.status,
  release: release ?? readReleasePolicy(row.release),
})

const plainFields = ['privacy_level', 'priority', 'status', 'release', 'external_reference', 'metadata']

/** The names of the fields that a change makes others. Capabilities change with their mark. */
export const changedEndpoint = (before: object, after: Readonly<Record<string, unknown>>): string[] => [
  ...('mark' in after ? ['capabilities'] : []),
  ...changedFields(plainFields, before, after),
]
