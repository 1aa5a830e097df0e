import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import type { IdentityOwned } from '../../registry/record-store.ts'

export type PayeeNameRow = RowOf<'payee_name'>

/** The names of each identity of the owner's. */
export const payeeNamesOf = ({ consumerId, livemode }: Owner): Listing => ({
  table: 'payee_name',
  kind: 'payeeName',
  belongs: sql<boolean>`t.identity_id = q.id and t.livemode = ${livemode}
    and exists (select 1 from identity i where i.id = q.id and i.consumer_id = ${consumerId})`,
})

/** Counts the identity's names. If the caller has locked the identity, the count holds until the commit. */
export async function countPayeeNames(db: Database, identityId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payee_name')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('identity_id', '=', identityId)
    .executeTakeFirstOrThrow()
  return count
}

export type NewPayeeName = { id: string; livemode: boolean; identity_id: string; kind: string; sealed: Buffer }

/** Records the time of a change of names, which assurance shows. */
const noteChange = (db: Database, identityId: string) =>
  db.updateTable('identity').set({ payee_names_changed_at: sql<Date>`now()` }).where('id', '=', identityId).execute()

/** Requires a lock of the caller's on the identity, like a removal. */
export async function insertPayeeName(db: Database, name: NewPayeeName): Promise<PayeeNameRow> {
  const row = await db.insertInto('payee_name').values(name).returningAll().executeTakeFirstOrThrow()
  await noteChange(db, row.identity_id)
  return row
}

/** Reads those of these names whose identities are the owner's. */
export const findPayeeNames = (db: Database, owner: Owner, ids: readonly string[]): Promise<PayeeNameRow[]> =>
  db
    .selectFrom('payee_name')
    .innerJoin('identity', 'identity.id', 'payee_name.identity_id')
    .selectAll('payee_name')
    .where(sql<boolean>`payee_name.id = any(${ids}::uuid[])`)
    .where('identity.consumer_id', '=', owner.consumerId)
    .where('identity.livemode', '=', owner.livemode)
    .execute()

/** @returns true if it existed */
export async function deletePayeeName(db: Database, { id, identity_id }: IdentityOwned): Promise<boolean> {
  const name = db.deleteFrom('payee_name').where('id', '=', id).where('identity_id', '=', identity_id)
  const row = await name.returning('id').executeTakeFirst()
  if (row) await noteChange(db, identity_id)
  return row !== undefined
}

/** Records that a name is attested, sealed with that basis. The row is locked. @returns the time of the change */
export async function attestPayeeName(db: Database, id: string, sealed: Buffer): Promise<Date> {
  const name = db.updateTable('payee_name').set({ basis: 'attested', sealed, updated_at: sql<Date>`now()` })
  return (await name.where('id', '=', id).returning('updated_at').executeTakeFirstOrThrow()).updated_at
}

/** Locks a name of any owner, and reads it with that owner: for the operator alone. */
export const lockAnyPayeeName = (
  db: Database,
  id: string,
): Promise<(PayeeNameRow & { consumer_id: string }) | undefined> =>
  db
    .selectFrom('payee_name')
    .innerJoin('identity', 'identity.id', 'payee_name.identity_id')
    .selectAll('payee_name')
    .select('identity.consumer_id')
    .where('payee_name.id', '=', id)
    .forUpdate('payee_name')
    .executeTakeFirst()
