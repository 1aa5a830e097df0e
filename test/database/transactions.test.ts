import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/orm.ts'
import { inTransaction } from '../../src/database/retry.ts'
import { RaceLost } from '../../src/database/violations.ts'
import { forTests, startTestServer } from '../support/server.ts'

let db: Database

const server = forTests(startTestServer)
beforeAll(async () => {
  db = server.app.db
  await sql`create table sent (value int primary key)`.execute(db)
})

const insert = (trx: Database, value: number) => sql`insert into sent (value) values (${value})`.execute(trx)
const stored = async () =>
  (await sql<{ value: number }>`select value from sent order by 1`.execute(db)).rows.map(({ value }) => value)

test('a transaction that lost a race is run again, four times at most, and nothing of it stays', async () => {
  let runs = 0
  const losing = inTransaction(db, async (trx) => {
    runs++
    await insert(trx, 1)
    throw new RaceLost()
  })
  await expect(losing).rejects.toMatchObject({ code: '40001', message: 'Another transaction was first' })
  expect(runs).toBe(4)
  expect(await stored()).not.toContain(1)
})

test('a connection lost at the commit is reported, never taken for a success', async () => {
  const lost = inTransaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await insert(trx, 2)
    await sql`select pg_terminate_backend(${rows[0]!.pid}::int)`.execute(db)
  })
  await expect(lost).rejects.toThrow()
  expect(await stored()).not.toContain(2)
})
