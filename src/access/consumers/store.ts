import { sql } from 'kysely'
import { channels } from '../../database/listener.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import { inTurns, turnToShare, turnToWrite } from '../../database/turns.ts'
import type { Owner, QuotaOverrides } from '../../kernel/call.ts'
import { decodeId } from '../../kernel/id.ts'

const columns = [
  'id',
  'name',
  'display_name',
  'group_name',
  'attests',
  'limits',
  'suspended_at',
  'created_at',
  'updated_at',
] as const

export type ConsumerRow = Pick<RowOf<'consumer'>, (typeof columns)[number]>

const selectConsumers = (db: Database) => db.selectFrom('consumer').select(columns)

/** Reads consumers by id, in no order. */
export const findConsumers = (db: Database, ids: readonly string[]): Promise<ConsumerRow[]> =>
  selectConsumers(db).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()

export const findConsumerNamed = (db: Database, name: string): Promise<ConsumerRow | undefined> =>
  selectConsumers(db).where('name', '=', name).executeTakeFirst()

/** Finds a consumer by its id (`apc_…`) or its name. */
export async function findConsumer(db: Database, which: string): Promise<ConsumerRow | undefined> {
  const id = decodeId('consumer', which)
  if (id !== null) return (await findConsumers(db, [id]))[0]
  // PostgreSQL refuses text with a NUL, which no name has.
  return which.includes('\0') ? undefined : findConsumerNamed(db, which)
}

/** Returns those of the consumers that are the caller itself, have a grant of the caller's, or sent it a request. */
export async function findTied(
  db: Database,
  { consumerId, livemode }: Owner,
  ids: readonly string[],
): Promise<Pick<ConsumerRow, 'id' | 'name' | 'display_name'>[]> {
  const { rows } = await sql<ConsumerRow>`
    select c.id, c.name, c.display_name from unnest(${ids}::uuid[]) as q (id) join consumer c on c.id = q.id
    where c.id = ${consumerId}
      or exists (select from consent_grant g
        where g.owner_id = ${consumerId} and g.consumer_id = c.id and g.livemode = ${livemode})
      or exists (select from consent_request r
        where r.owner_id = ${consumerId} and r.consumer_id = c.id and r.livemode = ${livemode})`.execute(db)
  return rows
}

/** Returns some of all consumers, oldest first, after `after` (a uuid). */
export async function listConsumers(db: Database, after: string | null, limit: number): Promise<ConsumerRow[]> {
  const { rows } = await sql<ConsumerRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from consumer
    where ${after}::uuid is null or (created_at, id) > (select created_at, id from consumer where id = ${after})
    order by created_at, id limit ${limit}`.execute(db)
  return rows
}

/** Locks the consumer. New records may still refer to it. */
export const lockConsumer = (db: Database, id: string): Promise<ConsumerRow | undefined> =>
  selectConsumers(db)
    .innerJoin(turnToWrite('consumer', 'consumer.id').as('turn'), (join) => join.onTrue())
    .where('id', '=', id)
    .forNoKeyUpdate('consumer')
    .executeTakeFirst()

/** @returns undefined if another consumer has the name */
export const insertConsumer = (
  db: Database,
  consumer: { id: string; name: string; display_name: string | null },
): Promise<ConsumerRow | undefined> =>
  db
    .insertInto('consumer')
    .values(consumer)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(columns)
    .executeTakeFirst()

export type ConsumerChange = Partial<Pick<ConsumerRow, 'name' | 'display_name' | 'group_name' | 'attests'>> & {
  limits?: QuotaOverrides | null
  isSuspended?: boolean
}

/** Changes a locked consumer, and notifies every node of its keys when the transaction commits. */
export async function updateConsumer(
  db: Database,
  id: string,
  { limits, isSuspended, ...named }: ConsumerChange,
): Promise<ConsumerRow> {
  const row = await db
    .updateTable('consumer')
    .set({
      ...named,
      ...(limits === undefined ? {} : { limits: limits && (JSON.stringify(limits) as never) }),
      ...(isSuspended === undefined ? {} : { suspended_at: isSuspended ? sql<Date>`now()` : null }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await sql`select pg_notify(${channels.consumers}, ${id})`.execute(db)
  return row
}

type SharedConsumer = { id: string; isSuspended: boolean; attests: boolean }

/** Reads consumers by id, locked: none is suspended before the transaction ends. */
export async function shareConsumers(db: Database, ids: readonly string[]): Promise<Map<string, SharedConsumer>> {
  const { rows } = await sql<SharedConsumer>`
    select c.id, c.suspended_at is not null as "isSuspended", c.attests
    from ${inTurns(turnToShare, 'consumer', ids)} as q join consumer c on c.id = q.id
    order by c.id for share of c`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
