import type { Database } from '../../database/orm.ts'
import { fromDatabase } from '../../database/violations.ts'
import { encodeId } from '../../kernel/id.ts'
import { readStored } from '../../kernel/stored.ts'
import { verifications } from '../../registry/aliases/record.ts'
import { type AssuranceRow, readAssurance } from './store.ts'

/** Either an endpoint of those that are shown, or the payee's names. */
export type AssuranceChange = { endpoint: string | null; payeeNames: true | null; days: number }

/** What a payer may want to know before it pays. Days are whole. */
export type Assurance = {
  alias: { verification: (typeof verifications)[number]; days: number; transferred: boolean }
  identity: { days: number }
  /** Of the last 30 days, the latest first. */
  changed: AssuranceChange[]
}

/** What was resolved. `aliasId` is a uuid, and so are the endpoints' ids; it is as the caller was shown it. */
export type Assurable = { aliasId: string; shown: { readonly ids: readonly string[] } }

function assuranceOf(row: AssuranceRow, { shown }: Assurable): Assurance {
  const changed = row.changed
    .filter(([id]) => shown.ids.includes(id))
    .map(([id, days]): AssuranceChange => ({ endpoint: encodeId('endpoint', id), payeeNames: null, days }))
  if (row.names_days !== null) changed.push({ endpoint: null, payeeNames: true, days: row.names_days })
  return {
    alias: {
      verification: readStored(verifications, row.verification, 'none'),
      days: row.alias_days,
      transferred: row.transferred,
    },
    identity: { days: row.identity_days },
    changed: changed.toSorted((a, b) => a.days - b.days),
  }
}

/**
 * What is known of aliases that the caller was shown: for callers that ask, in one statement whatever their number.
 *
 * INVARIANT (behind the verdict): it is asked of resolved records alone, and tells of no endpoint that these do not show.
 */
export function createAssurance(db: Database) {
  return async (records: readonly Assurable[]): Promise<Assurance[]> => {
    if (records.length === 0) return []
    const aliases = [...new Set(records.map(({ aliasId }) => aliasId))]
    const endpoints = new Set(records.flatMap(({ shown }) => shown.ids))
    const rows = await readAssurance(db, aliases, [...endpoints]).catch((error) => {
      throw fromDatabase(error)
    })
    const found = new Map(rows.map((row) => [row.alias_id, row]))
    return records.map((record) => assuranceOf(found.get(record.aliasId)!, record))
  }
}

export type Assure = ReturnType<typeof createAssurance>
