import { readStored } from '../../kernel/stored.ts'

export const challengeMethods = ['sms_code', 'email_code', 'dns_txt', 'well_known'] as const
export type ChallengeMethod = (typeof challengeMethods)[number]

/** Effects of meeting a challenge. A code serves one of them. */
export const challengePurposes = ['prove', 'claim', 'contest'] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

export const challengeStatuses = ['pending', 'met', 'failed', 'expired'] as const
export type ChallengeStatus = (typeof challengeStatuses)[number]

export const attemptLimit = 5
/** Domain checks of one consumer that may run at once in a process. */
export const looksUnderWay = 8
export const codeDigits = 8
/** The code that meets a challenge in test mode, where nothing is sent. */
export const testCode = '000000'

/** Transport of a code. */
export type Channel = 'sms' | 'email'
const channels: Partial<Record<ChallengeMethod, Channel>> = { sms_code: 'sms', email_code: 'email' }
/** Null for methods that send no code. */
export const channelOf = (method: ChallengeMethod): Channel | null => channels[method] ?? null

const methodsByType: Readonly<Record<string, readonly ChallengeMethod[]>> = {
  phone: ['sms_code'],
  email: ['email_code'],
}

/** Splits a link into its host and path. Null for a code that is registered here alone. */
export function linkParts(value: string): { host: string; path: string; isBare: boolean } | null {
  const url = value.startsWith('https://') ? URL.parse(value) : null
  if (url === null) return null
  const path = url.pathname.replace(/\/+$/, '')
  return { host: url.hostname, path, isBare: path === '' && url.search === '' }
}

/**
 * Methods that prove control of an alias; none for a name that is only registered here.
 *
 * INVARIANT (a host is no page): control of a host proves the link that is the host alone, by DNS or below it; a page
 * of it is proved below its own path.
 */
export function methodsFor(type: string, value: string): readonly ChallengeMethod[] {
  if (type !== 'payment_link') return methodsByType[type] ?? []
  const link = linkParts(value)
  if (link === null) return []
  return link.isBare ? ['dns_txt', 'well_known'] : ['well_known']
}

/** A pending challenge past its end reads as expired. INVARIANT (fail closed): an unknown status is closed. */
export function readChallengeStatus({ status, ran_out }: { status: string; ran_out: boolean | null }): ChallengeStatus {
  const stored = readStored(challengeStatuses, status, 'failed')
  return stored === 'pending' && ran_out !== false ? 'expired' : stored
}

/** State of a pending challenge after an answer. */
export function answered(attemptsLeft: number, isRight: boolean): { status: ChallengeStatus; attemptsLeft: number } {
  if (isRight) return { status: 'met', attemptsLeft }
  const left = attemptsLeft - 1
  return { status: left > 0 ? 'pending' : 'failed', attemptsLeft: left }
}

/** `+1 555 01xx`: fictional numbers in every area code (555-0100 to 555-0199), and 555-01xx by itself. */
const samplePhone = /^\+1(?:\d{3}55501\d{2}|55501\d{2,5})$/
const sampleDomains = new Set(['example.com', 'example.net', 'example.org'])

/** Published sample values that belong to nobody (NANP's fictional numbers, RFC 2606). */
export function isSample(type: string, value: string): boolean {
  if (type === 'phone') return samplePhone.test(value)
  if (type === 'email') return sampleDomains.has(value.slice(value.lastIndexOf('@') + 1))
  return type === 'payment_link' && sampleDomains.has(URL.parse(value)?.hostname ?? '')
}

/** At most `most` in `seconds`. */
export type Cap = { readonly seconds: number; readonly most: number }

const hour = 3_600
const day = 86_400

/** Wrong answers. */
export const wrongCaps = { receiver: { seconds: day, most: 10 }, consumer: { seconds: day, most: 50 } } as const

/** Codes sent to one receiver, by all consumers. */
export const receiverCaps: readonly Cap[] = [
  { seconds: hour, most: 5 },
  { seconds: day, most: 10 },
]

/** Codes of a claim's contest. */
export const contestCap: Cap = { seconds: day, most: 3 }

export const consumerCap = (most: number): Cap => ({ seconds: day, most })
/** Codes of one consumer to one country calling code. */
export const countryConsumerCap = (most: number): Cap => ({ seconds: hour, most })
/** The window in which a calling code's codes are counted, of all consumers together. */
export const countrySeconds = hour

/**
 * Codes that all consumers sent to one calling code within the hour, this code included: `own` is the caller's number,
 * `parties` the number of consumers.
 *
 * INVARIANT (no silencing): above the limit only a consumer that has had its equal share is withheld, so no consumer
 * blocks another's codes.
 */
export function isOverShare({ total, parties, own }: { total: number; parties: number; own: number }, limit: number) {
  const isReached = total > limit
  return { isReached, isWithheld: isReached && own - 1 >= limit / parties }
}
