import type { Call } from '../../kernel/call.ts'
import { camel } from '../../kernel/camel.ts'
import { encodeId } from '../../kernel/id.ts'
import { viewOf } from '../../kernel/record.ts'
import { type DestinationCheckEntry, destinationCheck } from '../../payees/checks/destinations.ts'
import { type PayeeCheckEntry, payeeCheck } from '../../payees/checks/service.ts'
import { payeeName } from '../../payees/names/service.ts'
import type { CheckDestinationInput, CheckPayeeInput } from '../graphql/generated/resolvers.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { payeeBodies, payeeRecords } from './payee-schemas.ts'
import { type Noun, type Route, route } from './route.ts'
import { list, removal, removedView } from './schema-parts.ts'

export const payeeNameView = viewOf(payeeName)
const checkView = viewOf(payeeCheck)

const destinationView = viewOf(destinationCheck)

const resultsOf = (results: object[], { caller, requestId }: Call) => ({
  results,
  livemode: caller.livemode,
  request_id: encodeId('request', requestId),
})

const checksView = (entries: readonly PayeeCheckEntry[], call: Call) =>
  resultsOf(
    entries.map(({ verdict, basis, error }) => ({
      object: 'payee_check',
      ...(error ? { error } : { verdict, basis }),
    })),
    call,
  )

const destinationsView = (entries: readonly DestinationCheckEntry[], call: Call) =>
  resultsOf(
    entries.map(({ verdict, endpoint, changedDays, error }) => ({
      object: 'destination_check',
      ...(error ? { error } : { verdict, endpoint, changed_days: changedDays }),
    })),
    call,
  )

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)])
    : []

/** An item with a null is invalid, like the body of a single check. */
const withoutNull = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && Object.values(item).includes(null) ? null : item

/** Converts an item to camelCase. One with camelCase keys is unknown, like the body of a single check. */
const itemOf = (item: unknown): unknown =>
  keysOf(item).some((name) => /[A-Z]/.test(name)) ? { unknown: true } : camel(withoutNull(item))

/** Names of payees, and the checks against them. */
export const payeeRoutes: readonly Route[] = [
  route('POST /v1/identities/:id/payee_names', {
    maps: 'Mutation.createPayeeName',
    summary: 'Register a name that payers may check',
    status: 201,
    body: payeeBodies.createPayeeName,
    example: { kind: 'legal', given: 'Robert', family: 'Miller' },
    args: ({ params, body }) => ({ identity: params.id, input: body }),
    view: payeeNameView,
    answers: payeeRecords.payeeName,
  }),
  route('GET /v1/identities/:id/payee_names', {
    maps: 'Identity.payeeNames',
    summary: "List an identity's payee names, masked",
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(payeeNameView),
    answers: list(payeeRecords.payeeName),
  }),
  route('DELETE /v1/payee_names/:id', {
    maps: 'Mutation.removePayeeName',
    summary: 'Remove a payee name',
    args: ({ params }) => ({ id: params.id }),
    view: removedView('payee_name'),
    answers: removal,
  }),
  route('POST /v1/payee_checks', {
    maps: 'Query.checkPayee',
    summary: 'Check whether a name is that of the payee',
    body: payeeBodies.checkPayee,
    example: { alias: '@bob', name: 'Robert Miller' },
    args: ({ body }) => ({ input: body as CheckPayeeInput }),
    view: checkView,
    answers: payeeRecords.payeeCheck,
  }),
  route('POST /v1/payee_checks/bulk', {
    maps: 'Query.checkPayees',
    summary: 'Check up to 100 names',
    body: payeeBodies.checkPayees,
    example: { items: [{ alias: '@bob', name: 'Robert Miller' }] },
    isBulk: true,
    args: ({ body }) => ({ items: body.items.map(withoutNull) as CheckPayeeInput[] }),
    view: checksView,
    answers: payeeRecords.payeeChecks,
  }),
  route('POST /v1/destination_checks', {
    maps: 'Query.checkDestination',
    summary: "Check whether a destination is the payee's",
    body: payeeBodies.checkDestination,
    example: { alias: '@bob', destination: { type: 'bank_account', address: 'DE89 3704 0044 0532 0130 00' } },
    args: ({ body }) => ({ input: camel(body) as CheckDestinationInput }),
    view: destinationView,
    answers: payeeRecords.destinationCheck,
  }),
  route('POST /v1/destination_checks/bulk', {
    maps: 'Query.checkDestinations',
    summary: 'Check up to 20 destinations',
    body: payeeBodies.checkDestinations,
    example: {
      items: [{ alias: '@bob', destination: { type: 'bank_account', address: 'DE89 3704 0044 0532 0130 00' } }],
    },
    isBulk: true,
    args: ({ body }) => ({ inputs: body.items.map(itemOf) as CheckDestinationInput[] }),
    view: destinationsView,
    answers: payeeRecords.destinationChecks,
  }),
]

export const payees: Noun = {
  group: 'Resolution',
  tags: {
    payee_names: 'Names that payers may check, masked.',
    payee_checks: "Checks of payees' names.",
    destination_checks: "Checks of payees' destinations.",
  },
  variables: { payee_names: 'PAYEE_NAME' },
  records: payeeRecords,
  routes: payeeRoutes,
}
