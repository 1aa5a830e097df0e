import Type from 'typebox'
import { restOf } from '../../kernel/record.ts'
import { challenge } from '../../ownership/challenges/record.ts'
import { type ChallengeMethod, challengeMethods } from '../../ownership/challenges/rules.ts'
import { type Noun, type Route, route } from './route.ts'
import { body, nullable, one, text } from './schema-parts.ts'

/* Challenges: bodies, records, views and routes, as in the files of other nouns. */

export const ownershipBodies = {
  challengeAlias: body({ method: one(challengeMethods) }),
  answerChallenge: body({
    code: Type.Optional(
      nullable(text('The code that the holder received; 000000 in test mode. Without one the domain is checked')),
    ),
  }),
}

const rest = restOf(challenge)
export const ownershipRecords = { challenge: rest.schema }
export const ownershipViews = { challenge: rest.view }

export const ownershipRoutes: readonly Route[] = [
  route('POST /v1/aliases/:id/challenges', {
    maps: 'Mutation.challengeAlias',
    summary: 'Start a challenge of an alias of yours',
    status: 201,
    body: ownershipBodies.challengeAlias,
    example: { method: 'email_code' },
    args: ({ params, body }) => ({ id: params.id, method: body.method as ChallengeMethod }),
    view: ownershipViews.challenge,
    answers: ownershipRecords.challenge,
  }),
  route('GET /v1/challenges/:id', {
    maps: 'Query.challenge',
    summary: 'Read a challenge',
    args: ({ params }) => ({ id: params.id }),
    view: ownershipViews.challenge,
    answers: ownershipRecords.challenge,
  }),
  route('POST /v1/challenges/:id/answer', {
    maps: 'Mutation.answerChallenge',
    summary: 'Answer a challenge; a wrong answer costs an attempt',
    body: ownershipBodies.answerChallenge,
    bodyOptional: true,
    example: { code: '000000' },
    args: ({ params, body }) => ({ id: params.id, code: body.code }),
    view: ownershipViews.challenge,
    answers: ownershipRecords.challenge,
  }),
]

export const ownership: Noun = {
  group: 'Registry',
  tags: { challenges: 'Challenges to prove control of an alias.' },
  variables: { challenges: 'CHALLENGE' },
  records: ownershipRecords,
  routes: ownershipRoutes,
}
