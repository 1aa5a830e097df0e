import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireRight } from '../../bench/ladder/climb.ts'
import { fillRegistry, type Registry } from '../../bench/ladder/registry.ts'
import { ladder, type Rung } from '../../bench/ladder/rungs.ts'
import { startRung } from '../../bench/ladder/serve.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let registry: Registry

beforeAll(async () => {
  database = await createDatabase()
  registry = await fillRegistry(database.url, randomBytes(32), 200)
})
afterAll(() => database.drop())

/** The rungs that need no package of others, with all that is asked of each. */
const own = ['http-prepared', 'http-batched', 'signpost']
const asked = Map.groupBy(
  Object.entries(ladder).filter(([, { server }]) => own.includes(server)),
  ([, { server, env }]) => `${server} ${JSON.stringify(env ?? {})}`,
)

test.each([...asked])('the ladder measures right answers of %s', async (_, rungs) => {
  const [[, { server, env }]] = rungs as [[string, Rung]]
  const served = await startRung(server, registry, env)
  try {
    for (const [name, rung] of rungs) await requireRight(name, rung, served, registry)
  } finally {
    await served.stop()
  }
})

test('an answer without its wallet is no right one', async () => {
  const rung = ladder['REST single']!
  const server = { url: 'data:application/json,null#' }
  await expect(requireRight('a rung', rung, server, registry)).rejects.toThrow('a rung answers wrongly')
})

test('each server of its own code is among them', () => {
  expect([...asked.keys()].map((key) => key.split(' ')[0])).toEqual(expect.arrayContaining(own))
  expect([...asked.keys()]).toContain('signpost {"BENCH_RECORDS":"off"}')
})
