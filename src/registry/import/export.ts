import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { readClaim, readNumber, readText, readTimestamp } from '../../kernel/stored.ts'
import { readAliasType } from '../aliases/normalization/alias-types.ts'
import { sentCapabilitiesOf } from '../endpoints/capability.ts'
import { readEndpointStatus, readEndpointType } from '../endpoints/endpoint-types.ts'
import { readReleasePolicy } from '../endpoints/rules.ts'
import { shownSettings } from '../identities/record.ts'
import { readIdentityStatus, readIdentityType } from '../identities/rules.ts'
import type { Metadata } from '../notes/rules.ts'
import type { NotedRow, OwnerNotes } from '../notes/sealing.ts'
import { type ExportedIdentity, type ExportOptions, exportIdentities, type SealedNotes } from './export-store.ts'
import { lineFields } from './line.ts'

export type ExportedLine = Readonly<Record<string, unknown>>

/** The columns of an export as CSV: every field of a line that an import accepts. */
export const exportColumns = [...new Set(Object.values(lineFields).flat())].filter(
  (name) => name !== 'address' && name !== 'details',
)

type Place = { livemode: boolean; notes: OwnerNotes }

const unsealed = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'))

/** Returns the custom fields of a record under their names in an import: without a reference its id finds it. */
async function notedOn(
  { livemode, notes }: Place,
  row: Pick<NotedRow, 'id' | 'external_reference' | 'metadata'>,
): Promise<{ ref?: string; metadata: Metadata }> {
  const { externalReference, metadata } = await notes.shown({ ...row, livemode, reference_hash: null })
  return { ...(externalReference === null ? {} : { ref: externalReference }), metadata }
}

const notedOnPart = (place: Place, { id, reference, notes }: { id: string } & SealedNotes) =>
  notedOn(place, { id, external_reference: unsealed(reference), metadata: unsealed(notes) })

/**
 * The lines of one identity in the form of an import, with ids and statuses. They never contain an address, so they
 * create no endpoint.
 */
async function* linesOf(place: Place, row: ExportedIdentity): AsyncIterable<ExportedLine> {
  const identity = encodeId('identity', row.id)
  const noted = await notedOn(place, row)
  if (row.own)
    yield {
      object: 'identity',
      id: identity,
      type: readIdentityType(row.type),
      status: readIdentityStatus(row.status),
      ...shownSettings(row),
      ...noted,
    }
  for (const alias of row.aliases) {
    const { type, value, privacy_level, verified_at } = alias
    const is_primary = alias.id === row.primary_alias_id
    yield {
      object: 'alias',
      id: encodeId('alias', alias.id),
      identity,
      type: readAliasType(type),
      value: readText(value),
      privacy_level: readPrivacy(privacy_level),
      is_primary,
      verified_at: verified_at && readClaim(readTimestamp(verified_at)) && verified_at,
      ...(await notedOnPart(place, alias)),
    }
  }
  for (const endpoint of row.endpoints) {
    const { id, type, privacy_level, priority, capabilities, status, release } = endpoint
    yield {
      object: 'endpoint',
      id: encodeId('endpoint', id),
      identity,
      type: readEndpointType(type),
      privacy_level: readPrivacy(privacy_level),
      priority: readNumber(priority),
      capabilities: sentCapabilitiesOf(capabilities),
      status: readEndpointStatus({ type, status }),
      release: readReleasePolicy(release),
      ...(await notedOnPart(place, endpoint)),
    }
  }
}

/** The lines of an owner's records, or of those that changed since a time, identity by identity. */
export async function* exportLines(
  { db, notes }: { db: Database; notes: OwnerNotes },
  owner: Owner,
  options: ExportOptions,
): AsyncIterable<ExportedLine[]> {
  const place = { livemode: owner.livemode, notes }
  for await (const row of exportIdentities(db, owner, options)) yield Array.fromAsync(linesOf(place, row))
}
