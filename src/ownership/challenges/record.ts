import { encodeId } from '../../kernel/id.ts'
import { readMoment, readStored } from '../../kernel/stored.ts'
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
export type ChallengeInstructions = { text: string }

export type ChallengeRecord = {
  id: string
  livemode: boolean
  alias: string | null
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

function instructionsFor(method: ChallengeMethod, livemode: boolean): ChallengeInstructions {
  if (!livemode) return { text: `Nothing is sent in test mode: answer with the code ${testCode}.` }
  return { text: `Answer with the ${codeDigits} digits that are sent ${sent[channelOf(method)]}.` }
}

export function challengeRecord(row: ChallengeRow): ChallengeRecord {
  const method = readStored(challengeMethods, row.method, 'sms_code')
  return {
    id: encodeId('challenge', row.id),
    livemode: row.livemode,
    alias: row.alias_id && encodeId('alias', row.alias_id),
    method,
    purpose: readStored(challengePurposes, row.purpose, 'prove'),
    status: readChallengeStatus(row),
    expiresAt: readMoment(row.expires_at),
    attemptsLeft: row.attempts_left,
    instructions: instructionsFor(method, row.livemode),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  }
}
