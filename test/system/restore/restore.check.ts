import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { must } from '../../../src/postgres/command.ts'
import { readKey } from '../../../src/vault/address-key.ts'
import { makeKeyFile } from '../../../src/vault/open-address.ts'
import { administer, onDatabase, withClient } from '../../support/admin.ts'
import { type Canaries, createScanner, formsOf } from '../../support/canaries.ts'
import { runCommand, startServerProcess } from '../../support/command.ts'
import { type Node, newCluster, startNode, startPrimary } from '../../support/replication.ts'
import { type Payee, pointerOf, seedPayees } from '../../support/sealed.ts'
import { startTestServer, type TestServer, testEnvironment } from '../../support/server.ts'

const payeeCount = 40
const { scratch } = inject('postgres')
const unique = randomBytes(4).toString('hex')
const keyFile = join(scratch, `address-${unique}`)
const pair = makeKeyFile(keyFile)
const encryptionKey = randomBytes(32)
const keys = { ENCRYPTION_KEY: encryptionKey.toString('base64'), ADDRESS_PUBLIC_KEY: pair.publicKey }
const quiet = {
  ...testEnvironment,
  RATE_LIMITS: 'on',
  RATE_LIMIT_STORE: 'postgres',
  RATE_LIMIT_REQUESTS_TEST: '100000 + 1/s',
}

let original: Node
let server: TestServer
let payees: Payee[]
const canaries: Canaries = {}

/** A program of PostgreSQL 15, as the user that PostgreSQL runs as. */
const tool = (name: string, ...args: string[]) =>
  must(join('/usr/lib/postgresql/15/bin', name), args, { account: original.cluster.account })
const fileFor = (name: string) => join(original.cluster.home, name)

beforeAll(async () => {
  original = await startPrimary(scratch, `backed-up-${unique}`)
  await migrate(original.url)
  const database = { url: original.url, drop: async () => undefined }
  server = await startTestServer({ encryptionKey, database, env: { ...quiet, ADDRESS_PUBLIC_KEY: pair.publicKey } })
  payees = await seedPayees(server, payeeCount)
  canaries.address = Buffer.from('pay.example.com/payee-')
  for (const { key } of payees.slice(0, 2)) canaries[`API key ${key.keyId}`] = Buffer.from(key.key.slice(12, -4))
  const webhook = await server.send('POST', '/v1/webhooks', {
    key: payees[0]!.key.key,
    body: { url: 'https://127.0.0.1:8443/in', enabled_events: ['*'] },
  })
  expect(webhook.status, webhook.text).toBe(201)
  canaries['webhook secret'] = Buffer.from(webhook.body.signing_secret.slice(6))
  canaries['encryption key'] = encryptionKey
  canaries['private address key'] = readKey('private', readFileSync(keyFile, 'utf8').split('\n')[1]!)
  for (const { id, key } of server.app.keyring.keys()) canaries[`data key ${id}`] = key
})
afterAll(async () => {
  await server?.close()
  await original?.stop()
})

/** Creates identities without a rest, as a running service does. @returns how many were acknowledged */
function keepWriting(): { written(): number; stop(): Promise<void> } {
  let isRunning = true
  let count = 0
  const work = async () => {
    while (isRunning) {
      const answer = await server.send('POST', '/v1/identities', { key: payees[0]!.key.key, body: { type: 'user' } })
      if (answer.status === 201) count++
    }
  }
  const working = work()
  return {
    written: () => count,
    stop: async () => {
      isRunning = false
      await working
    },
  }
}

const count = (url: string, what: string): Promise<number> =>
  withClient(url, async (client) => (await client.query(`select count(*)::int as n from ${what}`)).rows[0].n)

/** Backs up with `backUp` while the service writes, and says how many identities were acknowledged before and after. */
async function whileWriting(backUp: () => Promise<unknown>): Promise<{ before: number; after: number }> {
  const writing = keepWriting()
  while (writing.written() < 5) await server.send('GET', '/healthz')
  const start = writing.written()
  const before = await count(original.url, 'identity')
  await backUp()
  await writing.stop()
  const after = await count(original.url, 'identity')
  expect(writing.written()).toBeGreaterThan(start)
  return { before, after }
}

/** A gateway on a restored database, with the keys: all that the original answered. */
async function expectWhole(url: string): Promise<void> {
  const gateway = await startServerProcess({ ...quiet, ...keys, DATABASE_URL: url })
  try {
    for (const [n, { alias, key, endpoint }] of payees.entries()) {
      const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' }
      const resolved = await fetch(`${gateway.url}/v1/resolve`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ alias }),
      })
      expect(((await resolved.json()) as { endpoints: { url: string }[] }).endpoints[0]?.url).toBe(pointerOf(n))
      const preview = await fetch(`${gateway.url}/v1/endpoints/${endpoint}`, { headers })
      expect(((await preview.json()) as { address_preview: string }).address_preview).toBe(pointerOf(n))
    }
  } finally {
    gateway.child.kill('SIGTERM')
    await gateway.finished
  }
  const verified = await runCommand(['addresses', 'verify', '--json', '--private-key-file', keyFile], {
    DATABASE_URL: url,
  })
  expect([verified.code, JSON.parse(verified.stdout.trim().split('\n').at(-1)!)]).toEqual([
    0,
    { sealed: { [pair.keyId]: payeeCount }, opened: payeeCount, unopened: 0 },
  ])
}

