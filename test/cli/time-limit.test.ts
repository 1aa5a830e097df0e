import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { withApp } from '../../src/cli/app.ts'
import { rotate, verify } from '../../src/cli/operate/addresses.ts'
import { exportAddresses } from '../../src/cli/operate/opener.ts'
import { run as reencrypt } from '../../src/cli/operate/reencrypt.ts'
import { settleRole } from '../../src/database/migrate.ts'
import { makeKeyFile } from '../../src/vault/open-address.ts'
import { folderForTests } from '../support/folder.ts'
import { payerKey } from '../support/open-release.ts'
import { forTests, startTestServer } from '../support/server.ts'

const encryptionKey = randomBytes(32)
const server = forTests(() => startTestServer({ encryptionKey }))
const folder = folderForTests('time-limit')
const [keyFile, sealingKey] = [join(folder, 'key'), join(folder, 'owner.jwk.json')]
const { publicKey } = makeKeyFile(keyFile)

beforeAll(async () => {
  await settleRole(server.app.db, 50)
  process.env.DATABASE_URL = server.database.url
  process.env.ENCRYPTION_KEY = encryptionKey.toString('base64')
  await server.key({ consumer: 'owner' })
  writeFileSync(sealingKey, JSON.stringify((await payerKey()).jwk))
})

const commands: Record<string, () => Promise<unknown>> = {
  'a command on the services': () => withApp(({ pool }) => pool.query('select from endpoint limit 1')),
  reencrypt: () => reencrypt({ batch: 100, pause: 0, grace: 0, wrap: true, json: true }),
  'addresses rotate': () => rotate({ to: publicKey, batch: 100, grace: 0, keyring: true, dryRun: true, json: true }),
  'addresses verify': () => verify({ json: true }),
  'opener export': () =>
    exportAddresses({ privateKeyFile: [keyFile], consumer: 'owner', env: 'test', sealingKey, json: true }),
}

test.each(Object.keys(commands))('a command has no time limit, also when the role has one: %s', async (name) => {
  const client = await server.app.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('lock table endpoint, data_key in access exclusive mode')
    const running = commands[name]!().then(
      () => 'done',
      (error) => error,
    )
    const waiting = async () =>
      (
        await client.query(
          "select from pg_locks where not granted and relation in ('endpoint'::regclass, 'data_key'::regclass)",
        )
      ).rowCount! > 0
    while (!(await waiting()) && (await Promise.race([running, pause(5)])) === undefined);
    await pause(300)
    await client.query('commit')
    expect(await running).toBe('done')
  } finally {
    client.release()
  }
})
