import { beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { freshName, registryForTests, registryOf } from '../support/registry.ts'
import type { Body } from '../support/server.ts'

/*
 * PostgreSQL itself refuses the first statements that change anything, with 40001, as a distributed engine may at any moment.
 * A sequence counts them: it is not undone with the transaction.
 */

const { server, owner } = registryForTests()

const query = async (text: string): Promise<Body[]> => (await server.app.pool.query(text)).rows

/** Of the tables that only other work writes to, statements are let through. */
const bystanders = [
  'api_key',
  'node',
  'rate_bucket',
  'data_key',
  'migration',
  'disclosure_record',
  'server_run',
  'usage_hour',
  'usage_key_day',
  'request_record',
]

beforeAll(async () => {
  await query(`
    create sequence refused minvalue -100;
    create function refuse() returns trigger language plpgsql as $$
    begin
      if nextval('refused') <= 2 then raise exception 'lost to another one' using errcode = '40001'; end if;
      return null;
    end $$;
    do $$ declare t text; begin
      for t in select relname from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace and relname <> all('{${bystanders.join(',')}}')
      loop
        execute format('create trigger refused before insert or update or delete on %I for each statement execute function refuse()', t);
      end loop;
    end $$`)
})
const refuseNext = (count: number) => query(`select setval('refused', ${3 - count}, false)`)
const asked = async () => (await query('select last_value::int as n, is_called from refused'))[0]
beforeEach(() => refuseNext(0))

test('every job does its work although its first two statements are refused', async () => {
  let refused = 0
  for (const job of server.app.jobs) {
    await refuseNext(2)
    await expect(job.run(), job.name).resolves.toBeUndefined()
    if ((await asked()).n >= 2) refused++
  }
  // Those that had nothing to write were refused nothing.
  expect(refused).toBeGreaterThan(8)
})

test('a write that is refused twice is done once, with its events', async () => {
  const mine = registryOf(server, owner)
  const events = async () => (await query('select count(*)::int as n from event'))[0].n
  const writes: [string, () => Promise<unknown>][] = []
  let identity: Body
  writes.push(['an identity', async () => (identity = await mine.identity())])
  writes.push(['an alias', () => mine.username(identity.id, freshName())])
  writes.push(['an endpoint', () => mine.wallet(identity.id)])
  writes.push(['a grant', () => mine.grant(identity.id, owner.consumer)])
  for (const [what, write] of writes) {
    const before = await events()
    await refuseNext(2)
    await write()
    expect((await asked()).n, what).toBeGreaterThanOrEqual(2)
    expect(await events(), what).toBe(before + 1)
  }
})

test('a job that is repeated after a conflict emits each event once', async () => {
  const mine = registryOf(server, owner)
  const identity = await mine.identity()
  const grant = await mine.grant(identity.id, owner.consumer)
  await query(
    `update consent_grant set expires_at = now() - interval '1 second' where id = '${decodeId('consentGrant', grant.id)}'`,
  )
  const told = async () =>
    (await query(`select body from event_body where type = 'consent.expired' and body like '%${grant.id}%'`)).length
  // The grant's own change passes, the insert of its event is refused.
  await query("drop trigger refused on consent_grant; select setval('refused', 1, false)")
  await server.app.jobs.find(({ name }) => name === 'expire-grants')!.run()
  expect(await told()).toBe(1)
})

test('a write with a serialization failure at each retry is answered with 503', async () => {
  await refuseNext(20)
  const { status, body } = await owner.post('/v1/identities', { type: 'user' })
  expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
  await refuseNext(0)
})
