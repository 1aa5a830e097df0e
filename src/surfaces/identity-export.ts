import { maximumLimit, type Page, type RecordPage } from '../kernel/page.ts'
import { hasScope, type Scope } from '../kernel/scopes.ts'
import { claimDirections } from '../ownership/claims/rules.ts'
import { aliasStatuses } from '../registry/aliases/record.ts'
import { admitFurther } from './perform.ts'
import type { RequestContext } from './request-context.ts'

/** The kinds of an export, with the scope of each kind's own list. */
export const exportScopes = {
  aliases: 'aliases:read',
  endpoints: 'endpoints:read',
  payee_names: 'payee_names:read',
  consent_grants: 'consents:read',
  consent_requests: 'consents:read',
  claims: 'claims:read',
  disclosures: 'identities:read',
} as const satisfies Record<string, Scope>
export type ExportKind = keyof typeof exportScopes
export const exportKinds = Object.keys(exportScopes) as readonly ExportKind[]

/** The greatest number of records of each list in an export, newest first; fewer if their metadata is large. */
export const exportLimit = 1_000

type ReadPage<R> = (page: Page) => Promise<RecordPage<R>[]> | Promise<RecordPage<R>>

/** Characters left for metadata. At zero, lists of ended records are short. */
type Room = { left: number }
const exportMetadata = 4 * 1024 * 1024
const shortList = 10

const metadataIn = (records: readonly object[]): number =>
  records.reduce((sum, record) => sum + ('metadata' in record ? JSON.stringify(record.metadata).length : 0), 0)

/** The newest records of a list. Each further page costs as much as a separate request. @throws SignpostError rate_limited */
async function newestOf<R extends { id: string }>(
  context: RequestContext,
  read: ReadPage<R>,
  { room, limit }: { room: Room; limit: number },
): Promise<RecordPage<R>> {
  const records: R[] = []
  for (let cursor: string | null = null; ; ) {
    const answer: RecordPage<R> | RecordPage<R>[] = await read({ limit, direction: 'after', cursor })
    const page = Array.isArray(answer) ? answer[0]! : answer
    records.push(...page.records)
    const metadata = metadataIn(page.records)
    room.left -= metadata
    const isFull = records.length >= exportLimit || (metadata > 0 && room.left <= 0)
    if (!page.hasMore || isFull) return { records, hasMore: page.hasMore }
    await admitFurther(context, 1)
    cursor = records.at(-1)!.id
  }
}

/**
 * Exports all data about an identity of the caller's, as in its lists; null for any other. Lists are read one after the
 * other; a kind is null if the key may not read it, and `moreOf` names the kinds with more records. @throws
 * SignpostError rate_limited
 */
export async function exportOf(context: RequestContext, id: string) {
  const [identity] = await context.services.identities.byIds(context, [id])
  if (!identity) return null
  const { aliases, endpoints, payeeNames, consentGrants, consentRequests, claims, disclosures } = context.services
  const leftOut = exportKinds.filter((kind) => !hasScope(context.caller.scopes, exportScopes[kind]))
  const moreOf: ExportKind[] = []
  const own = [identity.id]
  const room: Room = { left: exportMetadata }

  async function kind<R extends { id: string }>(name: ExportKind, lists: readonly ReadPage<R>[]): Promise<R[] | null> {
    if (leftOut.includes(name)) return null
    // Keyed by id: a record that moves between lists meanwhile appears once.
    const shown = new Map<string, R>()
    for (const [at, list] of lists.entries()) {
      // The first list of a kind has the active records, which the limits of an identity bound.
      const limit = at === 0 || room.left > 0 ? maximumLimit : shortList
      const { records, hasMore } = await newestOf(context, list, { room, limit })
      for (const record of records) shown.set(record.id, record)
      if (hasMore && !moreOf.includes(name)) moreOf.push(name)
    }
    return [...shown.values()]
  }

  const found = {
    id: identity.id,
    livemode: identity.livemode,
    identity,
    aliases: await kind(
      'aliases',
      aliasStatuses.map((status) => (page: Page) => aliases.listOf(context, own, page, { status })),
    ),
    endpoints: await kind(
      'endpoints',
      [null, 'removed'].map((status) => (page: Page) => endpoints.list(context, page, { identity: id, status })),
    ),
    payeeNames: await kind('payee_names', [(page) => payeeNames.listOf(context, own, page)]),
    consentGrants: await kind('consent_grants', [(page) => consentGrants.listOf(context, own, page)]),
    consentRequests: await kind('consent_requests', [(page) => consentRequests.listOf(context, own, page)]),
    claims: await kind(
      'claims',
      claimDirections.map((direction) => (page: Page) => claims.listOf(context, own, page, direction)),
    ),
    disclosures: await kind('disclosures', [(page) => disclosures.listOf(context, own, page)]),
    hasMore: moreOf.length > 0,
    moreOf,
    leftOut,
  }
  await context.services.audit.noteExport(context, identity.id)
  return found
}

export type IdentityExport = NonNullable<Awaited<ReturnType<typeof exportOf>>>
