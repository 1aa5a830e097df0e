import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOrm } from '../../src/database/orm.ts'
import { createDatabase } from '../support/database.ts'
import { forTests } from '../support/server.ts'

const database = forTests(createDatabase)

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

test.each([
  [true, ['after-its-first-word', 'in-a-comment', 'in-its-configuration']],
  [false, []],
])('statements with a name are prepared: %s', async (prepared, names) => {
  const orm = await openOrm(database.url, { poolSize: 1, prepared })
  try {
    const pool = await orm.em.getDriver().getConnection().getNativeClient()
    await pool.query({ name: 'in-its-configuration', text: 'select $1::int', values: [1] })
    await orm.em
      .fork()
      .getKysely()
      .transaction()
      .execute(async (trx) => {
        for (const n of [1, 2]) {
          const { rows } = await sql`
            /* in-a-comment */ select ${n}::int as n`.execute(trx)
          expect(rows).toEqual([{ n }])
          await sql`select /* after-its-first-word */ ${n}::int`.execute(trx)
        }
      })
    const { rows } = await pool.query('select name from pg_prepared_statements order by name')
    expect(rows.map(({ name }) => name)).toEqual(names)
  } finally {
    await orm.close()
  }
})
