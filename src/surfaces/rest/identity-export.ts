import Type, { type TSchema } from 'typebox'
import { exportKinds, type IdentityExport } from '../identity-export.ts'
import type { RequestContext } from '../request-context.ts'
import { aliasRecords, aliasViews } from './aliases.ts'
import { consentGrantRecords, consentGrantViews } from './consent-grants.ts'
import { consentRequestRecords, consentRequestViews } from './consent-requests.ts'
import { readNames } from './consumer-names.ts'
import { endpointRecords, endpointViews } from './endpoints.ts'
import { disclosureRecords, disclosureViews, identityRecords, identityViews } from './identities.ts'
import { claimRecords, claimView } from './ownership.ts'
import { payeeNameRest } from './payees.ts'
import { type Noun, route } from './route.ts'
import { id, nullable, one, text } from './schema-parts.ts'

const kind = (record: TSchema, description?: string) =>
  nullable(Type.Array(record, description === undefined ? {} : { description }))

const exportRecords = {
  identityExport: Type.Object({
    object: Type.Literal('identity_export'),
    id: text('idn_…'),
    livemode: Type.Boolean(),
    identity: identityRecords.identity,
    aliases: kind(aliasRecords.alias, 'Of every status'),
    endpoints: kind(endpointRecords.endpoint, 'Removed ones too; no address'),
    payee_names: kind(payeeNameRest.schema, 'Masked'),
    consent_grants: kind(consentGrantRecords.consentGrant),
    consent_requests: kind(consentRequestRecords.consentRequest, 'Requests matched to it'),
    claims: kind(claimRecords.claim, 'By it, and of its aliases'),
    disclosures: kind(disclosureRecords.disclosure),
    has_more: Type.Boolean({ description: 'True if a list has more than the newest 1,000' }),
    more_of: Type.Array(one(exportKinds), { description: 'The kinds with more records' }),
    left_out: Type.Array(one(exportKinds), { description: 'The kinds that the key may not read: null above' }),
  }),
}

/** Reads the names of the consumers in its records. */
async function readNamesIn(result: unknown, context: RequestContext): Promise<void> {
  if (!result) return
  const { consentGrants, consentRequests, claims, disclosures } = result as IdentityExport
  const records = [consentGrants, consentRequests, claims, disclosures].flatMap((list): object[] => list ?? [])
  await readNames({ edges: records.map((node) => ({ node })) }, context)
}

const all = <R>(records: readonly R[] | null, view: (record: R) => unknown) => records?.map(view) ?? null

const exportView = (found: IdentityExport) => ({
  object: 'identity_export',
  id: found.id,
  livemode: found.identity.livemode,
  identity: identityViews.identity(found.identity),
  aliases: all(found.aliases, aliasViews.alias),
  endpoints: all(found.endpoints, endpointViews.endpoint),
  payee_names: all(found.payeeNames, payeeNameRest.view),
  consent_grants: all(found.consentGrants, consentGrantViews.consentGrant),
  consent_requests: all(found.consentRequests, consentRequestViews.consentRequest),
  claims: all(found.claims, claimView),
  disclosures: all(found.disclosures, disclosureViews.disclosure),
  has_more: found.moreOf.length > 0,
  more_of: found.moreOf,
  left_out: found.leftOut,
})

export const identityExport: Noun = {
  group: 'Registry',
  tags: {},
  variables: {},
  records: exportRecords,
  routes: [
    route('GET /v1/identities/:id/export', {
      maps: 'Query.identityExport',
      summary: 'Export all data about an identity',
      inSlices: true,
      args: id,
      reads: readNamesIn,
      view: exportView,
      answers: exportRecords.identityExport,
    }),
  ],
}
