import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { encodeId } from '../../kernel/id.ts'
import { type Keyring, type SealingPurpose, sealingPurposes } from '../../vault/keyring.ts'
import { sealedColumns } from '../../vault/rotation/sealed-value-store.ts'
import { holders } from './catalogue-store.ts'
import { countLeft, type Left, readKept, readSealed } from './residue-store.ts'

const keptAtOnce = 500

function opens(keyring: Keyring, purpose: SealingPurpose, record: string, livemode: boolean, sealed: Buffer) {
  try {
    return keyring.open(purpose, record, livemode, sealed)
  } catch {
    return null
  }
}

/**
 * Sealed values of the rows of identities, and whether the key ring opens them. It reads all sealed columns,
 * independent of the erasure's own list.
 */
async function sealedLeft(
  db: Database,
  keyring: Keyring,
  ids: readonly string[],
): Promise<(Left & { opened: number })[]> {
  const found: (Left & { opened: number })[] = []
  for (const purpose of sealingPurposes)
    for (const column of sealedColumns(purpose)) {
      const holder = holders.find(({ table }) => table === column.table)
      if (!holder) continue
      const values = await readSealed(db, column, holder, ids)
      const opened = values.filter((row) => opens(keyring, purpose, row.record, row.livemode, row.sealed) !== null)
      if (values.length > 0)
        found.push({ table: column.table, column: column.column, rows: values.length, opened: opened.length })
    }
  return found
}

/** The time until which answers cached under an Idempotency-Key name one of the identities; null without any. */
async function keptUntil(db: Database, keyring: Keyring, ids: readonly string[]): Promise<Date | null> {
  const names = new Set(ids.map((id) => encodeId('identity', id)))
  const isNamed = (opened: Buffer) =>
    opened
      .toString()
      .match(/idn_\w+/g)
      ?.some((name) => names.has(name))
  let until: Date | null = null
  for await (const batch of walk((after) => readKept(db, ids, after, keptAtOnce)))
    for (const { id: place, livemode, outcome, expires_at } of batch) {
      const opened = opens(keyring, 'idempotency', place, livemode, outcome)
      if (opened && isNamed(opened) && (until === null || expires_at > until)) until = expires_at
    }
  return until
}

/** Residue of identities: columns with data, sealed ones opened, and cached answers. `ids` are uuids. */
export async function findLeft(db: Database, keyring: Keyring, ids: readonly string[]) {
  const columns: Left[] = []
  for (const holder of holders) columns.push(...(await countLeft(db, holder, ids)))
  return { columns, sealed: await sealedLeft(db, keyring, ids), keptUntil: await keptUntil(db, keyring, ids) }
}
