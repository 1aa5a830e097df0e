import { label } from './spelling.ts'
import { fullDate } from './when.tsx'

const tones: Record<string, string> = {
  ACTIVE: 'good',
  ENABLED: 'good',
  DELIVERED: 'good',
  APPROVED: 'good',
  MET: 'good',
  USABLE: 'good',
  READY: 'good',
  WAITING: 'wait',
  COMPLETED: 'good',
  PENDING: 'wait',
  PENDING_PROOF: 'wait',
  ERASING: 'wait',
  QUEUED: 'wait',
  OPEN: 'wait',
  AWAITING_SECOND_PROOF: 'wait',
  SUSPENDED: 'wait',
  EXHAUSTED: 'bad',
  AUTO_DISABLED: 'bad',
  REVOKED: 'bad',
  CLOSED: 'calm',
  FAILED: 'bad',
}

/** A state in words; the time at its end is rendered separately. */
export const ToldStatus = ({ told: { tone, text, at } }: { told: { tone: string; text: string; at?: string } }) => (
  <span className={`status ${tone}`}>
    {text}
    {at && <time dateTime={at}>{fullDate(at)}</time>}
  </span>
)

/** The state of a record: a word, and a colour beside it. */
export const Status = ({ value }: { value: string }) => (
  <span className={`status ${tones[value] ?? 'calm'}`}>{label(value)}</span>
)
