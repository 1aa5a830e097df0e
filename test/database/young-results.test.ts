import { getHeapSpaceStatistics } from 'node:v8'
import pg from 'pg'
import { expect, test } from 'vitest'
import { BoundClient } from '../../src/database/pool.ts'
import { createDatabase } from '../support/database.ts'
import { forTests } from '../support/server.ts'

const database = forTests(createDatabase)

const oldBytes = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size

/** The greatest growth of the old space, in megabytes, while 120 MB of results are read and dropped. */
async function growthOf(client: pg.Client): Promise<number> {
  await client.connect()
  const start = oldBytes()
  let most = start
  for (let n = 0; n < 500; n++) {
    await client.query("select repeat('x', 12000) from generate_series(1, 20)")
    most = Math.max(most, oldBytes())
  }
  await client.end()
  return (most - start) / 2 ** 20
}

test('results of statements die in the young generation; with the time limit of pg they do not', async () => {
  const connectionString = database.url
  const bound = await growthOf(new BoundClient({ connectionString, answerMs: 10_000 }))
  const control = await growthOf(new pg.Client({ connectionString, query_timeout: 10_000 }))
  expect(bound).toBeLessThan(control / 3)
})
