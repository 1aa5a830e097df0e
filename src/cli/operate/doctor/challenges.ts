import type { SendFacts } from '../../../ownership/senders/store.ts'
import type { Finding } from './finding.ts'

/** A code is sent within a second; a worker looks for unsent ones every ten seconds. */
const lateSeconds = 60

/** Reports the outcome of sending the challenge codes of the last hour, by method. */
export function challengesFinding(facts: readonly SendFacts[]): Omit<Finding, 'check'> {
  const failing = facts.filter(({ failed }) => failed > 0)
  if (failing.length > 0)
    return {
      state: 'warning',
      found: `codes of the last hour that could not be sent: ${failing.map(({ method, failed, sent }) => `${failed} of ${failed + sent} by ${method}`).join(', ')}`,
      todo: 'Check that the mail server or the gateway is reachable and accepts the credentials: no caller sees this failure.',
    }
  if (facts.some(({ waiting }) => waiting > lateSeconds))
    return {
      state: 'warning',
      found: 'codes have waited for more than a minute',
      todo: 'Check that the service or a worker runs with the configured sender.',
    }
  const sent = facts.reduce((sum, one) => sum + one.sent, 0)
  return { state: 'good', found: `${sent} codes sent in the last hour, none failed` }
}
