import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { encodeId } from '../../kernel/id.ts'
import type { BoundKind } from '../../registry/binding.ts'
import type { Keyring, SealingPurpose } from '../keyring.ts'
import { UnknownKey } from '../seal.ts'
import { readBound, type SealedColumn, sealedColumns } from './sealed-value-store.ts'

const batchSize = 1_000

/**
 * Bound values of rows that a look-up can reach. Only the opener can check addresses that are sealed to a public key.
 */
const boundPurposes = ['mark', 'projection', 'address'] as const satisfies readonly SealingPurpose[]

/** `broken` are public ids, each once. A walk that ran out of time is incomplete. */
export type BindingReport = { looked: number; broken: string[]; isWhole: boolean }

const live: Record<string, ReturnType<typeof sql<boolean>>> = {
  alias: sql<boolean>`t.status = 'registered'`,
  endpoint: sql<boolean>`t.removed_at is null`,
}

function isBound(keyring: Keyring, purpose: SealingPurpose, record: string, livemode: boolean, sealed: Buffer | null) {
  if (sealed === null) return false
  try {
    keyring.open(purpose, record, livemode, sealed)
    return true
  } catch (error) {
    return error instanceof UnknownKey
  }
}

/** Checks registered aliases and endpoints against their seals; no value is kept or shown. */
export async function findBroken(db: Database, keyring: Keyring, forMs: number): Promise<BindingReport> {
  const until = performance.now() + forMs
  const broken = new Set<string>()
  let looked = 0
  async function look(purpose: SealingPurpose, column: SealedColumn): Promise<boolean> {
    const kind = column.table as BoundKind
    for await (const rows of walk((after) => readBound(db, column, live[kind]!, after, batchSize))) {
      for (const { id, record, livemode, sealed } of rows) {
        const isForeign = purpose === 'address' && sealed?.[0] === 2
        if (!isForeign && !isBound(keyring, purpose, record, livemode, sealed)) broken.add(encodeId(kind, id))
      }
      looked += rows.length
      if (performance.now() > until) return false
    }
    return true
  }
  for (const purpose of boundPurposes)
    for (const column of sealedColumns(purpose))
      if (!(await look(purpose, column))) return { looked, broken: [...broken], isWhole: false }
  return { looked, broken: [...broken], isWhole: true }
}
