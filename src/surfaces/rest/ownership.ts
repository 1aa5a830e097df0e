import Type from 'typebox'
import type { ChallengeInstructions, ChallengeRecord } from '../../ownership/challenges/record.ts'
import {
  type ChallengeMethod,
  challengeMethods,
  challengePurposes,
  challengeStatuses,
} from '../../ownership/challenges/rules.ts'
import { type Noun, type Route, route } from './route.ts'
import { body, nullable, one, record, text, unixSeconds } from './schema-parts.ts'
import { seconds } from './view-parts.ts'

/* Challenges: bodies, records, views and routes, as the other nouns have them in their files. */

export const ownershipBodies = {
  challengeAlias: body({ method: one(challengeMethods) }),
  answerChallenge: body({
    code: Type.Optional(
      nullable(text('The code that was sent; 000000 in test mode. None: what the domain shows is looked at')),
    ),
  }),
}

export const ownershipRecords = {
  challenge: record('challenge', {
    alias: nullable(text('als_…')),
    claim: nullable(text('clm_…, of a claim')),
    method: one(challengeMethods),
    purpose: one(challengePurposes),
    status: one(challengeStatuses),
    expires_at: unixSeconds(),
    attempts_left: Type.Integer(),
    instructions: Type.Object({
      text: text('What to do about it'),
      record_name: Type.Optional(text('Of dns_txt: the TXT record')),
      record_value: Type.Optional(text()),
      url: Type.Optional(text('Of well_known: the page')),
      content: Type.Optional(text('What it is to answer with')),
    }),
  }),
}

const instructions = ({ text, recordName, recordValue, url, content }: ChallengeInstructions) => ({
  text,
  record_name: recordName,
  record_value: recordValue,
  url,
  content,
})

export const ownershipViews = {
  challenge: (challenge: ChallengeRecord) => ({
    object: 'challenge',
    id: challenge.id,
    livemode: challenge.livemode,
    alias: challenge.alias,
    claim: challenge.claim,
    method: challenge.method,
    purpose: challenge.purpose,
    status: challenge.status,
    expires_at: seconds(challenge.expiresAt),
    attempts_left: challenge.attemptsLeft,
    instructions: instructions(challenge.instructions),
    created: seconds(challenge.createdAt),
    updated: seconds(challenge.updatedAt),
  }),
}

export const ownershipRoutes: readonly Route[] = [
  route('POST /v1/aliases/:id/challenges', {
    maps: 'Mutation.challengeAlias',
    scope: 'aliases:write',
    summary: 'Challenge whoever holds an alias of yours',
    status: 201,
    body: ownershipBodies.challengeAlias,
    example: { method: 'email_code' },
    args: ({ params, body }) => ({ id: params.id, method: body.method as ChallengeMethod }),
    view: ownershipViews.challenge,
    answers: ownershipRecords.challenge,
  }),
  route('GET /v1/challenges/:id', {
    maps: 'Query.challenge',
    scope: 'aliases:write',
    summary: 'Read a challenge',
    args: ({ params }) => ({ id: params.id }),
    view: ownershipViews.challenge,
    answers: ownershipRecords.challenge,
  }),
  route('POST /v1/challenges/:id/answer', {
    maps: 'Mutation.answerChallenge',
    scope: 'aliases:write',
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
  tags: { challenges: 'What shows that an alias is under control.' },
  variables: { challenges: 'CHALLENGE' },
  records: ownershipRecords,
  routes: ownershipRoutes,
}
