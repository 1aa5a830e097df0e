import Type, { type TSchema } from 'typebox'
import type { Texts } from '../../kernel/input.ts'
import { as, flag, owner, restOf, shape } from '../../kernel/record.ts'
import { written } from '../../kernel/record-bodies.ts'
import { type AliasStatus, aliasStatuses } from '../../registry/aliases/record.ts'
import { type IdentityRecord, identity } from '../../registry/identities/record.ts'
import {
  type IdentityStatus,
  type IdentityType,
  identityStatuses,
  identityTypes,
} from '../../registry/identities/rules.ts'
import {
  type CheckVerdict,
  type DisclosureKind,
  disclosure,
  disclosureKinds,
  verdicts,
} from '../../resolution/disclosures/service.ts'
import { type ExportKind, exportKinds, type IdentityExport } from '../identity-export.ts'
import type { RequestContext } from '../request-context.ts'
import { aliasRest } from './aliases.ts'
import { consentGrantRest, consentRequestRest } from './consent.ts'
import { readNames, restWithNames } from './consumer-names.ts'
import { endpointRest } from './endpoints.ts'
import { pageArgs, paging, recordArgs, recordFilters, searchArgs, searchBody } from './lists.ts'
import { claimRest } from './ownership.ts'
import { payeeNameRest } from './payees.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { body, camelNoted, exampleId, id, nullable, one, oneOf, text, unixSeconds, unixText } from './schema-parts.ts'

/** The filters of a list, from a query string or a body. */
const filterOf = ({ type, status, alias, display_name }: Texts<'type' | 'status' | 'alias' | 'display_name'>) => ({
  type: type as IdentityType,
  status: status as IdentityStatus,
  alias,
  displayName: display_name,
})

const identityRest = restOf(identity)
const disclosureRest = restWithNames(disclosure)

/** All records of a kind; null if the key may not read them. */
const all = <R>({ schema, view }: { schema: TSchema; view(record: R): unknown }, description?: string) =>
  owner<R[] | null>({
    schema: nullable(Type.Array(schema, description === undefined ? {} : { description })),
    show: (records: R[] | null) => records?.map(view) ?? null,
  })

const identityExport = shape('identity_export', {
  id: owner(as<string>(text('idn_…'))),
  livemode: owner(flag()),
  identity: owner<IdentityRecord>({ schema: identityRest.schema, show: identityRest.view }),
  aliases: all(aliasRest, 'Of every status'),
  endpoints: all(endpointRest, 'Removed ones too; no address'),
  payeeNames: all(payeeNameRest, 'Masked'),
  consentGrants: all(consentGrantRest),
  consentRequests: all(consentRequestRest, 'Requests matched to it'),
  claims: all(claimRest, 'By it, and of its aliases'),
  disclosures: all(disclosureRest),
  hasMore: owner(flag('True if a list has more than the newest 1,000')),
  moreOf: owner(as<ExportKind[]>(Type.Array(one(exportKinds), { description: 'The kinds with more records' }))),
  leftOut: owner(
    as<ExportKind[]>(Type.Array(one(exportKinds), { description: 'The kinds that the key may not read: null above' })),
  ),
})

const exported = {
  ...restOf(identityExport),
  /** Reads the names of the consumers in its records. */
  async reads(result: unknown, context: RequestContext): Promise<void> {
    if (!result) return
    const { consentGrants, consentRequests, claims, disclosures } = result as IdentityExport
    const records = [consentGrants, consentRequests, claims, disclosures].flatMap((list): object[] => list ?? [])
    await readNames({ edges: records.map((node) => ({ node })) }, context)
  },
}

