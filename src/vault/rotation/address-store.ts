import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { type BoundValue, readValues, type SealedColumn, sealedColumns } from './sealed-value-store.ts'

/** Key that sealed an address: `keyring`, the id of an address key, or `unknown`. */
export type Sealer = string

/** `record` is the text that the address is bound to. */
export type SealedAddress = BoundValue & { sealer: Sealer }

export const [addressColumn] = sealedColumns('address') as readonly [SealedColumn]

/** Version 1 is the key ring's; version 2 names an address key in the next 16 bytes. */
const sealer = sql<Sealer>`case substring(t.address from 1 for 1)
  when '\\x01'::bytea then 'keyring' when '\\x02'::bytea then encode(substring(t.address from 2 for 16), 'hex')
  else 'unknown' end`

/** Counts the addresses by the key that sealed them. */
export async function countAddresses(db: Database): Promise<Record<Sealer, number>> {
  const { rows } = await sql<{ sealer: Sealer; count: number }>`
    select ${sealer} as sealer, count(*)::int as count from endpoint t
    where t.address is not null group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ sealer, count }) => [sealer, count]))
}

/**
 * The next addresses of some sealers, after the row `after`, locked if `lock` is true. Those that a request has locked
 * are skipped then, which prevents a deadlock; a later pass finds them.
 */
export const readAddresses = (
  db: Database,
  { after, limit, lock = false }: { after: string; limit: number; lock?: boolean },
  sealers: readonly Sealer[],
): Promise<SealedAddress[]> =>
  readValues<SealedAddress>(
    db,
    addressColumn,
    sql`where t.address is not null and t.id > ${after}::uuid
      and ${sealer} = any(${sealers}::text[])
    order by t.id limit ${limit} ${lock ? sql`for no key update of t skip locked` : sql``}`,
    sql`, ${sealer} as sealer`,
  )
