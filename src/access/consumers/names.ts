import type { Database } from '../../database/orm.ts'
import { throwFromDatabase } from '../../database/violations.ts'
import type { Call, NamesRead } from '../../kernel/call.ts'
import { decodeId } from '../../kernel/id.ts'
import { type ConsumerRow, findConsumers, findTied } from './store.ts'

/** The id and name of another consumer; the id alone without a grant or request between the two. */
export type ConsumerName = { id: string; name: string | null; displayName: string | null }

type Deps = { db: Database }

/** Loads the names of consumers in batches. */
export function createConsumerNames({ db }: Deps) {
  async function named(
    ids: readonly string[],
    find: (uuids: string[]) => Promise<Pick<ConsumerRow, 'id' | 'name' | 'display_name'>[]>,
  ): Promise<(ConsumerName | null)[]> {
    const uuids = ids.map((id) => decodeId('consumer', id))
    const known = uuids.filter((uuid) => uuid !== null)
    const rows = known.length === 0 ? [] : await find([...new Set(known)]).catch(throwFromDatabase)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id, at) => {
      const row = byId.get(uuids[at] ?? '')
      if (uuids[at] === null) return null
      return { id, name: row?.name ?? null, displayName: row?.display_name ?? null }
    })
  }

  return {
    /** Loads the consumers that a record of the caller's refers to. */
    byIds: ({ namesRead = {} }: Pick<Call, 'namesRead'>, ids: readonly string[]) =>
      named(ids, async (uuids) => {
        const unread = uuids.filter((uuid) => !namesRead[uuid])
        const rows = unread.length === 0 ? [] : await findConsumers(db, unread)
        return [...rows, ...uuids.flatMap((uuid) => namesRead[uuid] ?? [])]
      }),

    /**
     * Loads the consumers that the caller refers to.
     *
     * INVARIANT (no directory): a name is returned only if a grant or a request ties the consumer to the caller. Every
     * other id has the same answer, with or without a consumer behind it.
     */
    tiedTo: ({ caller }: Call, ids: readonly string[]) => named(ids, (uuids) => findTied(db, caller, uuids)),
  }
}

/** Caches a name that was read with a change, for the answer. */
export function keepName({ namesRead }: Pick<Call, 'namesRead'>, row: NamesRead[string]): void {
  if (namesRead) namesRead[row.id] = row
}

export type ConsumerNames = ReturnType<typeof createConsumerNames>
