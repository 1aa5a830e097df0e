import type { Lacking } from '../../../database/engine.ts'
import type { Finding } from './finding.ts'

/** Reports the missing capabilities of the server. */
export function engineFinding(lacking: readonly Lacking[]): Omit<Finding, 'check'> {
  if (lacking.length === 0) return { state: 'good', found: 'has all required capabilities' }
  const isBad = lacking.some(({ instead }) => instead.startsWith('none:'))
  return {
    state: isBad ? 'bad' : 'warning',
    found: `lacks ${lacking.map(({ capability, instead }) => `${capability} (${instead})`).join('; ')}`,
    todo: isBad
      ? 'Use PostgreSQL, or a server that has these.'
      : 'Nothing, if you can do without: see docs/scaling.md.',
  }
}
