import { encodeId } from '../../kernel/id.ts'
import { readMoment, readStored } from '../../kernel/stored.ts'
import type { Authorization } from '../proofs/authorization.ts'
import {
  type ChallengeMethod,
  type ChallengePurpose,
  type ChallengeStatus,
  challengeMethods,
  challengePurposes,
  channelOf,
  codeDigits,
  readChallengeStatus,
  testCode,
} from './rules.ts'
import type { ChallengeRow } from './store.ts'

/** What to do about a challenge: a sentence, and what a program needs of it. */
export type ChallengeInstructions = {
  text: string
  /** The TXT record that is to be there. */
  recordName?: string
  recordValue?: string
  /** What the page is to answer with. */
  url?: string
  content?: string
}

export type ChallengeRecord = {
  id: string
  livemode: boolean
  alias: string | null
  claim: string | null
  method: ChallengeMethod
  purpose: ChallengePurpose
  status: ChallengeStatus
  expiresAt: Date
  attemptsLeft: number
  instructions: ChallengeInstructions
  createdAt: Date
  updatedAt: Date
}

const sent = { sms: 'in a text message to the number', email: 'in a mail to the address' } as const

const inTest = `In test mode the code ${testCode} will do.`

function instructionsFor(
  method: ChallengeMethod,
  livemode: boolean,
  shown: Authorization | null,
): ChallengeInstructions {
  const channel = channelOf(method)
  if (channel !== null) {
    if (!livemode) return { text: `Nothing is sent in test mode: answer with the code ${testCode}.` }
    return { text: `Answer with the ${codeDigits} digits that are sent ${sent[channel]}.` }
  }
  const also = livemode ? '' : ` ${inTest}`
  if (shown === null) return { text: `Nothing can be looked at.${also}` }
  if (method === 'dns_txt') {
    const text = `Make the TXT record, then answer without a code.${also}`
    return { text, recordName: shown.recordName, recordValue: shown.recordValue }
  }
  const text = `Let the page answer with the content, without a redirect, then answer without a code.${also}`
  return { text, url: shown.url, content: shown.content }
}

/** `shown` is what a domain has to show; null where nothing is looked at. */
export function challengeRecord(row: ChallengeRow, shown: Authorization | null): ChallengeRecord {
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
    instructions: instructionsFor(method, row.livemode, shown),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  }
}
