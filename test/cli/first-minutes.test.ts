import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'

const ENCRYPTION_KEY = randomBytes(32).toString('base64')
/** Nothing listens there. */
const DATABASE_URL = 'postgres://user:canary-of-the-password@127.0.0.1:1/signpost'

test.each<[string, Record<string, string>, number, RegExp]>([
  [
    'no URL',
    { DATABASE_URL: 'nonsense', ENCRYPTION_KEY },
    2,
    /^DATABASE_URL must be like postgres:\/\/user:password@host/,
  ],
  [
    'a URL without a database',
    { DATABASE_URL: 'postgres://127.0.0.1', ENCRYPTION_KEY },
    2,
    /^DATABASE_URL must be like/,
  ],
  [
    'a database that does not answer',
    { DATABASE_URL, ENCRYPTION_KEY },
    1,
    /check DATABASE_URL, and that PostgreSQL runs\./,
  ],
  [
    'production without a database',
    { NODE_ENV: 'production' },
    2,
    /^NODE_ENV=production needs DATABASE_URL \(postgres:/,
  ],
  [
    'production without a key',
    { NODE_ENV: 'production', DATABASE_URL },
    2,
    /needs ENCRYPTION_KEY \(openssl rand -base64 32/,
  ],
  ['a key that is too short', { DATABASE_URL, ENCRYPTION_KEY: 'canary' }, 1, /openssl rand -base64 32 makes one\.$/m],
  ['a key file that is not there', { DATABASE_URL, ENCRYPTION_KEY_FILE: '/nowhere/key' }, 1, /There is no key file/],
  ['a port that is no number', { PORT: 'abc' }, 2, /^PORT must be a whole number from 0 to 65535\.$/m],
])('%s: one sentence that says the next step, and no secret', async (_, env, exit, says) => {
  const { code, stdout, stderr } = await runCommand(['serve'], env)
  expect(stderr).toMatch(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stdout + stderr).not.toContain('canary')
  expect(code).toBe(exit)
})
