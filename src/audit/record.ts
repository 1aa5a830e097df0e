import { actorTypes, causeShown } from '../events/actor.ts'
import { toldToGrantee } from '../events/kinds.ts'
import type { Owner } from '../kernel/call.ts'
import { encodeId, uuidOf } from '../kernel/id.ts'
import type { Page, RecordPage } from '../kernel/page.ts'
import { flag, list, milliseconds, nullable, one, owner, parts, type RecordOf, shape, text } from '../kernel/record.ts'
import { readMoment } from '../kernel/stored.ts'
import type { DisclosureRecord } from '../resolution/disclosures/service.ts'
import type { EntryRow } from './store.ts'

/** An entry, its fields once: docs/architecture.md says what is made of them. It never changes. */
export const auditEntry = shape('audit_entry', {
  id: owner(text('aud_…')),
  at: owner(milliseconds()),
  kind: owner(text('What happened, like `endpoint.updated`')),
  actor: owner(
    parts({
      type: one(actorTypes),
      id: nullable(text('key_… of your own, apc_… of another consumer where the entry names it, a way or a job')),
      name: nullable(text('What your key is called now')),
    }),
  ),
  subjects: owner(list(text('A public id'))),
  changed: owner(list(text('The name of a field, never its value'))),
  livemode: owner(flag()),
  requestId: owner(nullable(text('req_…, of one of your own requests or of the operator'))),
})

export type AuditEntry = RecordOf<typeof auditEntry>

/** Renders an entry for the owner of a log. */
export const entryOf =
  ({ consumerId }: Owner) =>
  (row: EntryRow): AuditEntry => {
    const isOwner = row.consumer_id === consumerId
    const told = isOwner ? row.subjects : (row.grantee_subjects ?? [])
    const changed = row.changed_fields ?? []
    const { actor, request } = causeShown(row, consumerId)
    const { type, id } = actor ?? { type: 'system', id: null }
    const other = row.actor_consumer_id && encodeId('consumer', row.actor_consumer_id)
    const isForeign = type === 'api_key' && row.actor_consumer_id !== consumerId
    return {
      id: encodeId('auditEntry', row.id),
      at: readMoment(row.created_at),
      kind: row.type,
      actor: { type, id: isForeign ? (told.find((subject) => subject === other) ?? null) : id, name: row.key_name },
      subjects: [...told],
      changed: isOwner ? changed : toldToGrantee(changed),
      livemode: row.livemode,
      requestId: request,
    }
  }

/** A disclosure as an entry: who saw which records of the identity, by which grant. */
export const disclosureEntry = (shown: DisclosureRecord): AuditEntry => ({
  id: shown.id,
  at: shown.createdAt,
  kind: `disclosure.${shown.kind}`,
  actor: { type: 'api_key', id: shown.consumer, name: null },
  subjects: [
    shown.identity,
    shown.alias,
    ...shown.endpoints,
    ...(shown.grant === null ? [] : [shown.grant]),
    shown.consumer,
  ],
  changed: [],
  livemode: shown.livemode,
  requestId: shown.requestId,
})

type Placed = { id: string; at: Date }

/** Where an entry stands in a list of several kinds. */
export const placeOf = ({ id, at }: Placed): { id: string; made: string } => ({
  id: uuidOf(id),
  made: at.toISOString(),
})

/** The newest first; of one moment by id, as the database compares uuids. */
const inOrder = (a: Placed, b: Placed): number =>
  b.at.getTime() - a.at.getTime() || (uuidOf(a.id) < uuidOf(b.id) ? 1 : -1)

/** One page of two lists that were read behind the same place, each at the length of the page. */
export function mergePages<R extends Placed>(one: RecordPage<R>, other: RecordPage<R>, page: Page): RecordPage<R> {
  const all = [...one.records, ...other.records].sort(inOrder)
  const { limit, direction } = page
  return {
    records: direction === 'after' ? all.slice(0, limit) : all.slice(-limit),
    hasMore: all.length > limit || one.hasMore || other.hasMore,
  }
}
