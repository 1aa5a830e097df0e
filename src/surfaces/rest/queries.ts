import Type from 'typebox'
import { defaultLimit, maximumLimit } from '../../kernel/page.ts'
import { aliasStatuses } from '../../registry/aliases/record.ts'
import { identityStatuses, identityTypes } from '../../registry/identities/rules.ts'
import { deliveryStates } from '../../webhooks/rules.ts'
import { one, text, unixSeconds } from './schemas.ts'

/*
 * The query parameters as the OpenAPI document shows them. They arrive as text, and what is wrong in them is told by the
 * use case that reads them.
 */

const oneOf = <const T extends readonly string[]>(values: T, description: string) => ({ ...one(values), description })

export const paging = {
  limit: Type.Integer({ description: 'How many', minimum: 1, maximum: maximumLimit, default: defaultLimit }),
  starting_after: text('An id: the page after it, towards older records'),
  ending_before: text('An id: the page before it, towards newer records'),
}

export const filters = {
  identities: { type: oneOf(identityTypes, 'Only this type'), status: oneOf(identityStatuses, 'Only this status') },
  aliases: { status: oneOf(aliasStatuses, 'registered when absent') },
  disclosures: {
    consumer: text('Only to this consumer'),
    since: unixSeconds('Unix seconds: from then on'),
    until: unixSeconds('Unix seconds: before then'),
  },
  consentGrants: { role: oneOf(['owner', 'grantee'], 'owner: on own identities; grantee: made to the caller') },
  consentRequests: {
    direction: oneOf(['outgoing', 'incoming'], 'outgoing: own requests; incoming: matched to own identities'),
  },
  deliveries: { state: oneOf(deliveryStates, 'Only this state') },
}