export const identities: Noun = {
  group: 'Registry',
  tags: { identities: 'Permanent: a person, merchant, business, organization or machine.' },
  variables: { identities: 'IDENTITY', idn: 'IDENTITY' },
  records: { identity: identityRest.schema, disclosure: disclosureRest.schema, identityExport: exported.schema },
  routes: [
    route('POST /v1/identities', {
      maps: 'Mutation.createIdentity',
      summary: 'Create an identity',
      status: 201,
      body: body(written(identity, 'create')),
      example: { type: 'user', display_name: 'Bob', default_privacy_level: 'public' },
      args: ({ body }) => ({ input: camelNoted(body) }),
      ...shows(identityRest),
    }),
    route('GET /v1/identities', {
      maps: 'Query.identities',
      summary: 'List identities',
      query: {
        ...paging,
        type: oneOf(identityTypes, 'Only this type'),
        status: oneOf(identityStatuses, 'Only this status'),
        alias: text('One of its registered aliases; a search in a body is safer'),
        display_name: text('The beginning of its display name; a search in a body is safer'),
        ...recordFilters,
      },
      args: ({ query }) => ({ ...recordArgs(query), ...filterOf(query) }),
      inSlices: true,
      ...lists(identityRest),
    }),
    route('POST /v1/identities/search', {
      maps: 'Query.identities',
      summary: 'Find your identities',
      body: searchBody({
        type: Type.Optional(one(identityTypes)),
        status: Type.Optional(one(identityStatuses)),
        alias: Type.Optional(text('One of its registered aliases, as typed')),
        display_name: Type.Optional(text('The beginning of its display name, ignoring case and accents')),
      }),
      example: { display_name: 'bob' },
      args: ({ body }) => ({ ...searchArgs(body), ...filterOf(body) }),
      inSlices: true,
      ...lists(identityRest),
    }),
    route('GET /v1/identities/:id', {
      maps: 'Query.identity',
      summary: 'Read an identity',
      args: id,
      ...shows(identityRest),
    }),
    route('PATCH /v1/identities/:id', {
      maps: 'Mutation.updateIdentity',
      summary: 'Change an identity; a closed one stays closed',
      body: body(written(identity, 'update')),
      example: { display_name: 'Bob Miller' },
      args: ({ params, body }) => ({ id: params.id, input: camelNoted(body) }),
      ...shows(identityRest),
    }),
    route('POST /v1/identities/:id/erase', {
      maps: 'Mutation.eraseIdentity',
      summary: 'Erase a closed identity, within 24 hours',
      status: 202,
      body: body({ confirm: text('idn_…: its id, to confirm') }),
      example: { confirm: exampleId('idn') },
      args: ({ params, body }) => ({ id: params.id, confirm: body.confirm }),
      ...shows(identityRest),
    }),
    route('GET /v1/identities/:id/aliases', {
      maps: 'Identity.aliases',
      summary: "List an identity's aliases",
      query: { ...paging, status: oneOf(aliasStatuses, 'registered when absent') },
      args: ({ query }) => ({ ...pageArgs(query), status: query.status as AliasStatus }),
      inSlices: true,
      ...lists(aliasRest),
    }),
    route('GET /v1/identities/:id/endpoints', {
      maps: 'Identity.endpoints',
      summary: "List an identity's endpoints",
      query: paging,
      args: ({ query }) => pageArgs(query),
      inSlices: true,
      ...lists(endpointRest),
    }),
    route('GET /v1/identities/:id/consent_grants', {
      maps: 'Identity.consentGrants',
      summary: 'List the consent grants on an identity',
      query: paging,
      args: ({ query }) => pageArgs(query),
      ...lists(consentGrantRest),
    }),
    route('GET /v1/identities/:id/disclosures', {
      maps: 'Identity.disclosures',
      summary: "List the disclosures of an identity's endpoints",
      query: {
        ...paging,
        consumer: text('Only to this consumer'),
        since: unixSeconds('Unix seconds: from then on'),
        until: unixSeconds('Unix seconds: before then'),
        kind: oneOf(disclosureKinds, 'Only of this kind'),
        verdict: oneOf(verdicts, 'Only checks with this verdict'),
        request_id: text('Only disclosures to this request: req_…'),
      },
      args: ({ query }) => ({
        ...pageArgs(query),
        consumer: query.consumer,
        since: unixText(query.since, 'since'),
        until: unixText(query.until, 'until'),
        kind: query.kind as DisclosureKind,
        verdict: query.verdict as CheckVerdict,
        requestId: query.request_id,
      }),
      ...lists(disclosureRest),
    }),
    route('GET /v1/identities/:id/export', {
      maps: 'Query.identityExport',
      summary: 'Export all data about an identity',
      inSlices: true,
      args: id,
      ...shows(exported),
    }),
  ],
}
