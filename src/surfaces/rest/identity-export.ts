import Type, { type TSchema } from 'typebox'
import { exportKinds, type IdentityExport } from '../identity-export.ts'
import type { RequestContext } from '../request-context.ts'
import { aliasRest } from './aliases.ts'
import { consentGrantRest } from './consent-grants.ts'
import { consentRequestRest } from './consent-requests.ts'
import { readNames } from './consumer-names.ts'
import { endpointRest } from './endpoints.ts'
import { disclosureRest, identityRest } from './identities.ts'
import { claimRest } from './ownership.ts'
import { payeeNameRest } from './payees.ts'
import { type Noun, route, shows } from './route.ts'
import { id, nullable, one, text } from './schema-parts.ts'

const kind = (record: TSchema, description?: string) =>
  nullable(Type.Array(record, description === undefined ? {} : { description }))

/** Reads the names of the consumers in its records. */
async function readNamesIn(result: unknown, context: RequestContext): Promise<void> {
  if (!result) return
  const { consentGrants, consentRequests, claims, disclosures } = result as IdentityExport
  const records = [consentGrants, consentRequests, claims, disclosures].flatMap((list): object[] => list ?? [])
  await readNames({ edges: records.map((node) => ({ node })) }, context)
}

const all = <R>(records: readonly R[] | null, view: (record: R) => unknown) => records?.map(view) ?? null

const exported = {
  schema: Type.Object({
    object: Type.Literal('identity_export'),
    id: text('idn_…'),
    livemode: Type.Boolean(),
    identity: identityRest.schema,
    aliases: kind(aliasRest.schema, 'Of every status'),
    endpoints: kind(endpointRest.schema, 'Removed ones too; no address'),
    payee_names: kind(payeeNameRest.schema, 'Masked'),
    consent_grants: kind(consentGrantRest.schema),
    consent_requests: kind(consentRequestRest.schema, 'Requests matched to it'),
    claims: kind(claimRest.schema, 'By it, and of its aliases'),
    disclosures: kind(disclosureRest.schema),
    has_more: Type.Boolean({ description: 'True if a list has more than the newest 1,000' }),
    more_of: Type.Array(one(exportKinds), { description: 'The kinds with more records' }),
    left_out: Type.Array(one(exportKinds), { description: 'The kinds that the key may not read: null above' }),
  }),
  view: (found: IdentityExport) => ({
    object: 'identity_export',
    id: found.id,
    livemode: found.identity.livemode,
    identity: identityRest.view(found.identity),
    aliases: all(found.aliases, aliasRest.view),
    endpoints: all(found.endpoints, endpointRest.view),
    payee_names: all(found.payeeNames, payeeNameRest.view),
    consent_grants: all(found.consentGrants, consentGrantRest.view),
    consent_requests: all(found.consentRequests, consentRequestRest.view),
    claims: all(found.claims, claimRest.view),
    disclosures: all(found.disclosures, disclosureRest.view),
    has_more: found.moreOf.length > 0,
    more_of: found.moreOf,
    left_out: found.leftOut,
  }),
  reads: readNamesIn,
}

export const identityExport: Noun = {
  group: 'Registry',
  tags: {},
  variables: {},
  records: { identityExport: exported.schema },
  routes: [
    route('GET /v1/identities/:id/export', {
      maps: 'Query.identityExport',
      summary: 'Export all data about an identity',
      inSlices: true,
      args: id,
      ...shows(exported),
    }),
  ],
}
