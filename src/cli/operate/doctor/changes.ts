import type { Database } from '../../../database/orm.ts'
import { type Blocker, findBlocker, hasOrder, isForeignEpoch } from '../../../registry/changes/epoch-store.ts'
import { invocation } from '../../invocation.ts'
import type { Finding } from './finding.ts'

/** Limit for open transactions: writes of the service take less than a second. */
const blockerSeconds = 10

export type FeedHealth = { isOn: boolean; isForeign: boolean; blocker: Blocker | null }

export async function readFeedHealth(db: Database): Promise<FeedHealth> {
  if (!(await hasOrder(db))) return { isOn: false, isForeign: false, blocker: null }
  return { isOn: true, isForeign: await isForeignEpoch(db), blocker: await findBlocker(db, blockerSeconds) }
}

/** Reports transactions that delay the changes feed, and cursors of another cluster. */
export function changesFinding({ isOn, isForeign, blocker }: FeedHealth): Omit<Finding, 'check'> {
  if (!isOn)
    return {
      state: 'warning',
      found: 'off: the engine does not number its transactions in one order',
      todo: 'Nothing, if nobody follows changes: GET /v1/changes answers 503.',
    }
  if (isForeign)
    return {
      state: 'bad',
      found: 'the database came from another cluster, and the feed waits for an epoch of its own',
      todo: `Run: ${invocation()} migrate`,
    }
  if (blocker?.seconds === null)
    return {
      state: 'warning',
      found: `${blocker.who} has a transaction open, and this role may not see for how long`,
      todo: 'Grant the role of the service pg_read_all_stats: while that transaction is open, nothing younger is told.',
    }
  if (blocker)
    return {
      state: 'warning',
      found: `held back for ${blocker.seconds} s by ${blocker.who}`,
      todo: 'End that transaction: nothing younger is told before.',
    }
  return { state: 'good', found: 'nothing holds it back' }
}
