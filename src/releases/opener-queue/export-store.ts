import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'

export type OwnedEndpoint = {
  id: string
  livemode: boolean
  identity_id: string
  type: string
  capabilities: unknown
  address: Buffer
}

/** The next endpoints of an owner that have an address, after the row `after`. */
export async function readOwnedEndpoints(
  db: Database,
  { consumerId, livemode }: Owner,
  { after, limit }: { after: string | null; limit: number },
): Promise<OwnedEndpoint[]> {
  const { rows } = await sql<OwnedEndpoint>`
    select e.id, e.livemode, e.identity_id, e.type, e.capabilities, e.address
    from endpoint e join identity i on i.id = e.identity_id
    where i.consumer_id = ${consumerId} and e.livemode = ${livemode} and e.removed_at is null and e.address is not null
      and (${after}::uuid is null or e.id > ${after}::uuid)
    order by e.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, address: Buffer.from(row.address) }))
}
