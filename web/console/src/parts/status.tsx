import { label } from './spelling.ts'
import { fullDate } from './when.tsx'

const tones: Readonly<Record<string, readonly string[]>> = {
  good: ['ACTIVE', 'ENABLED', 'DELIVERED', 'APPROVED', 'MET', 'USABLE', 'READY', 'COMPLETED'],
  wait: ['WAITING', 'PENDING', 'PENDING_PROOF', 'ERASING', 'QUEUED', 'OPEN', 'AWAITING_SECOND_PROOF', 'SUSPENDED'],
  bad: ['EXHAUSTED', 'AUTO_DISABLED', 'REVOKED', 'FAILED'],
}

const toneOf = (value: string): string => Object.keys(tones).find((tone) => tones[tone]!.includes(value)) ?? 'calm'

/** A state in words; the time at its end is rendered separately. */
export const ToldStatus = ({ told: { tone, text, at } }: { told: { tone: string; text: string; at?: string } }) => (
  <span className={`status ${tone}`}>
    {text}
    {at && <time dateTime={at}>{fullDate(at)}</time>}
  </span>
)

/** The state of a record: a word, and a colour beside it. */
export const Status = ({ value }: { value: string }) => (
  <span className={`status ${toneOf(value)}`}>{label(value)}</span>
)
