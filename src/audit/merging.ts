import { decodeId, kindOf } from '../kernel/id.ts'
import type { Page, RecordPage } from '../kernel/page.ts'

type Placed = { id: string; at: Date }

const uuidOf = (id: string): string => decodeId(kindOf(id)!, id)!

/** Where an entry stands in a list of several kinds. */
export const placeOf = ({ id, at }: Placed): { id: string; made: string } => ({
  id: uuidOf(id),
  made: at.toISOString(),
})

/** The newest first; of one moment by id, as the database compares uuids. */
const inOrder = (a: Placed, b: Placed): number =>
  b.at.getTime() - a.at.getTime() || (uuidOf(a.id) < uuidOf(b.id) ? 1 : -1)

/** One page of two lists that were read behind the same place, each at the length of the page. */
export function mergePages<R extends Placed>(one: RecordPage<R>, other: RecordPage<R>, page: Page): RecordPage<R> {
  const all = [...one.records, ...other.records].sort(inOrder)
  const { limit, direction } = page
  return {
    records: direction === 'after' ? all.slice(0, limit) : all.slice(-limit),
    hasMore: all.length > limit || one.hasMore || other.hasMore,
  }
}
