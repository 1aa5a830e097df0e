import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { summary } from '../../../scripts/test-engine.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** Returns what is logged of a refused statement that is sent in each way that the service uses. */
async function refusalsOf(statement: string): Promise<string[]> {
  const file = join(inject('postgres').scratch, `refusals-${randomUUID()}`)
  const script = `
    import pg from 'pg'
    const pool = new pg.Pool({ connectionString: process.env.URL })
    const client = await pool.connect()
    const ignore = () => undefined
    await client.query(process.env.STATEMENT).catch(ignore)
    await client.query({ name: 'named', text: process.env.STATEMENT }).catch(ignore)
    client.release()
    await pool.query(process.env.STATEMENT).catch(ignore)
    await pool.end()`
  const env = { ...process.env, URL: inject('postgres').adminUrl, STATEMENT: statement, RECORD_REFUSALS: file }
  const preload = join(root, 'test/support/record-refusals.mjs')
  await run(process.execPath, ['--import', preload, '--input-type=module', '-e', script], { cwd: root, env })
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
}

test('a statement that the server lacks something for is written down, however it was sent', async () => {
  const lines = await refusalsOf('select\n  no_such_function(1)')
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    Array(3).fill({ code: '42883', statement: 'select no_such_function(1)' }),
  )
})

test.each(['select 1', 'select 1 / 0', "select 'x'::int"])(
  'a statement that ran, or failed because of its input, is not: %s',
  async (statement) => {
    expect(await refusalsOf(statement)).toEqual([])
  },
)

test('each refusal is printed once with its count', () => {
  const lines = ['a', 'b', 'a'].map((statement) => JSON.stringify({ code: '0A000', statement }))
  expect(summary([...lines, ''])).toEqual(['     2 × 0A000  a', '     1 × 0A000  b'])
})
