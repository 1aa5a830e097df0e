import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { addressSealer, requireOrigin } from '../../src/vault/address-key.ts'
import { makeKeyFile } from '../../src/vault/open-address.ts'
import { countAddresses } from '../../src/vault/rotation/address-store.ts'
import { rotateAddresses } from '../../src/vault/rotation/addresses.ts'
import { withRotationLock } from '../../src/vault/rotation/lock-store.ts'
import { recordOfEndpoint } from '../support/bound-values.ts'
import { type Finished, runCommand, startCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'
import { type Payee, pointerOf, seedPayees } from '../support/sealed.ts'
import { forTests, startTestServer, type TestServer } from '../support/server.ts'

const payeeCount = 24
const encryptionKey = Buffer.alloc(32, 5)
const folder = folderForTests('addresses')
const files = { one: join(folder, 'one'), two: join(folder, 'two') }
const [one, two] = [makeKeyFile(files.one), makeKeyFile(files.two)]
const from = (file: string) => ['--private-key-file', file]

/** A gateway with the first key, one with the second and one without, on one database. */
let second: TestServer
let plain: TestServer
let payees: Payee[]
let removedAt = -1
let env: Record<string, string>
let withRing: Record<string, string>

const first = forTests(() => startTestServer({ encryptionKey, env: { ADDRESS_PUBLIC_KEY: one.publicKey } }))
beforeAll(async () => {
  const { database } = first
  second = await startTestServer({ encryptionKey, database, env: { ADDRESS_PUBLIC_KEY: two.publicKey } })
  plain = await startTestServer({ encryptionKey, database })
  payees = await seedPayees(first, payeeCount)
  // No key-encryption key: what is sealed to a key pair needs none.
  env = { DATABASE_URL: database.url, NODE_ENV: 'production' }
  withRing = { ...env, ENCRYPTION_KEY: encryptionKey.toString('base64') }
})
afterAll(async () => {
  await second?.close()
  await plain?.close()
})

const counts = () => countAddresses(first.app.db)
const last = ({ stdout }: Finished) => JSON.parse(stdout.trim().split('\n').at(-1)!)
const addresses = (args: string[], environment = env) => runCommand(['addresses', ...args], environment)
const rotate = (args: string[], environment = env) =>
  addresses(['rotate', '--json', '--grace', '0', ...args], environment)

const stored = (endpoint: string) =>
  first.app.db
    .selectFrom('endpoint')
    .select(['id', 'livemode', 'address', 'updated_at'])
    .where('id', '=', decodeId('endpoint', endpoint)!)
    .executeTakeFirstOrThrow()

async function expectAllOpenedBy({ open }: typeof one): Promise<void> {
  for (const [n, { endpoint }] of payees.entries()) {
    if (n === removedAt) continue
    const { id, livemode, address } = await stored(endpoint)
    const record = await recordOfEndpoint(first.app.db, id)
    const opened = await open(record, livemode, Buffer.from(address!))
    expect(requireOrigin(first.app.keyring, record, livemode, opened).toString()).toBe(pointerOf(n))
  }
}

/** The same, without the command line. */
const move = (old: typeof one, next: typeof one) =>
  rotateAddresses({
    db: first.app.db,
    openers: new Map([[old.keyId, old.open]]),
    target: { sealer: next.keyId, seal: addressSealer(next.publicKey).seal },
    graceMs: 0,
  })

const newEndpoint = (server: TestServer, { identity, key }: Payee) =>
  server.send('POST', '/v1/endpoints', {
    key: key.key,
    body: { identity, type: 'mobile_money', address: '+14155550100', privacy_level: 'private' },
  })

const timeout = 60_000

describe('keygen', { timeout }, () => {
  test('prints the public half and writes the private one to a new file', async () => {
    const path = join(folder, 'made')
    const made = await addresses(['keygen', ...from(path)], {})
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toMatch(/^address_public_[\w-]{48}\n$/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const written = readFileSync(path, 'utf8')
    const [, secret] = /^address_private_(.+)$/m.exec(written)!
    expect(made.stdout + made.stderr).not.toContain(secret)
  })
})

describe('verify', { timeout }, () => {
  test('counts addresses by key, and lists those that the given keys do not open', async () => {
    expect(await counts()).toEqual({ [one.keyId]: payeeCount })
    const good = await addresses(['verify', '--json', ...from(files.one)])
    expect([good.code, last(good)]).toEqual([
      0,
      { sealed: { [one.keyId]: payeeCount }, opened: payeeCount, unopened: 0 },
    ])
    const bad = await addresses(['verify', ...from(files.two)])
    expect(bad.code).toBe(1)
    const named = bad.stdout.split('\n').filter((line) => line.startsWith('end_'))
    expect(named.sort()).toEqual(payees.map(({ endpoint }) => `${endpoint} is not opened (${one.keyId})`).sort())
    expect(bad.stdout).toContain(`Opened: 0, not opened: ${payeeCount}.`)
  })
})

describe('rotate', { timeout: 2 * timeout }, () => {
  test('refuses invalid options before it waits for the lock, such as a private key in place of a public one', async () => {
    const secret = /^address_private.*$/m.exec(readFileSync(files.two, 'utf8'))![0]
    const refusals: [string[], RegExp][] = [[[...from(files.one), '--to', secret], /^This is the private half/]]
    const [locked, ...runs] = await withRotationLock(first.database.url, () =>
      Promise.all([rotate([...from(files.one), '--to', two.publicKey]), ...refusals.map(([args]) => rotate(args))]),
    )
    expect(locked).toMatchObject({ code: 1, stderr: 'Another re-encryption is running.\n' })
    for (const [n, { code, stdout, stderr }] of runs.entries()) {
      expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(refusals[n]![1])
    }
    expect(await counts()).toEqual({ [one.keyId]: payeeCount })
  })

  test('a dry run counts the addresses to move and writes nothing', async () => {
    const before = await stored(payees[0]!.endpoint)
    const dry = await rotate([...from(files.one), '--to', two.publicKey, '--dry-run'])
    expect([dry.code, last(dry)]).toMatchObject([0, { dry_run: true, moved: payeeCount }])
    expect(await stored(payees[0]!.endpoint)).toEqual(before)
  })

  test('a killed rotation continues where it stopped; addresses sealed meanwhile under either key are moved or kept', async () => {
    const args = [
      'addresses',
      'rotate',
      '--json',
      '--grace',
      '1',
      '--batch',
      '5',
      ...from(files.one),
      '--to',
      two.publicKey,
    ]
    const killed = startCommand(args, env)
    await killed.saying(/"done":10/)
    killed.child.kill('SIGKILL')
    await killed.finished
    const halfway = await counts()
    expect(halfway[two.keyId]).toBeGreaterThanOrEqual(10)

    const again = startCommand(args, env)
    await again.saying(/"done":5/)
    for (const payee of payees.slice(0, 4)) {
      expect((await newEndpoint(first, payee)).status).toBe(201)
      expect((await newEndpoint(second, payee)).status).toBe(201)
    }
    const finished = await again.finished
    expect(finished.code, finished.stderr).toBe(0)
    expect(last(finished)).toMatchObject({ finished: true, sealed: { [two.keyId]: payeeCount + 8 } })
    expect(await counts()).toEqual({ [two.keyId]: payeeCount + 8 })
    await expectAllOpenedBy(two)
    const { updated_at } = await stored(payees[0]!.endpoint)
    expect(Date.now() - updated_at.getTime(), 'a rotation is no change of the record').toBeGreaterThan(1_000)
    const resolved = await plain.send('POST', '/v1/resolve', {
      key: payees[3]!.key.key,
      body: { alias: payees[3]!.alias },
    })
    expect(resolved.body.endpoints[0].url).toBe(pointerOf(3))
  })

  test('skips a locked row and moves it later; an address removed meanwhile stays erased', async () => {
    const { db } = first.app
    const [held, removed] = [await stored(payees[0]!.endpoint), await stored(payees[1]!.endpoint)]
    const openers = new Map([[two.keyId, two.open]])
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (trx) => {
      await trx.selectFrom('endpoint').select('id').where('id', 'in', [held.id, removed.id]).forUpdate().execute()
      locked.resolve()
      await released.promise
      await trx
        .updateTable('endpoint')
        .set({ address: null, projection: null, removed_at: new Date() })
        .where('id', '=', removed.id)
        .execute()
    })
    await locked.promise
    const total = payeeCount + 8
    const moved = await rotateAddresses({
      db,
      openers,
      target: { sealer: one.keyId, seal: addressSealer(one.publicKey).seal },
      graceMs: 0,
      onProgress: (done) => done === total - 2 && released.resolve(),
    })
    await holding
    expect(moved).toBe(total - 1)
    expect(await counts()).toEqual({ [one.keyId]: total - 1 })
    expect((await stored(payees[1]!.endpoint)).address).toBeNull()
    removedAt = 1
    await move(one, two)
  })

  test('leaves and lists addresses that it cannot open, moves the rest and exits with 1', async () => {
    const total = payeeCount + 7
    const row = await stored(payees[2]!.endpoint)
    const broken = Buffer.from(row.address!)
    broken[broken.length - 1]! ^= 1
    const write = (address: Uint8Array) =>
      first.app.db
        .updateTable('endpoint')
        .set({ address: Buffer.from(address) })
        .where('id', '=', row.id)
        .execute()
    await write(broken)
    const { code, stdout } = await rotate([...from(files.two), '--to', one.publicKey])
    expect(code).toBe(1)
    expect(stdout).toContain(JSON.stringify({ unopenable: payees[2]!.endpoint, sealed_by: two.keyId }))
    expect(await counts()).toEqual({ [one.keyId]: total - 1, [two.keyId]: 1 })
    expect(Buffer.from((await stored(payees[2]!.endpoint)).address!)).toEqual(broken)
    await write(row.address!)
    await move(two, one)
  })

  test('leaves and lists an address that was copied into the row of another endpoint', async () => {
    const [mine, theirs] = [await stored(payees[3]!.endpoint), await stored(payees[4]!.endpoint)]
    const put = (address: Uint8Array | null) =>
      first.app.db
        .updateTable('endpoint')
        .set({ address: Buffer.from(address!) })
        .where('id', '=', mine.id)
        .execute()
    await put(theirs.address)
    const { code, stdout } = await rotate([...from(files.one), '--to', two.publicKey])
    expect(code).toBe(1)
    expect(stdout).toContain(JSON.stringify({ unopenable: payees[3]!.endpoint, sealed_by: one.keyId }))
    expect((await stored(payees[3]!.endpoint)).address).toEqual(theirs.address)
    await put(mine.address)
    await move(one, two)
    await move(two, one)
  })

  test('moves between the key ring and a key pair, both ways', async () => {
    const total = payeeCount + 7
    const back = await rotate([...from(files.one), '--to', 'keyring'], withRing)
    expect(back.code, back.stderr).toBe(0)
    expect(await counts()).toEqual({ keyring: total })
    const { id, livemode, address } = await stored(payees[0]!.endpoint)
    const record = await recordOfEndpoint(plain.app.db, id)
    expect(plain.app.keyring.open('address', record, livemode, Buffer.from(address!)).toString()).toBe(pointerOf(0))
    const forth = await rotate(['--keyring', '--to', two.publicKey], withRing)
    expect(forth.code, forth.stderr).toBe(0)
    expect(await counts()).toEqual({ [two.keyId]: total })
  })
})

describe('beside the other commands', { timeout: 2 * timeout }, () => {
  test('reencrypt leaves addresses that are sealed to a key pair, and counts them', async () => {
    expect((await newEndpoint(plain, payees[0]!)).status).toBe(201)
    const before = await counts()
    const row = await stored(payees[0]!.endpoint)
    const run = await runCommand(['reencrypt', '--grace', '0'], withRing)
    expect(run.code, run.stderr).toBe(0)
    expect(run.stdout).toContain(`${before[two.keyId]} addresses are sealed to a public key and stay`)
    expect(await counts()).toEqual(before)
    expect(await stored(payees[0]!.endpoint)).toEqual(row)
    await expectAllOpenedBy(two)
  })

  test('doctor reports the mode and the addresses by key, and warns of a mixed state', async () => {
    const doctor = async (more: Record<string, string> = {}) => {
      const { stdout } = await runCommand(['doctor', '--json'], { ...withRing, ...more })
      return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'addresses')
    }
    const sealed = (await counts())[two.keyId]
    const mixed = await doctor({ ADDRESS_PUBLIC_KEY: two.publicKey })
    expect(mixed).toMatchObject({ state: 'warning', found: `sealed to key ${two.keyId}; also 1 by keyring` })
    expect(mixed.todo).toContain('signpost -- addresses rotate')
    await first.app.db
      .updateTable('endpoint')
      .set({ address: null, removed_at: new Date() })
      .where(sql<boolean>`substring(address from 1 for 1) = '\\x01'::bytea`)
      .execute()
    expect(await doctor({ ADDRESS_PUBLIC_KEY: two.publicKey })).toEqual({
      check: 'addresses',
      state: 'good',
      found: `sealed to key ${two.keyId}: all ${sealed}`,
    })
  })
})
