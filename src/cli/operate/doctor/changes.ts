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
      found: 'off: the engine does not order its transactions',
      todo: 'Nothing, unless you need the feed: GET /v1/changes answers 503.',
    }
  if (isForeign)
    return {
      state: 'bad',
      found: 'the database came from another cluster, and the feed needs a new epoch',
      todo: `Run: ${invocation()} migrate`,
    }
  if (blocker?.seconds === null)
    return {
      state: 'warning',
      found: `${blocker.who} has an open transaction, and this role may not see its age`,
      todo: 'Grant the role of the service pg_read_all_stats: an open transaction delays the feed.',
    }
  if (blocker)
    return {
      state: 'warning',
      found: `delayed for ${blocker.seconds} s by ${blocker.who}`,
      todo: 'End that transaction: it delays the feed.',
    }
  return { state: 'good', found: 'not delayed' }
}
