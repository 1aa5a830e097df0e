import { defineEntity, p } from '@mikro-orm/postgresql'
import { dated, followed, owned } from './columns.ts'

/** Permission of a consumer to see an identity's `consent_required` records. One active row per (identity, consumer). */
export const ConsentGrant = defineEntity({
  name: 'ConsentGrant',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    consumerId: p.uuid(),
    /** The consumer of the identity, for lists of its grants. */
    ownerId: p.uuid().nullable(),
    coversAll: p.boolean(),
    coversAliases: p.array().columnType('uuid[]').defaultRaw("'{}'"),
    coversEndpoints: p.array().columnType('uuid[]').defaultRaw("'{}'"),
    /** The endpoints whose addresses the grantee may have, sealed. */
    release: p.array().columnType('uuid[]').defaultRaw("'{}'"),
    /** In plain text only in rows of a version before 0.2. */
    sealedPurpose: p.blob().nullable(),
    /** Incremented at each change of its terms. */
    version: p.integer().default(1),
    /** The last change of the identity's endpoints that its grantee knows of (`noticing`). */
    noticed: p.integer().default(0),
    status: p.text().default('active'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    ...followed,
  },
})

/** The endpoints before a change (a snapshot without addresses), until every grantee has been told. */
export const NoticeDue = defineEntity({
  name: 'NoticeDue',
  properties: {
    identityId: p.uuid().primary(),
    number: p.integer().primary(),
    before: p.json(),
    nextAt: p.datetime().defaultRaw('now()'),
  },
})

/** A caller's request to see an alias, accepted with or without an existing one; the worker matches it once. */
export const ConsentRequest = defineEntity({
  name: 'ConsentRequest',
  properties: {
    ...owned,
    type: p.text(),
    value: p.text(),
    skeleton: p.text(),
    /** In plain text only in rows of a version before 0.2. */
    sealedPurpose: p.blob().nullable(),
    /** True if the requester also asks for addresses. */
    wantsRelease: p.boolean().default(false),
    status: p.text().default('pending'),
    /** False once it is approved, or replaced after it expired: at most one open row per requester and alias. */
    open: p.boolean().default(true),
    expiresAt: p.datetime(),
    matchedAt: p.datetime().nullable(),
    /** The owner of the identity that it was matched to. */
    ownerId: p.uuid().nullable(),
    identityId: p.uuid().nullable(),
    aliasId: p.uuid().nullable(),
    grantId: p.uuid().nullable(),
    ...dated,
  },
})

/** Record of a disclosure: viewer, endpoints, identity, time, request and grant. Append-only; never an address. */
export const DisclosureRecord = defineEntity({
  name: 'DisclosureRecord',
  properties: {
    identityId: p.uuid().primary(),
    /** Its month is its partition. */
    createdAt: p.datetime().primary(),
    ...owned,
    aliasId: p.uuid(),
    endpointIds: p.array().columnType('uuid[]'),
    grantId: p.uuid().nullable(),
    requestId: p.uuid(),
    /** Kind of the disclosure: a resolution, or the verdict of a payee check. */
    kind: p.text().default('resolve'),
    verdict: p.text().nullable(),
    /** By what the alias was shown, in one letter; null in records of earlier versions. */
    basis: p.string().columnType('char').nullable(),
  },
})
