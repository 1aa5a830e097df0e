import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/orm.ts'
import { prepared, required, runPrepared, runTogether } from '../../src/database/prepared.ts'
import { inTransaction } from '../../src/database/retry.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let db: Database

beforeAll(async () => {
  server = await startTestServer()
  db = server.app.db
  await sql`create table sent (value int primary key check (value < 100), at timestamptz not null default now())`.execute(
    db,
  )
})
afterAll(() => server.close())

const insert = (trx: Database, value: number, isLast = false) =>
  runPrepared(trx, 'insert-sent', sql`insert into sent (value, at) values (${value}, now()) returning value`, {
    isLast,
  })
const read = (trx: Database) =>
  runPrepared(trx, 'read-sent', sql<{ value: number }>`select value from sent where value >= ${0} order by 1`)
const stored = async () => (await read(db)).map(({ value }) => value)

test('a transaction whose beginning goes out with a read, and its commit with the last statement, is one', async () => {
  await inTransaction(db, async (trx) => {
    await read(trx)
    await insert(trx, 1)
    await insert(trx, 2, true)
  })
  expect(await stored()).toEqual([1, 2])
  const { rows } = await sql<{ times: number }>`select count(distinct at)::int as times from sent`.execute(db)
  expect(rows).toEqual([{ times: 1 }])
})

test.each([
  ['a key that is taken', 1],
  ['a value that is not allowed', 100],
])('a last statement that fails undoes what came before it: %s', async (_, value) => {
  const before = await stored()
  const failing = inTransaction(db, async (trx) => {
    await read(trx)
    await insert(trx, 50)
    await insert(trx, value, true)
  })
  await expect(failing).rejects.toThrow()
  expect(await stored()).toEqual(before)
  // The connection is as good as before, and in no transaction.
  await Promise.all(Array.from({ length: 30 }, () => inTransaction(db, (trx) => read(trx))))
})

test('a first read that fails fails the transaction, and nothing of it stays', async () => {
  const before = await stored()
  const failing = inTransaction(db, async (trx) => {
    await sql`select 1 / ${0}::int`.execute(trx)
    await insert(trx, 51, true)
  })
  await expect(failing).rejects.toThrow(/division/)
  expect(await stored()).toEqual(before)
})

const inserting = (value: number) => ({
  name: 'insert-together',
  statement: sql<{ value: number }>`
    insert into sent (value, at) select ${value}::int, now() where not exists (select from sent where value = ${value})
    returning value`,
})
const reading = (at: number) =>
  prepared('read-together', sql<{ at: string }>`select at::text from sent where value = ${at}`)

test('statements that are sent together run in their order, each sees what those before it did, at one time', async () => {
  const [first, again, rows, last] = await inTransaction(db, (trx) =>
    runTogether(trx, [inserting(20), inserting(20), reading(20), inserting(21)], { isLast: true }),
  )
  expect([first, again, last]).toEqual([[{ value: 20 }], [], [{ value: 21 }]])
  expect(rows).toEqual((await runTogether(db, [reading(21)]))[0])
  expect(await stored()).toEqual(expect.arrayContaining([20, 21]))
})

test('what needs the time of its transaction waits for it, and no read that is sent behind it overtakes it', async () => {
  const [before, , after] = await inTransaction(db, (trx) =>
    runTogether(trx, [reading(22), inserting(22), reading(22)]),
  )
  expect([before.length, after.length]).toEqual([0, 1])
})

test('where a statement finds no row that is required, the transaction is run again, and all of it comes to nothing', async () => {
  let runs = 0
  const losing = inTransaction(db, (trx) => {
    runs++
    return runTogether(trx, [inserting(23), required(inserting(20)), inserting(24)], { isLast: true })
  })
  await expect(losing).rejects.toMatchObject({ code: '40001', message: 'Another transaction was first' })
  expect(runs).toBe(4)
  expect(await stored()).not.toEqual(expect.arrayContaining([23]))
  expect(await stored()).not.toEqual(expect.arrayContaining([24]))
  expect(await inTransaction(db, (trx) => runTogether(trx, [required(inserting(25))]))).toEqual([[{ value: 25 }]])
})

test('of statements that are sent together the first that fails is told, and nothing of them stays', async () => {
  const failing = inTransaction(db, (trx) =>
    runTogether(trx, [inserting(26), inserting(100), inserting(27)], { isLast: true }),
  )
  await expect(failing).rejects.toMatchObject({ code: '23514' })
  expect((await stored()).filter((value) => value === 26 || value === 27)).toEqual([])
  await Promise.all(Array.from({ length: 30 }, () => inTransaction(db, (trx) => read(trx))))
})

test('a transaction that does nothing, or is undone by its own work, begins and ends', async () => {
  await inTransaction(db, async () => undefined)
  const undone = inTransaction(db, async (trx) => {
    await insert(trx, 52)
    throw new Error('no more')
  })
  await expect(undone).rejects.toThrow('no more')
  const refused = inTransaction(db, async () => Promise.reject(new Error('at once')))
  await expect(refused).rejects.toThrow('at once')
  expect(await stored()).not.toContain(52)
})

test('a connection that is lost at the commit is told, not taken for a success', async () => {
  const lost = inTransaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid where ${1}::int = 1`.execute(trx)
    await insert(trx, 53)
    await sql`select pg_terminate_backend(${rows[0]!.pid}::int)`.execute(db)
    await insert(trx, 54, true)
  })
  await expect(lost).rejects.toThrow()
  expect(await stored()).not.toContain(53)
})
