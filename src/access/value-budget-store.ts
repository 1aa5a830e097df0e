import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { runPrepared } from '../database/prepared.ts'
import type { Budgets } from './value-budget.ts'

/** One row of a caller's budget: what a value is asked of, and the value, both as keyed hashes. */
export type Spending = { target: Buffer; value: string }

/** So many different values in so many seconds. */
export type Budget = { readonly values: number; readonly seconds: number }

/**
 * Spends a value of each budget, all in one statement at the primary: nothing is remembered by a process. A value that was
 * asked within the budget's time is free, and writes nothing. Consumers of one group share a budget. The targets must differ.
 *
 * INVARIANT (budget): whatever is concurrent, no budget ever admits a value too many: its row is locked from the judgement to
 * the commit.
 *
 * @returns the targets, in hex, whose budget admits the value, and whether it is new
 */
export async function spend(
  db: Database,
  consumerId: string,
  { values, seconds }: Budget,
  spendings: readonly Spending[],
): Promise<Map<string, { isNew: boolean }>> {
  const rows = await runPrepared(
    db,
    'spend-budgets',
    sql<{ target: string; is_new: boolean }>`
    with asked_now as (
      select coalesce('group ' || c.group_name, c.id::text) as subject, q.target, q.value
      from consumer c, unnest(${spendings.map(({ target }) => target)}::bytea[],
        ${spendings.map(({ value }) => value)}::text[]) as q (target, value)
      where c.id = ${consumerId}
    ), known as (
      select n.target from asked_now n join value_budget b using (subject, target)
      where asked_recently(b.asked, ${seconds}) ? n.value
    ), spent as (
      insert into value_budget as b (subject, target, asked, is_new, expires_at)
      select n.subject, n.target, jsonb_build_object(n.value, extract(epoch from now())), true,
        now() + ${seconds} * interval '1 second'
      from asked_now n where not exists (select from known k where k.target = n.target)
      order by n.target
      on conflict (subject, target) do update set
        is_new = not asked_recently(b.asked, ${seconds}) ?& array(select jsonb_object_keys(excluded.asked)),
        asked = excluded.asked || asked_recently(b.asked, ${seconds}),
        expires_at = excluded.expires_at
      where asked_recently(b.asked, ${seconds}) ?& array(select jsonb_object_keys(excluded.asked))
        or (select count(*) from jsonb_object_keys(asked_recently(b.asked, ${seconds}))) < ${values}
      returning target, is_new
    )
    select encode(target, 'hex') as target, is_new from spent
    union all select encode(target, 'hex'), false from known`,
  )
  return new Map(rows.map(({ target, is_new }) => [target, { isNew: is_new }]))
}

/** The values that count against each of these targets, in hex. */
async function askedOf(
  db: Database,
  consumerId: string,
  { seconds }: Budget,
  targets: readonly Buffer[],
): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ target: string; asked: string[] }>`
    select encode(b.target, 'hex') as target, array(select jsonb_object_keys(asked_recently(b.asked, ${seconds}))) as asked
    from consumer c join value_budget b on b.subject = coalesce('group ' || c.group_name, c.id::text)
    where c.id = ${consumerId} and b.target = any(${targets}::bytea[])`.execute(db)
  return new Map(rows.map(({ target, asked }) => [target, new Set(asked)]))
}

/** The budgets of a caller. */
export const budgetsOf = (db: Database, consumerId: string, budget: Budget): Budgets => ({
  spend: (spendings) => spend(db, consumerId, budget, spendings),
  asked: (targets) => askedOf(db, consumerId, budget, targets),
})

/** Removes up to `limit` budgets in which nothing counts any more. @returns how many */
export async function purgeBudgets(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from value_budget where (subject, target) in (
      select subject, target from value_budget where expires_at <= now() limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
