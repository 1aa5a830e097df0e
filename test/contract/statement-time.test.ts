import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Key, startTestServer, type TestServer } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'
import { writeEverything } from '../support/writing.ts'

/*
 * A distributed engine refuses `now()` in ON CONFLICT, RETURNING, CASE and SET. PostgreSQL's own log says what it was sent.
 */

let server: TestServer
let owner: Key
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.key()
})
afterAll(() => server.close())

const keyword = /\b(?:case|end|set|returning|where|values|select|from|join|on|having|order by)\b/gi
const time = /\b(?:now|clock_timestamp|statement_timestamp)\(\)|\bcurrent_timestamp\b/gi

/** The clauses of a statement that ask for the time and may not. */
function clausesWithTime(statement: string): string[] {
  return [...statement.matchAll(time)].flatMap(({ index }) => {
    let cases = 0
    let last = ''
    for (const [word] of statement.slice(0, index).toLowerCase().matchAll(keyword)) {
      if (word === 'case') cases++
      else if (word === 'end') cases--
      else last = word
    }
    if (cases > 0) return ['case']
    return last === 'set' || last === 'returning' ? [last] : []
  })
}

/** Statements of the control plane, which have no home among the identities and run outside of any transaction. */
const exceptions: [RegExp, string][] = [
  [
    /\bupdate (?:webhook|webhook_delivery|api_key|claim|domain_proof|sealing_key)\b/,
    'of one record without a home, by itself',
  ],
  [/^select "api_key"\."id"/, 'a key is read by itself, and has no home'],
  [/\binsert into (?:node|data_key)\b/, 'of a process, by itself'],
]

test('no statement of a write asks for the time where an engine may refuse it', async () => {
  const { statements } = await countStatements(server.database.url, async () => {
    await writeEverything(server, owner)
    for (const job of server.app.jobs) await job.run()
  })
  expect(statements.filter((text) => /^\s*(?:with|insert|update|delete)/i.test(text)).length).toBeGreaterThan(30)
  const found = statements.filter((text) => clausesWithTime(text).length > 0)
  expect(found.filter((text) => !exceptions.some(([pattern]) => pattern.test(text)))).toEqual([])
})

test('in a transaction the time that is bound is its own, to the microsecond, and no other afterwards', async () => {
  const ask = (db: typeof server.app.db) =>
    sql<{ bound: boolean; same: boolean }>`
      select now() = transaction_timestamp() as same, ${1}::int = 1 as bound`.execute(db)
  const { result, statements } = await countStatements(server.database.url, () =>
    server.app.db.transaction().execute(async (trx) => {
      const first = await ask(trx)
      await sql`select pg_sleep(0.01)`.execute(trx)
      return [first.rows[0], (await ask(trx)).rows[0]]
    }),
  )
  expect(result).toEqual(Array(2).fill({ same: true, bound: true }))
  expect(statements.filter((text) => text.includes('transaction_timestamp') && text.includes('now()'))).toEqual([])
  for (let n = 0; n < 5; n++) expect((await ask(server.app.db)).rows[0]).toEqual({ same: true, bound: true })
  await expect(
    server.app.db.transaction().execute(async () => {
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  for (let n = 0; n < 20; n++) expect((await ask(server.app.db)).rows[0]).toEqual({ same: true, bound: true })
})

test.each([
  ['update alias set updated_at = now() where id = $1', 'set'],
  ['insert into t (id) values ($1) on conflict (id) do update set seen_at = now()', 'set'],
  ['update t set a = $1 where b < now() returning expires_at <= now() as is_over', 'returning'],
  ['select case when a then now() end from t', 'case'],
  ['with x as (update t set at = clock_timestamp() where a returning 1) select * from x', 'set'],
])('seeded: %s is found', (statement, clause) => {
  expect(clausesWithTime(statement)).toEqual([clause])
})

test.each([
  'select 1 from t where a < now()',
  'insert into t (at) values (now())',
  'select case when a then b end, now() from t',
])('allowed: %s', (statement) => {
  expect(clausesWithTime(statement)).toEqual([])
})
