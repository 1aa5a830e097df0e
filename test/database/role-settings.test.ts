import { expect, test } from 'vitest'
import { settleRole } from '../../src/database/migrate.ts'
import { openOrm } from '../../src/database/orm.ts'
import { administer, withClient } from '../support/admin.ts'
import { createDatabase } from '../support/database.ts'
import { forTests } from '../support/server.ts'

const database = forTests(createDatabase)

/** Settles the role on a server that answers its statements with this SQLSTATE. */
async function settleRefused(timeoutMs: number, code = '42501'): Promise<string[]> {
  const asked: string[] = []
  const orm = await openOrm(database.url, { poolSize: 1 })
  try {
    await settleRole(orm.em.fork().getKysely(), timeoutMs, async (statement) => {
      asked.push(statement)
      throw Object.assign(new Error('refused'), { code })
    })
    return asked
  } finally {
    await orm.close()
  }
}

test('a role whose settings cannot be changed and that has no time limit stops the start, with the statement to run', async () => {
  await expect(settleRefused(3_000)).rejects.toThrow(
    /^The database refuses to limit .* run: alter role \S+ in database \S+ set statement_timeout = 3000$/,
  )
})

test('a limit that an administrator has set is enough, a longer one is not', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await administer(database.url, `alter database ${name} set statement_timeout = '2s'`)
  expect((await settleRefused(3_000)).at(-1)).toMatch(/set statement_timeout = 3000$/)
  await expect(settleRefused(1_000)).rejects.toThrow('refuses to limit')
})

test('without a limit in the configuration none is required, and a server that is away is no refusal', async () => {
  await expect(settleRefused(0)).resolves.toHaveLength(4)
  await expect(settleRefused(0, '57P01')).rejects.toThrow('refused')
})

test('a statement that is planned while its table is empty uses the index', async () => {
  const orm = await openOrm(database.url, { poolSize: 1 })
  await settleRole(orm.em.fork().getKysely(), 3_000)
  await orm.close()
  await withClient(database.url, async (client) => {
    await client.query('vacuum analyze identity')
    const { rows } = await client.query('explain (format json) select from identity where id = gen_random_uuid()')
    expect(rows[0]['QUERY PLAN'][0].Plan['Node Type']).toMatch(/^Index/)
  })
})