describe('a dump of a running server', { timeout: 300_000 }, () => {
  let restored: Node
  afterAll(() => restored?.stop())

  test('restored into a new cluster with the keys answers all that the original did', async () => {
    const file = fileFor('signpost.dump')
    const { before, after } = await whileWriting(() =>
      tool('pg_dump', '--format=custom', '--no-unlogged-table-data', `--file=${file}`, original.url),
    )
    restored = await startPrimary(scratch, `restored-${unique}`)
    await tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored.url}`, file)
    const found = await count(restored.url, 'identity')
    expect(found).toBeGreaterThanOrEqual(before)
    expect(found).toBeLessThanOrEqual(after)
    expect(await count(original.url, 'rate_bucket')).toBeGreaterThan(0)
    expect(await count(restored.url, 'rate_bucket')).toBe(0)
    await expectWhole(restored.url)
    console.log(`dumped while ${after - before} identities were written; ${found} of ${before} to ${after} restored`)
  })

  test('without the keys it does not start, and says why in one sentence', async () => {
    const other = { ...keys, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const url = restored.url
    const rows = () => count(url, 'data_key')
    const held = await rows()
    const wrong = await runCommand(['serve'], { ...quiet, ...other, DATABASE_URL: url })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^The encryption key is not the one of this database[^\n]*\n$/)
    const production = { NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' }
    const none = await runCommand(['serve'], { ...quiet, ...production, DATABASE_URL: url })
    expect(none).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'NODE_ENV=production needs ENCRYPTION_KEY (openssl rand -base64 32 makes one), ENCRYPTION_KEY_FILE or KEY_PROVIDER.\n',
    })
    expect(await rows()).toBe(held)
  })

  test('holds no secret in any form, and a seeded one is found', async () => {
    const plain = fileFor('signpost.sql')
    const dump = async () => {
      await tool('pg_dump', `--file=${plain}`, original.url)
      return readFileSync(plain)
    }
    const before = await dump()
    expect(before.toString('latin1')).toContain('COPY public.endpoint ')
    expect(createScanner(canaries)('dump', before)).toEqual([])
    const seeded = Buffer.from(`Seeded"${randomBytes(12).toString('hex')}/%+&\\=`)
    const forms = [...formsOf(seeded)].filter(([, bytes]) => !bytes.includes('\\'))
    await withClient(original.url, async (client) => {
      await client.query('create table seeded (form text)')
      for (const [, form] of forms) await client.query('insert into seeded values ($1)', [form.toString('latin1')])
    })
    const found = createScanner({ seeded })('dump', await dump())
    await administer(original.url, 'drop table seeded')
    const missed = forms.filter(([form]) => !found.some((sighting) => sighting.form === form))
    expect(missed.map(([form]) => form)).toEqual([])
    const formCount = Object.values(canaries).reduce((sum, canary) => sum + formsOf(canary).size, 0)
    console.log(
      `pg_dump scanned: ${before.length} bytes, ${Object.keys(canaries).length} canaries in ${formCount} forms, 0 hits`,
    )
  })
})

describe('a copy of a running cluster', { timeout: 300_000 }, () => {
  test('by pg_basebackup, started elsewhere with the keys, answers all that the original did, its quotas full', async () => {
    const cluster = await newCluster(scratch, `copied-${unique}`)
    const source = onDatabase(original.url, 'postgres')
    const { before, after } = await whileWriting(() =>
      tool(
        'pg_basebackup',
        `--pgdata=${cluster.data}`,
        '--checkpoint=fast',
        '--wal-method=stream',
        `--dbname=${source}`,
      ),
    )
    const copied = await startNode(cluster, {}, new URL(original.url).password)
    try {
      const found = await count(copied.url, 'identity')
      expect(found).toBeGreaterThanOrEqual(before)
      expect(found).toBeLessThanOrEqual(after)
      expect(await count(copied.url, 'rate_bucket')).toBe(0)
      await expectWhole(copied.url)
      console.log(`copied while ${after - before} identities were written; ${found} of ${before} to ${after} there`)
    } finally {
      await copied.stop()
    }
  })

  test('a crash of PostgreSQL refills the quotas and loses nothing else', async () => {
    expect(await count(original.url, 'rate_bucket')).toBeGreaterThan(0)
    const before = await count(original.url, 'identity')
    await original.kill()
    await original.start()
    expect(await count(original.url, 'rate_bucket')).toBe(0)
    expect(await count(original.url, 'identity')).toBe(before)
    await expectWhole(original.url)
  })
})
