import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import type { SpendAll } from './value-budget.ts'

/**
 * Spends values of budgets in one statement on the primary; no process caches them. A value that was asked within the
 * budget's time is free and writes nothing, and neither does an exhausted budget. Of several new values of one budget
 * the first ones count. Consumers of one group share a budget.
 *
 * INVARIANT (budget): no concurrency lets a budget admit a value too many: its row is locked from the decision to the
 * commit. The reading before it takes each budget once, since a budget may hold 200 values.
 *
 * @returns a caller's budgets with a window of the given seconds
 */
export const budgetsOf =
  (db: Database, consumerId: string, seconds: number): SpendAll =>
  async (spendings) => {
    const { rows } = await sql<{ target: string; value: string; isNew: boolean }>`
    /* value-budgets */ with asked_now as materialized (
      select coalesce('group ' || c.group_name, c.id::text) as subject, q.target, q.value, q.most,
        extract(epoch from now()) + q.ord / 1e6 as at
      from consumer c, unnest(${spendings.map(({ target }) => target)}::bytea[], ${spendings.map(({ value }) => value)}::text[],
        ${spendings.map(({ most }) => most)}::int[]) with ordinality as q (target, value, most, ord)
      where c.id = ${consumerId}
    ), recent as materialized (
      select b.subject, b.target, r.asked, (select count(*) from jsonb_object_keys(r.asked)) as count
      from (select distinct subject, target from asked_now) n join value_budget b using (subject, target),
        asked_recently(b.asked, ${seconds}) as r (asked)
    ), known as (
      select n.target, n.value from asked_now n join recent r using (subject, target) where r.asked ? n.value
    ), fresh as (
      select n.subject, n.target, min(n.most) as most, jsonb_object_agg(n.value, n.at order by n.at desc) as asked
      from asked_now n left join recent r using (subject, target)
      where r.count is null or (not r.asked ? n.value and r.count < n.most)
      group by n.subject, n.target
    ), spent as (
      insert into value_budget as b (subject, target, asked, expires_at)
      select subject, target, asked_within('{}', asked, most), now() + ${seconds} * interval '1 second'
      from fresh order by target
      on conflict (subject, target) do update set
        asked = (select asked_within(asked_recently(b.asked, ${seconds}), f.asked, f.most) from fresh f where f.target = b.target),
        expires_at = excluded.expires_at
      where (select f.asked ?| array(select jsonb_object_keys(asked_recently(b.asked, ${seconds})))
          or (select count(*) from jsonb_object_keys(asked_recently(b.asked, ${seconds}))) < f.most
        from fresh f where f.target = b.target)
      returning target, asked
    )
    select encode(f.target, 'hex') as target, v.key as value, s.asked -> v.key = v.value as "isNew"
    from spent s join fresh f using (target), jsonb_each(f.asked) as v where s.asked ? v.key
    union all select encode(target, 'hex'), value, false from known`.execute(db)
    return rows
  }
