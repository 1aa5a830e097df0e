import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type PartitionedTable, partitionOf } from '../../src/database/partitions/rules.ts'
import { makePartitions, readPartitions } from '../../src/database/partitions/store.ts'
import { purgeEntries } from '../../src/events/service.ts'
import { decodeId, encodeId, timedId } from '../../src/kernel/id.ts'
import { query, registryForTests } from '../support/registry.ts'

const day = 86_400_000
const tables: PartitionedTable[] = ['event', 'audit_subject', 'event_body', 'webhook_delivery', 'webhook_attempt']

const { server, owner } = registryForTests()

const send = (path: string) => owner.get(path)
const run = (name: string) => server.app.jobs.find((job) => job.name === name)!.run()
const partitions = async () => (await readPartitions(server.app.db)).map(({ name }) => name)

/** Writes the rows that a change of so long ago left. */
async function happenedBefore(ms: number): Promise<{ uuid: string; identity: string; at: Date }> {
  const at = new Date(Date.now() - ms)
  await makePartitions(
    server.app.db,
    tables.map((table) => partitionOf(table, at)),
  )
  const [uuid, subject] = [timedId(randomUUID(), at.getTime()), randomUUID()]
  const identity = encodeId('identity', subject)
  await server.query`with e as (
      insert into event (id, livemode, consumer_id, type, created_at, subjects)
      values (${uuid}, false, ${owner.consumerId}, 'identity.created', ${at}, array[${identity}]) returning *
    ), s as (insert into audit_subject (consumer_id, subject, at, id, delivered)
    select consumer_id, ${subject}, created_at, id, true from e)
    insert into event_body (id, livemode, created_at, type, body)
    select id, livemode, created_at, type, ${JSON.stringify({ created: Math.floor(at.getTime() / 1000), data: {} })}
    from e`
  return { uuid, identity, at }
}

test('after thirty days an event is gone from what webhooks hear, and its entry stays', async () => {
  const recent = await happenedBefore(29 * day)
  const { uuid, identity, at } = await happenedBefore(45 * day)
  const [event, entry] = [encodeId('event', uuid), encodeId('auditEntry', uuid)]
  // Before the week is dropped, too: it has no part in whether the job has run.
  expect((await send(`/v1/events/${event}`)).status).toBe(404)
  await run('purge-deliveries')
  expect(await partitions()).not.toContain(partitionOf('event_body', at).name)
  expect((await send(`/v1/events/${event}`)).status).toBe(404)
  const cursor = await send(`/v1/events?starting_after=${event}`)
  expect([cursor.status, cursor.body.error.code]).toEqual([400, 'cursor_invalid'])
  const listed = (await send('/v1/events?limit=100')).body.data.map(({ id }: { id: string }) => id)
  expect(listed).toContain(encodeId('event', recent.uuid))
  expect(listed).not.toContain(event)

  expect((await send(`/v1/audit/${entry}`)).body).toMatchObject({ id: entry, at: at.getTime(), subjects: [identity] })
  expect((await send(`/v1/audit?subject=${identity}`)).body.data).toHaveLength(1)
  expect((await send(`/v1/audit?starting_after=${entry}`)).status).toBe(200)
})

test('an entry is kept for 400 days, and its month is dropped once all of it is older', async () => {
  const kept = await happenedBefore(400 * day)
  const { uuid, identity, at } = await happenedBefore(440 * day)
  await run('purge-audit-entries')
  const names = await partitions()
  for (const table of ['event', 'audit_subject'] as const) {
    expect(names).not.toContain(partitionOf(table, at).name)
    expect(names).toContain(partitionOf(table, kept.at).name)
    expect(names).toContain(partitionOf(table, new Date()).name)
  }
  const entry = encodeId('auditEntry', uuid)
  expect((await send(`/v1/audit/${entry}`)).status).toBe(404)
  expect((await send(`/v1/audit?subject=${identity}`)).body.data).toEqual([])
  expect((await send(`/v1/audit?starting_after=${entry}`)).body.error.code).toBe('cursor_invalid')
  expect((await send(`/v1/audit/${encodeId('auditEntry', kept.uuid)}`)).status).toBe(200)
})

test('a drop commits with its entry: a failure between loses neither, and of two workers one writes it', async () => {
  const { name } = partitionOf('event', (await happenedBefore(500 * day)).at)
  const purge = (newId: () => string) =>
    purgeEntries({ db: server.app.db, newId, clock: Date.now, retentionDays: 400 }).run()
  const dropped = async () => (await server.query`select id from event where type = 'retention.dropped'`).length
  const before = await dropped()
  const killed = () => {
    throw new Error('killed')
  }
  await expect(purge(killed)).rejects.toThrow('killed')
  expect([(await partitions()).includes(name), await dropped()]).toEqual([true, before])
  await Promise.all([purge(randomUUID), purge(randomUUID)])
  expect([(await partitions()).includes(name), await dropped()]).toEqual([false, before + 1])
})

test('dropping waits for nobody who writes: what is written meanwhile is there', async () => {
  await happenedBefore(470 * day)
  const writing = Array.from({ length: 20 }, () => owner.post('/v1/identities', { type: 'user' }))
  await run('purge-audit-entries')
  for (const { status, body } of await Promise.all(writing)) {
    expect(status).toBe(201)
    expect((await send(`/v1/audit?subject=${body.id}`)).body.data).toHaveLength(1)
  }
})

test('an entry and what it is found by commit together: each subject finds its entry, and each entry its subjects', async () => {
  const rows = await query<{ subjects: string[]; found: string[] }>(
    server,
    `select e.subjects, array(select s.subject::text from audit_subject s where s.id = e.id and s.at = e.created_at
       and s.consumer_id = e.consumer_id) as found from event e where e.created_at > now() - interval '1 day'`,
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { subjects, found } of rows)
    expect(subjects.map((id) => decodeId('identity', id)).sort()).toEqual([...found].sort())
})
