import Type, { type TSchema } from 'typebox'
import type { Call } from '../../kernel/call.ts'
import { camel } from '../../kernel/camel.ts'
import { encodeId } from '../../kernel/id.ts'
import { restOf } from '../../kernel/record.ts'
import { type DestinationCheckEntry, destinationCheck } from '../../payees/checks/destinations.ts'
import { type PayeeCheckEntry, payeeCheck } from '../../payees/checks/service.ts'
import { payeeNameKinds } from '../../payees/names/input.ts'
import { payeeName, payeeNameBases } from '../../payees/names/service.ts'
import { endpointTypeNames } from '../../registry/endpoints/endpoint-types.ts'
import { destinationVerdictSchema, payeeVerdictSchema } from '../../resolution/disclosures/service.ts'
import type { CheckDestinationInput, CheckPayeeInput } from '../graphql/generated/resolvers.ts'
import { namingAlias } from './aliases.ts'
import { details } from './endpoints.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, removes, route, shows } from './route.ts'
import { body, id, nullable, one, text } from './schema-parts.ts'

const holder = body({
  name: Type.Optional(text('The name in one text')),
  given: Type.Optional(text('With `family`, instead of `name`')),
  family: Type.Optional(text('With `given`, instead of `name`')),
})
const identification = body({ scheme: text('lei, vat …'), value: text() })

/** Any value: the use case validates each item separately. */
export const payeeCheckItem = Type.Unknown({ description: 'Like the body of a single check' })
export const destinationCheckItem = Type.Unknown({ description: 'Like the body of a single destination check' })

export const payeeCheckBody = namingAlias({
  ...holder.properties,
  identification: Type.Optional(identification),
})

export const destinationCheckBody = namingAlias({
  destination: body({
    type: one(endpointTypeNames),
    address: text('As typed; normalized as on create'),
    details: Type.Optional({ ...details, description: 'Only the memo and the bank code are compared' }),
  }),
  payer: Type.Optional(text('Your reference for your customer, at most 64 characters')),
})

export const payeeNameRest = restOf(payeeName)
const checkRest = restOf(payeeCheck)
const destinationRest = restOf(destinationCheck)

type Entry = { error: { type: string; code: string } | null }

/** The answer to a bulk of checks: each entry has the facts of its check, or its error. */
const bulkOf = <E extends Entry>(object: string, facts: Record<string, TSchema>, factsOf: (entry: E) => object) => ({
  schema: Type.Object({
    results: Type.Array(
      Type.Object({
        object: Type.Literal(object),
        ...facts,
        error: Type.Optional(Type.Object({ type: text(), code: text() })),
      }),
    ),
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
  view: (entries: readonly E[], { caller, requestId }: Call) => ({
    results: entries.map((entry) => ({ object, ...(entry.error ? { error: entry.error } : factsOf(entry)) })),
    livemode: caller.livemode,
    request_id: encodeId('request', requestId),
  }),
})

const checks = bulkOf(
  'payee_check',
  { verdict: Type.Optional(payeeVerdictSchema), basis: Type.Optional(nullable(one(payeeNameBases))) },
  ({ verdict, basis }: PayeeCheckEntry) => ({ verdict, basis }),
)

const destinationChecks = bulkOf(
  'destination_check',
  {
    verdict: Type.Optional(destinationVerdictSchema),
    endpoint: Type.Optional(nullable(text('end_…, for a match'))),
    changed_days: Type.Optional(nullable(Type.Integer())),
  },
  ({ verdict, endpoint, changedDays }: DestinationCheckEntry) => ({ verdict, endpoint, changed_days: changedDays }),
)

/** True for an item with a camelCase key, or with more levels than a valid one has. */
const isUnknown = (value: unknown, levels = 4): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.entries(value).some(([name, inner]) => /[A-Z]/.test(name) || isUnknown(inner, levels - 1)))

/** An item with a null is invalid, like the body of a single check. */
const withoutNull = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && Object.values(item).includes(null) ? null : item

/** Converts an item to camelCase. One with camelCase keys is unknown, like the body of a single check. */
const itemOf = (item: unknown): unknown => (isUnknown(item) ? { unknown: true } : camel(withoutNull(item)))

export const payees: Noun = {
  group: 'Resolution',
  tags: {
    payee_names: 'Names that payers may check, masked.',
    payee_checks: "Checks of payees' names.",
    destination_checks: "Checks of payees' destinations.",
  },
  variables: { payee_names: 'PAYEE_NAME' },
  records: {
    payeeName: payeeNameRest.schema,
    payeeCheck: checkRest.schema,
    payeeChecks: checks.schema,
    destinationCheck: destinationRest.schema,
    destinationChecks: destinationChecks.schema,
  },
  routes: [
    route('POST /v1/identities/:id/payee_names', {
      maps: 'Mutation.createPayeeName',
      summary: 'Register a name that payers may check',
      status: 201,
      body: body({
        kind: one(payeeNameKinds),
        ...holder.properties,
        holders: Type.Optional(Type.Array(holder, { minItems: 2, maxItems: 4, description: 'For a joint name' })),
        scheme: Type.Optional(text('For an identification')),
        value: Type.Optional(text('For an identification')),
      }),
      example: { kind: 'legal', given: 'Robert', family: 'Miller' },
      args: ({ params, body }) => ({ identity: params.id, input: body }),
      ...shows(payeeNameRest),
    }),
    route('GET /v1/identities/:id/payee_names', {
      maps: 'Identity.payeeNames',
      summary: "List an identity's payee names, masked",
      query: paging,
      args: ({ query }) => pageArgs(query),
      ...lists(payeeNameRest),
    }),
    route('DELETE /v1/payee_names/:id', {
      maps: 'Mutation.removePayeeName',
      summary: 'Remove a payee name',
      args: id,
      ...removes('payee_name'),
    }),
    route('POST /v1/payee_checks', {
      maps: 'Query.checkPayee',
      summary: 'Check whether a name is that of the payee',
      body: payeeCheckBody,
      example: { alias: '@bob', name: 'Robert Miller' },
      args: ({ body }) => ({ input: body as CheckPayeeInput }),
      ...shows(checkRest),
    }),
    route('POST /v1/payee_checks/bulk', {
      maps: 'Query.checkPayees',
      summary: 'Check up to 100 names',
      body: body({ items: Type.Array(payeeCheckItem) }),
      example: { items: [{ alias: '@bob', name: 'Robert Miller' }] },
      isBulk: true,
      args: ({ body }) => ({ items: body.items.map(withoutNull) as CheckPayeeInput[] }),
      ...shows(checks),
    }),
    route('POST /v1/destination_checks', {
      maps: 'Query.checkDestination',
      summary: "Check whether a destination is the payee's",
      body: destinationCheckBody,
      example: { alias: '@bob', destination: { type: 'bank_account', address: 'DE89 3704 0044 0532 0130 00' } },
      args: ({ body }) => ({ input: camel(body) as CheckDestinationInput }),
      ...shows(destinationRest),
    }),
    route('POST /v1/destination_checks/bulk', {
      maps: 'Query.checkDestinations',
      summary: 'Check up to 20 destinations',
      body: body({ items: Type.Array(destinationCheckItem) }),
      example: {
        items: [{ alias: '@bob', destination: { type: 'bank_account', address: 'DE89 3704 0044 0532 0130 00' } }],
      },
      isBulk: true,
      args: ({ body }) => ({ inputs: body.items.map(itemOf) as CheckDestinationInput[] }),
      ...shows(destinationChecks),
    }),
  ],
}
