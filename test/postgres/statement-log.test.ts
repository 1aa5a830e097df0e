import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../support/admin.ts'
import { createDatabase } from '../support/database.ts'
import { forTests } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'

let pool: Pool
let client: Client

const database = forTests(createDatabase)
const other = forTests(createDatabase)
beforeAll(async () => {
  pool = openPool(database.url)
  client = new Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await pool.end()
})

const prepared = (n: number) => client.query({ name: 'twice', text: 'select $1::int * 2 as doubled', values: [n] })

test('plain, bound and named statements count once each, and parameters stay out of the log', async () => {
  const { result, statements } = await countStatements(database.url, async () => {
    await client.query('select 1')
    await client.query('select $1::text', ['canary-9f1c'])
    await prepared(1)
    return (await prepared(2)).rows[0].doubled
  })
  expect(result).toBe(4)
  expect(statements).toHaveLength(4)
  expect(statements.join('\n')).not.toContain('canary')
})

test('a statement of several lines is one statement', async () => {
  const { statements } = await countStatements(database.url, () => client.query('select 1\n  as one,\n\t2 as two'))
  expect(statements).toHaveLength(1)
})

test('connections that were open before, idle or new, count alike', async () => {
  await Promise.all([pool.query('select 1'), pool.query('select 2')])
  const { statements } = await countStatements(database.url, () =>
    Promise.all(Array.from({ length: 40 }, (_, n) => pool.query('select $1::int', [n]))),
  )
  expect(statements).toHaveLength(40)
})

test('a transaction counts its begin and commit', async () => {
  const { statements } = await countStatements(database.url, async () => {
    await client.query('begin')
    await client.query('select 1')
    await client.query('commit')
  })
  expect(statements).toHaveLength(3)
})

test('another database does not count, and two counts may run at once', async () => {
  const elsewhere = new Client({ connectionString: other.url })
  await elsewhere.connect()
  const [here, there] = await Promise.all([
    countStatements(database.url, async () => {
      for (let n = 0; n < 30; n++) await client.query('select $1::int', [n])
    }),
    countStatements(other.url, () => elsewhere.query('select 1')),
  ])
  await elsewhere.end()
  expect(here.statements).toHaveLength(30)
  expect(there.statements).toHaveLength(1)
})

test('no statement is counted when none is run', async () => {
  expect((await countStatements(database.url, async () => {})).statements).toEqual([])
})
