import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/walk.ts'
import { encodeId } from '../../kernel/id.ts'
import { type Keyring, type SealingPurpose, sealingPurposes } from '../../vault/keyring.ts'
import { sealedColumns } from '../rotation/sealed-value-store.ts'
import { holders } from './catalogue-store.ts'
import { countLeft, type Left, readKept, readSealed } from './left-store.ts'

const keptAtOnce = 500

function opens(keyring: Keyring, purpose: SealingPurpose, id: string, livemode: boolean, sealed: Buffer) {
  try {
    return keyring.open(purpose, id, livemode, sealed)
  } catch {
    return null
  }
}

/** Sealed values of an identity's rows, and whether the key ring opens them: the erasure's own list is not asked. */
async function sealedLeft(db: Database, keyring: Keyring, id: string): Promise<(Left & { opened: number })[]> {
  const found: (Left & { opened: number })[] = []
  for (const purpose of sealingPurposes)
    for (const column of sealedColumns(purpose)) {
      const holder = holders.find(({ table }) => table === column.table)
      if (!holder) continue
      const values = await readSealed(db, column, holder, id)
      const opened = values.filter((row) => opens(keyring, purpose, row.id, row.livemode, row.sealed) !== null)
      if (values.length > 0)
        found.push({ table: column.table, column: column.column, rows: values.length, opened: opened.length })
    }
  return found
}

/** Until when answers that are kept under an Idempotency-Key name the identity; null when none does. */
async function keptUntil(db: Database, keyring: Keyring, id: string): Promise<Date | null> {
  const name = encodeId('identity', id)
  let until: Date | null = null
  for await (const batch of walk((after) => readKept(db, id, after, keptAtOnce)))
    for (const { id: place, livemode, outcome, expires_at } of batch) {
      const opened = opens(keyring, 'idempotency', place, livemode, outcome)
      if (opened?.includes(name) && (until === null || expires_at > until)) until = expires_at
    }
  return until
}

/** What is left of an identity: columns that hold something, sealed ones opened, and answers that are kept. `id` is a uuid. */
export async function findLeft(db: Database, keyring: Keyring, id: string) {
  const columns: Left[] = []
  for (const holder of holders) columns.push(...(await countLeft(db, holder, id)))
  return { columns, sealed: await sealedLeft(db, keyring, id), keptUntil: await keptUntil(db, keyring, id) }
}
