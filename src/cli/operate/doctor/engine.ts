import type { MissingCapability } from '../../../database/engine.ts'
import type { Finding } from './finding.ts'

/** Reports the missing capabilities of the server. */
export function engineFinding(lacking: readonly MissingCapability[]): Omit<Finding, 'check'> {
  if (lacking.length === 0) return { state: 'good', found: 'has all required capabilities' }
  const isBad = lacking.some(({ fallback }) => fallback.startsWith('none:'))
  return {
    state: isBad ? 'bad' : 'warning',
    found: `lacks ${lacking.map(({ capability, fallback }) => `${capability} (${fallback})`).join('; ')}`,
    todo: isBad
      ? 'Use PostgreSQL, or a server that has these.'
      : 'Nothing, if you can do without: see docs/how-to/scaling.md.',
  }
}
