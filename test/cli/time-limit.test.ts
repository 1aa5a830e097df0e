import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { withApp } from '../../src/cli/app.ts'
import { settleRole } from '../../src/database/migrate.ts'
import { forTests, startTestServer } from '../support/server.ts'

const encryptionKey = randomBytes(32)
const server = forTests(() => startTestServer({ encryptionKey }))

test('a command has no time limit, also when the role has one', async () => {
  await settleRole(server.app.db, 50)
  process.env.DATABASE_URL = server.database.url
  process.env.ENCRYPTION_KEY = encryptionKey.toString('base64')
  const asking = withApp(({ pool }) =>
    pool.query("select pg_sleep(0.2)::text, current_setting('statement_timeout') as most"),
  )
  expect((await asking).rows[0].most).toBe('0')
})
