import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOrm } from '../../src/database/orm.ts'
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

async function firstRow(url: string, text: string): Promise<unknown> {
  const orm = await openOrm(url, { poolSize: 1 })
  try {
    const pool = await orm.em.getDriver().getConnection().getNativeClient()
    return (await pool.query(text)).rows[0]
  } finally {
    await orm.close()
  }
}

test('settings in the query of DATABASE_URL reach PostgreSQL', async () => {
  const row = await firstRow(withSetting('application_name', 'gateway-7'), 'show application_name')
  expect(row).toEqual({ application_name: 'gateway-7' })
})

test('sslmode=require never falls back to an open connection', async () => {
  await expect(firstRow(withSetting('sslmode', 'require'), 'select 1')).rejects.toThrow(/does not support SSL/)
})
