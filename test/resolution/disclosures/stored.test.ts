import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { timedId } from '../../../src/kernel/id.ts'
import type { NewDisclosureRecord } from '../../../src/resolution/disclosures/store.ts'
import { appendDisclosureRecords } from '../../../src/resolution/disclosures/store.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const server = forTests(startTestServer)

/** Records of every shape. */
function records(count = 60, createdAt = new Date()): NewDisclosureRecord[] {
  const identityId = randomUUID()
  return Array.from({ length: count }, (_, n) => ({
    id: timedId(randomUUID(), createdAt.getTime()),
    livemode: n % 2 === 0,
    identityId,
    consumerId: randomUUID(),
    aliasId: randomUUID(),
    endpointIds: Array.from({ length: n % 4 }, () => randomUUID()),
    grantId: n % 3 === 0 ? randomUUID() : null,
    basis: (['public', 'unlisted', 'grant'] as const)[n % 3]!,
    requestId: randomUUID(),
    kind: n % 5 === 0 ? 'payee_check' : 'resolve',
    verdict: n % 5 === 0 ? 'match' : null,
    createdAt,
  }))
}

async function stored(identityId: string): Promise<NewDisclosureRecord[]> {
  const { rows } = await server.app.pool.query(
    `select id, livemode, identity_id as "identityId", consumer_id as "consumerId", alias_id as "aliasId",
       endpoint_ids::text[] as "endpointIds", grant_id as "grantId", request_id as "requestId", kind, verdict,
       case basis when 'p' then 'public' when 'u' then 'unlisted' else 'grant' end as basis, created_at as "createdAt"
     from disclosure_record where identity_id = $1`,
    [identityId],
  )
  return rows
}

const byId = (some: readonly NewDisclosureRecord[]) => some.toSorted((a, b) => (a.id < b.id ? -1 : 1))

test('many records are stored unchanged', async () => {
  for (const count of [1, 19, 20, 1_000]) {
    const made = records(count)
    await appendDisclosureRecords(server.app, made)
    expect(byId(await stored(made[0]!.identityId))).toEqual(byId(made))
  }
})

test('a batch with a record that is there already stores the others', async () => {
  const made = records()
  await appendDisclosureRecords(server.app, made.slice(0, 1))
  await appendDisclosureRecords(server.app, made)
  expect(byId(await stored(made[0]!.identityId))).toEqual(byId(made))
})

test('a batch that the server refuses leaves the connection as it was', async () => {
  const idle = server.app.pool.totalCount
  const far = records(30, new Date('2200-01-01'))
  await expect(appendDisclosureRecords(server.app, far)).rejects.toMatchObject({ code: '23514' })
  expect(server.app.pool.totalCount).toBeLessThanOrEqual(Math.max(1, idle))
  const made = records()
  await appendDisclosureRecords(server.app, made)
  expect(await stored(made[0]!.identityId)).toHaveLength(made.length)
})

test('an answer that was lost: the recorder stores every record once', async () => {
  const { createDisclosureRecorder } = await import('../../../src/resolution/disclosures/recorder.ts')
  let inserts = 0
  const recorder = createDisclosureRecorder({
    insert: async (batch) => {
      await appendDisclosureRecords(server.app, batch)
      if (++inserts === 1) throw Object.assign(new Error('away'), { code: 'ECONNRESET' })
    },
    newId: randomUUID,
    clock: Date.now,
    synchronous: false,
    warn: () => undefined,
    retryMs: 1,
  })
  const ids = { identityId: randomUUID(), consumerId: randomUUID(), aliasId: randomUUID(), requestId: randomUUID() }
  const disclosure = { ...ids, livemode: false, endpointIds: [], basis: 'public' as const, grantId: null }
  await recorder.record(Array.from({ length: 300 }, () => ({ ...disclosure, kind: 'resolve' as const })))
  await expect.poll(() => recorder.waiting()).toBe(0)
  await recorder.record(Array.from({ length: 300 }, () => ({ ...disclosure, kind: 'resolve' as const })))
  expect(await recorder.close()).toBe(0)
  expect(await stored(disclosure.identityId)).toHaveLength(600)
})

test('a batch with an id that is no uuid stores nothing', async () => {
  const made = records()
  const broken = made.map((record, n) => (n === 30 ? { ...record, requestId: 'z'.repeat(36) } : record))
  await expect(appendDisclosureRecords(server.app, broken)).rejects.toMatchObject({ code: '22P02' })
  expect(await stored(made[0]!.identityId)).toEqual([])
})

test('records of several callers and requests keep each its own', async () => {
  const made = records(120).map((record, n) => ({ ...record, requestId: randomUUID(), consumerId: randomUUID(), n }))
  const mixed = made.map(({ n, ...record }) => ({
    ...record,
    requestId: made[Math.floor(n / 7)]!.requestId,
    consumerId: made[n % 3]!.consumerId,
  }))
  await appendDisclosureRecords(server.app, mixed)
  expect(byId(await stored(mixed[0]!.identityId))).toEqual(byId(mixed))
})
