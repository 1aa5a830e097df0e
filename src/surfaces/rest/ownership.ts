import Type from 'typebox'
import { restOf } from '../../kernel/record.ts'
import { challenge } from '../../ownership/challenges/record.ts'
import { type ChallengeMethod, challengeMethods } from '../../ownership/challenges/rules.ts'
import { claim } from '../../ownership/claims/record.ts'
import { type ClaimDirection, type ClaimKind, claimDirections, claimKinds } from '../../ownership/claims/rules.ts'
import type { AliasType } from '../../registry/aliases/normalization/alias-types.ts'
import { restWithNames } from './consumer-names.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { body, exampleId, id, nullable, one, oneOf, text } from './schema-parts.ts'

const challengeBody = body({ method: one(challengeMethods) })

const challengeRest = restOf(challenge)
export const claimRest = restWithNames(claim)

export const ownership: Noun = {
  group: 'Registry',
  tags: {
    challenges: 'Challenges to prove control of an alias.',
    claims: 'Requests for an alias that another consumer holds, by proof.',
  },
  variables: { challenges: 'CHALLENGE', claims: 'CLAIM' },
  records: { challenge: challengeRest.schema, claim: claimRest.schema },
  routes: [
    route('POST /v1/aliases/:id/challenges', {
      maps: 'Mutation.challengeAlias',
      summary: 'Start a challenge of an alias of yours',
      status: 201,
      body: challengeBody,
      example: { method: 'email_code' },
      args: ({ params, body }) => ({ id: params.id, method: body.method as ChallengeMethod }),
      ...shows(challengeRest),
    }),
    route('GET /v1/challenges/:id', {
      maps: 'Query.challenge',
      summary: 'Read a challenge',
      args: id,
      ...shows(challengeRest),
    }),
    route('POST /v1/challenges/:id/answer', {
      maps: 'Mutation.answerChallenge',
      summary: 'Answer a challenge; a wrong answer costs an attempt',
      body: body({
        code: Type.Optional(
          nullable(text('The code that the holder received; 000000 in test mode. Without one the domain is checked')),
        ),
      }),
      bodyOptional: true,
      example: { code: '000000' },
      args: ({ params, body }) => ({ id: params.id, code: body.code }),
      ...shows(challengeRest),
    }),
    route('POST /v1/claims', {
      maps: 'Mutation.createClaim',
      summary: 'Claim an alias; accepted with or without a holder',
      status: 202,
      body: body({
        type: text('phone, email or payment_link'),
        value: text('The value as typed'),
        identity: text('idn_…, the identity for the alias'),
        kind: one(claimKinds),
      }),
      example: { type: 'phone', value: '+1 212 555 0123', identity: exampleId('idn'), kind: 'ownership' },
      args: ({ body }) => ({ input: { ...body, type: body.type as AliasType, kind: body.kind as ClaimKind } }),
      ...shows(claimRest),
    }),
    route('GET /v1/claims', {
      maps: 'Query.claims',
      summary: 'List claims: your own, or those of your aliases',
      query: { ...paging, direction: oneOf(claimDirections, 'outgoing: own claims; incoming: of own aliases') },
      args: ({ query }) => ({ ...pageArgs(query), direction: query.direction as ClaimDirection }),
      ...lists(claimRest),
    }),
    route('GET /v1/claims/:id', {
      maps: 'Query.claim',
      summary: 'Read a claim; each side sees its own identity',
      args: id,
      ...shows(claimRest),
    }),
    route('POST /v1/claims/:id/challenges', {
      maps: 'Mutation.challengeClaim',
      summary: 'Send a code to your side of a claim',
      status: 201,
      body: challengeBody,
      example: { method: 'sms_code' },
      args: ({ params, body }) => ({ id: params.id, method: body.method as ChallengeMethod }),
      ...shows(challengeRest),
    }),
    route('POST /v1/claims/:id/confirm', {
      maps: 'Mutation.confirmClaim',
      summary: 'Confirm a claim and give up its alias',
      args: id,
      ...shows(claimRest),
    }),
    route('POST /v1/claims/:id/refuse', {
      maps: 'Mutation.refuseClaim',
      summary: 'Refuse a claim that moves an alias to another consumer',
      args: id,
      ...shows(claimRest),
    }),
    route('POST /v1/claims/:id/contest', {
      maps: 'Mutation.contestClaim',
      summary: 'Contest a claim: send the code that keeps the alias',
      body: challengeBody,
      example: { method: 'sms_code' },
      args: ({ params, body }) => ({ id: params.id, method: body.method as ChallengeMethod }),
      ...shows(claimRest),
    }),
    route('POST /v1/claims/:id/cancel', {
      maps: 'Mutation.cancelClaim',
      summary: 'Withdraw a claim',
      args: id,
      ...shows(claimRest),
    }),
  ],
}
