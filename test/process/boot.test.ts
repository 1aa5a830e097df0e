import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseKeyProvider } from '../../src/cli/database.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createApp } from '../../src/process/compose/context.ts'
import { addDataKey, announceDataKeys, openKeyring } from '../../src/vault/data-key-store.ts'
import { withRetries } from '../../src/vault/key-provider.ts'
import { purposes } from '../../src/vault/keyring.ts'
import { runCommand, startServerProcess } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import fakeKms, { type FakeKms, startFakeKms } from '../support/fake-kms.ts'
import { folderForTests } from '../support/folder.ts'
import { forTests, testEnvironment } from '../support/server.ts'

const folder = folderForTests('boot')
const key = () => randomBytes(32).toString('base64')
let kms: FakeKms
const database = forTests(createDatabase)
beforeAll(async () => {
  kms = await startFakeKms()
})
afterAll(() => kms?.close())

const encryptionKey = key()
const timeout = 60_000
const serve = (env: Record<string, string>) =>
  runCommand(['serve'], { PORT: '0', DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), ...env })

describe('a start', { timeout }, () => {
  test('with another key ends with 1 and a plain sentence, and changes nothing', async () => {
    const right = encryptionKey
    const started = await startServerProcess({ DATABASE_URL: database.url, ENCRYPTION_KEY: right })
    started.child.kill('SIGTERM')
    expect((await started.finished).code).toBe(0)
    const { code, stdout, stderr } = await serve({ ENCRYPTION_KEY: key() })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The encryption key is not the one of this database: it is local:\w{12}, the data keys are wrapped by local:\w{12}\. Nothing was changed\.\n$/,
    )
    expect(stdout).not.toContain('listens on')
    expect(stderr).not.toContain(right)
  })

  test('says how to make a key only while no key works', async () => {
    const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: encryptionKey }
    const said = async () => {
      const started = await startServerProcess(env)
      started.child.kill('SIGTERM')
      return (await started.finished).stdout
    }
    expect(await said()).toMatch(/listens on \S+\n\nMake a key: /)
    const made = await runCommand(
      ['keys', 'create', '--consumer', 'a', '--new', '--env', 'live', '--scopes', 'resolve'],
      env,
    )
    expect(made.code, made.stderr).toBe(0)
    expect(await said()).not.toContain('Make a key')
  })

  test('with a key file that others can read exits with 1 and prints what to do', async () => {
    const path = join(folder, 'open.key')
    writeFileSync(path, key(), { mode: 0o644 })
    const { code, stderr } = await serve({ ENCRYPTION_KEY_FILE: path })
    expect(code).toBe(1)
    expect(stderr).toBe(`The key file ${path} is readable by others than its owner: run chmod 600 on it.\n`)
  })

  test('in production without a key ends at once, and makes none', async () => {
    const { code, stderr } = await serve({ NODE_ENV: 'production' })
    expect(code).toBe(2)
    expect(stderr).toBe(
      'NODE_ENV=production needs ENCRYPTION_KEY (openssl rand -base64 32 makes one), ENCRYPTION_KEY_FILE or KEY_PROVIDER.\n',
    )
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('while the key service is away ends with 1 and a plain sentence, after several tries', async () => {
    const away = await createDatabase()
    kms.isDown = true
    const before = kms.asked
    const module = fileURLToPath(new URL('../support/fake-kms.ts', import.meta.url))
    const { code, stderr } = await serve({ DATABASE_URL: away.url, KEY_PROVIDER: module, FAKE_KMS_URL: kms.url })
    kms.isDown = false
    expect(code).toBe(1)
    expect(stderr).toBe('The key provider kms:fake does not answer (asked 5 times).\n')
    expect(kms.asked - before).toBe(5)
    await away.drop()
  })
})

describe('the choice of a key', () => {
  const config = (env: Record<string, string>) => readConfig({ DATA_DIR: join(folder, randomUUID()), ...env })

  test('falls to a generated file, 0600, outside production or when allowed', async () => {
    for (const env of [{}, { NODE_ENV: 'production', EMBEDDED_KEY: 'on' }]) {
      const chosen = config(env)
      const { id } = await chooseKeyProvider(chosen)
      expect(statSync(join(chosen.dataDir, 'encryption.key')).mode & 0o777).toBe(0o600)
      expect((await chooseKeyProvider(chosen)).id).toBe(id)
    }
  })

  test('is refused when two are given', async () => {
    const two = config({ ENCRYPTION_KEY: key(), ENCRYPTION_KEY_FILE: join(folder, 'some.key') })
    await expect(chooseKeyProvider(two)).rejects.toThrow(/^Set one of /)
  })
})

test('while the process runs, a key service that is away breaks nothing; a new key is taken up when it is back', {
  timeout,
}, async () => {
  const own = await createDatabase()
  const provider = withRetries(fakeKms(kms.url), { pausesMs: [] })
  const app = await createApp({
    config: readConfig(testEnvironment),
    databaseUrl: own.url,
    keyProvider: provider,
    log: createLog('silent'),
  })
  const id = randomUUID()
  const sealed = app.keyring.seal('address', id, false, 'before')
  await addDataKey(app.db, provider, 'address', false, 'enabled')
  kms.isDown = true
  await announceDataKeys(app.db)
  await pause(300)
  const opens = async () => {
    const { opens } = await app.db.selectFrom('node').select('opens').executeTakeFirstOrThrow()
    return opens.length
  }
  // One key for each purpose and environment.
  const before = 2 * purposes.length
  expect(await opens()).toBe(before)
  expect(app.keyring.open('address', id, false, sealed).toString()).toBe('before')
  expect(() => app.keyring.seal('address', id, false, 'during')).not.toThrow()
  kms.isDown = false
  // It tries again by itself.
  await expect.poll(opens, { timeout: 10_000 }).toBe(before + 1)
  expect((await openKeyring(app.db, provider)).keys()).toHaveLength(before + 1)
  await app.close()
  await own.drop()
})
