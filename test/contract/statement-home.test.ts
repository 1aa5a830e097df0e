import { expect, test } from 'vitest'
import { startTestServer } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'
import { writeEverything } from '../support/writing.ts'

/*
 * Rows of the registry lie with their identity. A distributed engine refuses to lock or to write one by its own id alone, so
 * every statement that does names the identity: its home (docs/scaling.md).
 */

/** The tables whose rows lie with an identity; an identity is its own home. */
const children = ['alias', 'endpoint', 'consent_grant', 'payee_name']
const named = (tables: readonly string[]) => `"?(?:${tables.join('|')})"?(?!\\w)`
const inserts = new RegExp(`\\binsert into ${named(children)} \\(([^)]*)\\)`, 'i')
const changes = new RegExp(`\\b(?:update|delete from) ${named(children)}`, 'i')
const reads = new RegExp(`\\b(?:from|join) ${named(children)}`, 'i')
const locks = /\bfor (?:no key )?(?:update|share)\b/i

/** Whether a statement inserts, changes or locks rows that lie with an identity, and does not say with which. */
function missesHome(statement: string): boolean {
  const text = statement.replaceAll(/\s+/g, ' ')
  const inserted = inserts.exec(text)
  if (inserted) return !/\bidentity_id\b/.test(inserted[1]!)
  if (!changes.test(text) && !(reads.test(text) && locks.test(text))) return false
  const [, ...conditions] = text.replaceAll(/\breturning\b[^()]*/gi, '').split(/\b(?:where|on)\b/i)
  return !conditions.some((condition) => /\bidentity_id\b/.test(condition))
}

/** Batches of jobs take rows of many homes at once, each by what is due; a claim moves an alias from one home to another. */
const exceptions: [RegExp, string][] = [
  [
    /^update claim set next_at = now\(\), stands_still = false where id in/,
    'locks claims: aliases are read beside them',
  ],
  [/where purpose is not null order by id limit .* skip locked$/, 'a batch of the job that seals old purposes'],
]

test('every statement that writes or locks a row of the registry names the identity that it lies with', async () => {
  const server = await startTestServer()
  const { statements } = await countStatements(server.database.url, async () => {
    await writeEverything(server, await server.key())
    for (const job of server.app.jobs) await job.run()
  })
  await server.close()
  const texts = [...new Set(statements)].map((text) => text.replaceAll(/\s+/g, ' '))
  for (const pattern of [inserts, changes]) expect(texts.filter((text) => pattern.test(text)).length).toBeGreaterThan(3)
  expect(texts.filter((text) => missesHome(text) && !exceptions.some(([pattern]) => pattern.test(text)))).toEqual([])
  for (const [pattern] of exceptions)
    expect(texts.filter((text) => pattern.test(text) && missesHome(text))).not.toEqual([])
})

test.each([
  'update alias set status = $1 where id = $2',
  'update "endpoint" set "status" = $1 where "id" = $2 returning *',
  'select id from consent_grant where id = $1 for update',
  'select a.id, a.identity_id from alias a where a.id = $1 for share',
  'insert into payee_name (id, livemode) values ($1, $2)',
  'delete from endpoint where id = $1',
  'with x as (update alias set value = null where id = $1 returning identity_id) select * from x',
])('seeded: %s is found', (statement) => {
  expect(missesHome(statement)).toBe(true)
})

test.each([
  'update alias set status = $1 where identity_id = $3 and id = $2',
  'select id from alias where id = $1',
  'select id from identity where id = $1 for no key update',
  'insert into endpoint (id, identity_id) values ($1, $2)',
  'update alias_slot set available_at = $1 where skeleton = $2',
])('allowed: %s', (statement) => {
  expect(missesHome(statement)).toBe(false)
})
