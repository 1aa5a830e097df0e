import type { Call } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import type { PayeeCheckEntry, PayeeCheckRecord } from '../../payees/checks/service.ts'
import type { PayeeNameRecord } from '../../payees/names/service.ts'
import type { CheckPayeeInput } from '../graphql/generated/resolvers.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { payeeBodies, payeeRecords } from './payee-schemas.ts'
import { type Noun, type Route, route } from './route.ts'
import { list, removal } from './schema-parts.ts'
import { removedView, seconds } from './view-parts.ts'

export const payeeNameView = (name: PayeeNameRecord) => ({
  object: 'payee_name',
  id: name.id,
  livemode: name.livemode,
  identity: name.identity,
  kind: name.kind,
  masked: name.masked,
  basis: name.basis,
  created: seconds(name.createdAt),
  updated: seconds(name.updatedAt),
})

const checkView = ({ verdict, basis, livemode, requestId }: PayeeCheckRecord) => ({
  object: 'payee_check',
  verdict,
  basis,
  livemode,
  request_id: requestId,
})

const checksView = (entries: readonly PayeeCheckEntry[], { caller, requestId }: Call) => ({
  results: entries.map(({ verdict, basis, error }) => ({
    object: 'payee_check',
    ...(error ? { error } : { verdict, basis }),
  })),
  livemode: caller.livemode,
  request_id: encodeId('request', requestId),
})

/** Names of payees, and the checks that compare with them. */
export const payeeRoutes: readonly Route[] = [
  route('POST /v1/identities/:id/payee_names', {
    maps: 'Mutation.createPayeeName',
    scope: 'payee_names:write',
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
    scope: 'payee_names:read',
    summary: "List an identity's payee names, masked",
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(payeeNameView),
    answers: list(payeeRecords.payeeName),
  }),
  route('DELETE /v1/payee_names/:id', {
    maps: 'Mutation.removePayeeName',
    scope: 'payee_names:write',
    summary: 'Remove a payee name',
    args: ({ params }) => ({ id: params.id }),
    view: removedView('payee_name'),
    answers: removal,
  }),
  route('POST /v1/payee_checks', {
    maps: 'Query.checkPayee',
    scope: 'payee_check',
    summary: 'Check whether a name is that of the payee',
    body: payeeBodies.checkPayee,
    example: { alias: '@bob', name: 'Robert Miller' },
    args: ({ body }) => ({ input: body as CheckPayeeInput }),
    view: checkView,
    answers: payeeRecords.payeeCheck,
  }),
  route('POST /v1/payee_checks/bulk', {
    maps: 'Query.checkPayees',
    scope: 'payee_check',
    summary: 'Check up to 100 names',
    body: payeeBodies.checkPayees,
    example: { items: [{ alias: '@bob', name: 'Robert Miller' }] },
    isBulk: true,
    args: ({ body }) => ({ items: body.items as CheckPayeeInput[] }),
    view: checksView,
    answers: payeeRecords.payeeChecks,
  }),
]

export const payees: Noun = {
  group: 'Resolution',
  tags: {
    payee_names: 'Names that payers may check, masked.',
    payee_checks: 'Whether a name is that of the payee.',
  },
  variables: { payee_names: 'PAYEE_NAME' },
  records: payeeRecords,
  routes: payeeRoutes,
}
