import { encodeId } from '../../kernel/id.ts'
import {
  type KindOf,
  moment,
  nullable,
  one,
  optional,
  owner,
  parts,
  type RecordOf,
  record,
  text,
  whole,
} from '../../kernel/record.ts'
import { readMoment, readStored } from '../../kernel/stored.ts'
import type { Authorization, Authorizations } from '../proofs/authorization.ts'
import {
  type ChallengeMethod,
  challengeMethods,
  challengePurposes,
  challengeStatuses,
  channelOf,
  codeDigits,
  readChallengeStatus,
  testCode,
} from './rules.ts'
import type { ChallengeRow } from './store.ts'

/** Instructions for meeting a challenge: a sentence, and its parts for programs. */
const instructions = parts({
  text: text('The instructions as text'),
  recordName: optional(text('For dns_txt: the name of the TXT record')),
  recordValue: optional(text()),
  url: optional(text('For well_known: the URL of the page')),
  content: optional(text('The content of the page')),
})
export type ChallengeInstructions = KindOf<typeof instructions>

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const challenge = record('challenge', {
  alias: owner(nullable(text('als_…'))),
  claim: owner(nullable(text('clm_…, for a claim'))),
  method: owner(one(challengeMethods)),
  purpose: owner(one(challengePurposes)),
  status: owner(one(challengeStatuses)),
  expiresAt: owner(moment()),
  attemptsLeft: owner(whole()),
  instructions: owner(instructions),
})

export type ChallengeRecord = RecordOf<typeof challenge>

const sent = { sms: 'in a text message to the number', email: 'in a mail to the address' } as const

const inTest = `In test mode the code ${testCode} is also accepted.`

function instructionsFor(
  method: ChallengeMethod,
  livemode: boolean,
  shown: Authorization | null,
): ChallengeInstructions {
  const channel = channelOf(method)
  if (channel !== null) {
    if (!livemode) return { text: `Nothing is sent in test mode: answer with the code ${testCode}.` }
    return { text: `Answer with the ${codeDigits} digits sent ${sent[channel]}.` }
  }
  const also = livemode ? '' : ` ${inTest}`
  if (shown === null) return { text: `The domain cannot be checked.${also}` }
  if (method === 'dns_txt') {
    const text = `Publish the TXT record, then answer without a code.${also}`
    return { text, recordName: shown.recordName, recordValue: shown.recordValue }
  }
  const text = `Serve the content at the page, without a redirect, then answer without a code.${also}`
  return { text, url: shown.url, content: shown.content }
}

/** The authorization that a challenge's domain has to publish; null for methods without a domain check. */
export function authorizationOf(authorizations: Authorizations, row: ChallengeRow): Authorization | null {
  const { consumer_id: consumerId, livemode, token, link } = row
  const subjectId = row.alias_id ?? row.claim_id
  if (token === null || link === null || subjectId === null) return null
  return authorizations({ consumerId, livemode, subjectId }, token, link)
}

export function challengeRecord(authorizations: Authorizations, row: ChallengeRow): ChallengeRecord {
  const method = readStored(challengeMethods, row.method, 'sms_code')
  return {
    id: encodeId('challenge', row.id),
    livemode: row.livemode,
    alias: row.alias_id && encodeId('alias', row.alias_id),
    claim: row.claim_id && encodeId('claim', row.claim_id),
    method,
    purpose: readStored(challengePurposes, row.purpose, 'prove'),
    status: readChallengeStatus(row),
    expiresAt: readMoment(row.expires_at),
    attemptsLeft: row.attempts_left,
    instructions: instructionsFor(method, row.livemode, authorizationOf(authorizations, row)),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  }
}
