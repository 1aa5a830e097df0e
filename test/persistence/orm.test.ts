import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOrm } from '../../src/database/orm.ts'
import { runPrepared } from '../../src/database/prepared.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const withSetting = (name: string, value: string) => {
  const url = new URL(database.url)
  url.searchParams.set(name, value)
  return url.href
}

async function firstRow(url: string, text: string, prepared = false): Promise<unknown> {
  const orm = await openOrm(url, { poolSize: 1, prepared })
  try {
    await runPrepared(orm.em.fork().getKysely(), 'probe', sql`select ${1}::int`)
    const pool = await orm.em.getDriver().getConnection().getNativeClient()
    return (await pool.query(text)).rows[0]
  } finally {
    await orm.close()
  }
}

test('what DATABASE_URL says beside the place reaches PostgreSQL', async () => {
  const row = await firstRow(withSetting('application_name', 'gateway-7'), 'show application_name')
  expect(row).toEqual({ application_name: 'gateway-7' })
})

test('sslmode=require never falls back to an open connection', async () => {
  await expect(firstRow(withSetting('sslmode', 'require'), 'select 1')).rejects.toThrow(/does not support SSL/)
})

test.each([
  [true, 1],
  [false, 0],
])('a statement of every write is prepared once per connection: %s', async (prepared, count) => {
  const text = "select count(*)::int as count from pg_prepared_statements where name = 'probe'"
  expect(await firstRow(database.url, text, prepared)).toEqual({ count })
})
