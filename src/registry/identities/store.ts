import { type RawBuilder, sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import { every } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import { eachOf, type Listing } from '../../database/pages.ts'
import { turnToWrite } from '../../database/turns.ts'
import type { Owner } from '../../kernel/call.ts'
import { present } from '../../kernel/input.ts'
import type { NoteColumns } from '../notes/sealing.ts'
import { filtered, refusingTaken, type StoredFilter } from '../record-store.ts'
import type { storedIdentityFilter } from './input.ts'
import { type StoredSettings, settingColumns, textColumns } from './record.ts'
import { foldedOf, identityStatuses } from './rules.ts'

/*
 * INVARIANT (ownership): every read and every lock of the control plane names its owner: here, and in the stores of
 * aliases, endpoints, grants, requests, keys and webhooks. A row of another owner or environment is the same
 * `undefined` as an absent one.
 */

/** All columns of an identity except its snapshot, which resolve alone reads. */
export const identityColumns = [
  'id',
  'livemode',
  'consumer_id',
  'type',
  'status',
  'primary_alias_id',
  ...settingColumns,
  'external_reference',
  'reference_hash',
  'metadata',
  'created_at',
  'updated_at',
  'erasing_at',
  'erased_at',
] as const

const ownIdentities = (db: Database, owner: Owner) =>
  db
    .selectFrom('identity')
    .select(identityColumns)
    .where('consumer_id', '=', owner.consumerId)
    .where('livemode', '=', owner.livemode)

const ownIdentity = (db: Database, owner: Owner, id: string) => ownIdentities(db, owner).where('id', '=', id)

export const findIdentity = (db: Database, owner: Owner, id: string) => ownIdentity(db, owner, id).executeTakeFirst()

/** Locks the identity to the end of the transaction: the first lock of every write below it, so none can deadlock. */
export const lockIdentity = (db: Database, owner: Owner, id: string) =>
  ownIdentity(db, owner, id)
    .innerJoin(turnToWrite('identity', 'identity.id').as('turn'), (join) => join.onTrue())
    .modifyFront(sql`/* identity-lock */`)
    .forNoKeyUpdate('identity')
    .executeTakeFirst()

/**
 * Reads a record of the owner's with its identity, both after the identity is locked. @throws SignpostError resource_missing
 */
export const lockBelow =
  <Row extends { identity_id: string }>(find: (db: Database, owner: Owner, ids: readonly string[]) => Promise<Row[]>) =>
  async (db: Database, owner: Owner, id: string): Promise<{ identity: IdentityRow; row: Row }> => {
    const [found] = await find(db, owner, [id])
    const identity = present(await lockIdentity(db, owner, present(found).identity_id))
    const [row] = await find(db, owner, [id])
    return { identity, row: present(row) }
  }

/** Reads identities of one owner by id, in no order; those of others are left out. */
export const findIdentities = (db: Database, owner: Owner, ids: readonly string[]) =>
  ownIdentities(db, owner).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()

export type IdentityRow = NonNullable<Awaited<ReturnType<typeof lockIdentity>>>

/** The status of an identity for others: while its consumer is suspended it is not active. */
export const shownStatus = (identity: string, consumer: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${consumer}.suspended_at`)} is not null and ${sql.ref(`${identity}.status`)} = 'active'
    then 'suspended' else ${sql.ref(`${identity}.status`)} end`

/** Returns the active ones among identities of any owner: they decide whether a grantee is notified. */
export async function findActiveIdentities(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('identity')
    .innerJoin('consumer', 'consumer.id', 'identity.consumer_id')
    .select('identity.id')
    .where(sql<boolean>`identity.id = any(${ids}::uuid[])`)
    .where(shownStatus('identity', 'consumer'), '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Sorts after every text with the same beginning, in byte order. */
const lastLetter = '\u{10ffff}'

/** The greatest number of names to sort; more common beginnings are found soon in the order of the list. */
const fewNames = 1_000

/**
 * Chooses between two plans for a beginning of names: few names are read from the index of names, many in the order of
 * the list. It counts first: a plan made before the text is known treats every beginning as a common one, and reads all
 * the owner's identities for a rare one.
 */
function beginningWith({ consumerId, livemode }: Owner, beginning: string): RawBuilder<boolean>[] {
  const begins = (row: string) =>
    sql<boolean>`${sql.ref(`${row}.display_name_folded`)} ~>=~ ${beginning}
      and ${sql.ref(`${row}.display_name_folded`)} ~<~ ${beginning + lastLetter}`
  const found = sql`select r.id from identity r where r.consumer_id = ${consumerId} and r.livemode = ${livemode}
    and ${begins('r')} limit ${fewNames + 1}`
  const count = sql`(select count(*) from (${found}) counted)`
  return [
    sql<boolean>`t.id = any(array(${found})) and ${count} <= ${fewNames}`,
    sql<boolean>`${begins('t')} and ${count} > ${fewNames}`,
  ]
}

/** The identities of the owner that meet the filter. */
export function identitiesOf(
  { consumerId, livemode }: Owner,
  filter: StoredFilter & ReturnType<typeof storedIdentityFilter>,
): Listing {
  const { type, status, alias, beginning } = filter
  // Without a filter all rows are read unchanged: an invalid status must not hide its identity.
  const isFiltered = type !== null || status !== null
  return {
    table: 'identity_record',
    kind: 'identity',
    belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`,
    shown: every([
      ...(type === null ? [] : [sql<boolean>`t.type = ${type}`]),
      ...(alias === null
        ? []
        : [
            sql<boolean>`t.id = (select a.identity_id from alias a where a.consumer_id = ${consumerId}
              and a.livemode = ${livemode} and a.type = ${alias.type} and a.value = ${alias.value}
              and a.status = 'registered' and a.released_at is null limit 1)`,
          ]),
      ...(beginning === null || status === null ? [] : [sql<boolean>`t.status = ${status}`]),
      ...filtered(filter),
    ]),
    ...(isFiltered && { anyOf: eachOf('t.status', identityStatuses, status) }),
    ...(beginning !== null && { anyOf: beginningWith({ consumerId, livemode }, beginning) }),
  }
}

/** Adds the folded name. */
export const withFolded = <Columns extends StoredSettings>(columns: Columns) => ({
  ...columns,
  display_name_folded: foldedOf(columns.display_name),
})

export function insertIdentity(
  db: Database,
  identity: Pick<IdentityRow, 'id' | 'livemode' | 'consumer_id' | 'type'> & StoredSettings & NoteColumns,
): Promise<IdentityRow> {
  return refusingTaken(
    db.insertInto('identity').values(withFolded(identity)).returning(identityColumns).executeTakeFirstOrThrow(),
  )
}

/** The caller has locked the identity, as for every change below. */
export function updateIdentity(
  db: Database,
  id: string,
  change: StoredSettings & Partial<NoteColumns> & { status?: string },
): Promise<IdentityRow> {
  return refusingTaken(
    db
      .updateTable('identity')
      .set({ ...withFolded(change), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(identityColumns)
      .executeTakeFirstOrThrow(),
  )
}

/**
 * Begins to erase an identity that the caller has locked, and closed with all its records: the personal data of its own
 * row goes at once.
 */
export function beginErasure(db: Database, id: string): Promise<IdentityRow> {
  return db
    .updateTable('identity')
    .set({
      status: 'closed',
      ...Object.fromEntries(textColumns.map((column) => [column, null])),
      display_name_folded: null,
      external_reference: null,
      reference_hash: null,
      metadata: null,
      erasing_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(identityColumns)
    .executeTakeFirstOrThrow()
}

export async function updatePrimaryAlias(db: Database, id: string, aliasId: string | null): Promise<void> {
  await db
    .updateTable('identity')
    .set({ primary_alias_id: aliasId, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Ends the grants on a locked, closed identity. @returns the grants and their grantees */
export async function revokeGrantsOn(db: Database, id: string): Promise<{ id: string; consumer_id: string }[]> {
  const at = await readTime(db)
  return db
    .updateTable('consent_grant')
    .set({ status: 'revoked', revoked_at: sql<Date>`coalesce(revoked_at, now())`, updated_at: sql<Date>`now()` })
    .where('identity_id', '=', id)
    .where('status', '=', 'active')
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`${at}::timestamptz`)]),
    )
    .returning(['id', 'consumer_id'])
    .execute()
}
