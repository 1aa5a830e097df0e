import { label } from './spelling.ts'

const tones: Record<string, string> = {
  ACTIVE: 'good',
  ENABLED: 'good',
  DELIVERED: 'good',
  APPROVED: 'good',
  PENDING: 'wait',
  SUSPENDED: 'wait',
  EXHAUSTED: 'bad',
  AUTO_DISABLED: 'bad',
  REVOKED: 'bad',
  CLOSED: 'bad',
}

/** The state of a record: a word, and a colour beside it. */
export const Status = ({ value }: { value: string }) => (
  <span className={`status ${tones[value] ?? 'calm'}`}>{label(value)}</span>
)
