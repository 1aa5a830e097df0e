import { leastAheadMs } from '../../../database/partitions/rules.ts'
import { invocation } from '../../invocation.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000

/** Reports the time that the partitions of each table cover, in milliseconds, in each database. */
export function partitionsFinding(databases: readonly Record<string, number>[]): Omit<Finding, 'check'> {
  const tables = databases.flatMap((ahead) => Object.entries(ahead))
  const [table, least] = tables.reduce((first, next) => (next[1] < first[1] ? next : first))
  const days = Math.floor(least / dayMs)
  if (least >= leastAheadMs) return { state: 'good', found: `made for ${days} days ahead` }
  return {
    state: least <= 0 ? 'bad' : 'warning',
    found: least <= 0 ? `${table} has none for now: it takes no rows` : `${table} has them for ${days} days only`,
    todo: `Run: ${invocation()} migrate. A webhook worker makes them every hour: see what its log says of make-partitions.`,
  }
}
