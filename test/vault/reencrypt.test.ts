import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openKeyring } from '../../src/vault/data-key-store.ts'
import { localKeyProvider, withFormer } from '../../src/vault/key-provider.ts'
import { purposes, sealingPurposes } from '../../src/vault/keyring.ts'
import { withRotationLock } from '../../src/vault/rotation/lock-store.ts'
import { type Progress, reencrypt, rewrap } from '../../src/vault/rotation/reencrypt.ts'
import { recordOf } from '../support/bound.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { type Payee, pointerOf, seedPayees } from '../support/sealed.ts'
import { forTests, startTestServer } from '../support/server.ts'

// `npm run evidence -- kills` runs it at length.
const isLong = process.env.LONG === '1'
const payeeCount = isLong ? 400 : 60
const runs = isLong ? 4 : 1
const purpose = 'The rent of 12 Elm Street'

const encryptionKey = Buffer.alloc(32, 3)
let payees: Payee[]

const server = forTests(() => startTestServer({ encryptionKey }))
const other = forTests(() => startTestServer({ encryptionKey, database: server.database }))
beforeAll(async () => {
  payees = await seedPayees(server, payeeCount)
  await server.app.db
    .insertInto('webhook')
    .values({
      id: server.app.newId(),
      livemode: true,
      consumer_id: payees[0]!.key.consumerId,
      url: 'https://example.com',
      enabled_events: ['*'],
    })
    .execute()
  const { id } = await server.app.db.selectFrom('webhook').select('id').executeTakeFirstOrThrow()
  const secretId = server.app.newId()
  const sealed = server.app.keyring.seal('webhook_secret', secretId, true, 'whsec_test')
  await server.app.db.insertInto('webhook_secret').values({ id: secretId, webhook_id: id, sealed }).execute()
  await stateAPurpose()
})

/** A grant and a request with a purpose each. */
async function stateAPurpose(): Promise<void> {
  const { identity, alias, key } = payees[0]!
  const grant = { identity, consumer: key.consumer, covers: { all: true }, purpose }
  const bodies = { consent_grants: grant, consent_requests: { alias, purpose } }
  for (const [path, body] of Object.entries(bodies)) {
    const answer = await server.send('POST', `/v1/${path}`, { key: key.key, body })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
}

type Reads = { done: number; failed: string[] }

/** Resolves, previews, replays and creates endpoints continuously until stopped. */
function readAll(): { stop(): Promise<Reads> } {
  const reads: Reads = { done: 0, failed: [] }
  let isRunning = true
  const worker = async (lane: number) => {
    for (let n = lane; isRunning; n++) {
      const { alias, endpoint, key } = payees[n % payeeCount]!
      const at = n % 2 ? server : other
      const resolved = await at.send('POST', '/v1/resolve', { key: key.key, body: { alias } })
      const preview = await at.send('GET', `/v1/endpoints/${endpoint}`, { key: key.key })
      reads.done += 2
      if (resolved.body?.endpoints?.[0]?.url !== pointerOf(n % payeeCount)) reads.failed.push(resolved.text)
      if (preview.body?.address_preview !== pointerOf(n % payeeCount)) reads.failed.push(preview.text)
      if (lane === 0 && n % 4 === 0) {
        const replay = await at.send('POST', '/v1/identities', {
          key: key.key,
          body: { type: 'user' },
          headers: { 'idempotency-key': `seed-/v1/identities-${n % payeeCount}` },
        })
        reads.done++
        if (replay.headers.get('idempotent-replayed') !== 'true') reads.failed.push(replay.text)
        const { identity } = payees[n % payeeCount]!
        const body = { identity, type: 'mobile_money', address: '+14155550100', privacy_level: 'private' }
        const made = await at.send('POST', '/v1/endpoints', { key: key.key, body })
        if (made.status !== 201 && made.body?.error?.code !== 'limit_reached') reads.failed.push(made.text)
      }
    }
  }
  const workers = [0, 7, 13].map(worker)
  return {
    async stop() {
      isRunning = false
      await Promise.all(workers)
      return reads
    },
  }
}

const command = ['reencrypt', '--json', '--batch', '5', '--pause', '4', '--grace', '1']

/** Runs it, and kills it once it has said `pattern` `times` times. */
async function killedAt(pattern: string, times = 1): Promise<void> {
  for (;;) {
    const started = startCommand(command, server.env)
    const isSaid = await started.saying(new RegExp(`(?:[^]*?"step":"${pattern}"){${times}}`)).then(
      () => true,
      () => false,
    )
    if (isSaid) started.child.kill('SIGKILL')
    const { code, stderr } = await started.finished
    if (code === null) return
    // This kill or the one before came late, and the run got past its step: the next run begins all of them again.
    expect(code, stderr).toBe(0)
  }
}

const dataKeys = () =>
  server.app.db
    .selectFrom('data_key')
    .select(['id', 'purpose', 'livemode', 'status', 'wrapped'])
    .where('purpose', 'in', sealingPurposes)
    .execute()

test('killed five times under load it loses nothing, and in the end no old key is left', {
  timeout: 300_000,
}, async () => {
  let done = 0
  for (let run = 0; run < runs; run++) {
    const before = (await dataKeys()).filter(({ status }) => status === 'primary').map(({ id }) => id)
    const load = readAll()
    await killedAt('await_opens')
    await killedAt('promote')
    await killedAt('reencrypt', 2)
    await killedAt('reencrypt', 6)
    await killedAt('disable')
    const last = await runCommand(command, server.env)
    expect(last.code, last.stderr).toBe(0)
    await pause(200)
    const reads = await load.stop()
    expect(reads.failed).toEqual([])
    done += reads.done

    const keys = await dataKeys()
    const primaries = keys.filter(({ status }) => status === 'primary')
    expect(primaries).toHaveLength(2 * sealingPurposes.length)
    expect(primaries.filter(({ id }) => before.includes(id))).toEqual([])
    expect(keys.filter(({ status }) => status !== 'primary' && status !== 'destroyed')).toEqual([])
    expect(keys.filter(({ status, wrapped }) => (status === 'destroyed') !== (wrapped === null))).toEqual([])
  }
  console.log(`re-encryption killed ${runs * 5} times: ${done} reads, 0 failed`)

  const fresh = await startTestServer({ encryptionKey, database: server.database })
  const rows = await fresh.app.db.selectFrom('endpoint').select(['id', 'livemode', 'address', 'projection']).execute()
  for (const { id, livemode, address, projection } of rows) {
    const record = await recordOf(fresh, id)
    fresh.app.keyring.open('address', record, livemode, Buffer.from(address!))
    fresh.app.keyring.open('projection', record, livemode, Buffer.from(projection!))
  }
  for (const path of ['consent_grants', 'consent_requests?direction=outgoing']) {
    const { body } = await fresh.send('GET', `/v1/${path}`, { key: payees[0]!.key.key })
    expect(body.data[0].purpose).toBe(purpose)
  }
  const secret = await fresh.app.db.selectFrom('webhook_secret').selectAll().executeTakeFirstOrThrow()
  const opened = fresh.app.keyring.open('webhook_secret', secret.id, true, Buffer.from(secret.sealed))
  expect(opened.toString()).toBe('whsec_test')
  await fresh.close()
})

test('a second one reports that another is running', { timeout: 60_000 }, async () => {
  const second = await withRotationLock(server.database.url, () =>
    runCommand(['reencrypt', '--grace', '0'], server.env),
  )
  expect(second).toMatchObject({ code: 1, stderr: 'Another re-encryption is running.\n' })
})

test('a value that can’t be opened is named and keeps its key', { timeout: 60_000 }, async () => {
  const { db } = server.app
  const rotate = () => reencrypt({ db, provider: localKeyProvider(encryptionKey), purposes: ['address'], graceMs: 0 })
  const row = await db.selectFrom('endpoint').select(['id', 'address']).limit(1).executeTakeFirstOrThrow()
  const broken = Buffer.from(row.address!)
  broken[broken.length - 1]! ^= 1
  await db.updateTable('endpoint').set({ address: broken }).where('id', '=', row.id).execute()
  await expect(rotate()).rejects.toThrow(`The address of row ${row.id} cannot be opened. It was not changed`)
  const former = (await dataKeys()).filter(({ purpose, status }) => purpose === 'address' && status === 'enabled')
  expect(former).toHaveLength(2)
  await db.updateTable('endpoint').set({ address: row.address }).where('id', '=', row.id).execute()
  expect(await rotate()).toBeGreaterThan(0)
})

test('a key that a kill left disabled while a value was sealed by it opens again, until the value is sealed again', async () => {
  const rotate = (onProgress?: (progress: Progress) => void) =>
    reencrypt({
      ...{ db: server.app.db, provider: localKeyProvider(encryptionKey), purposes: ['address'], graceMs: 0 },
      ...(onProgress && { onProgress }),
    })
  const killed = ({ step }: Progress) => {
    if (step === 'await_seals') throw new Error('killed')
  }
  await expect(rotate(killed)).rejects.toThrow('killed')
  await server.app.db
    .updateTable('data_key')
    .set({ status: 'disabled' })
    .where('purpose', '=', 'address')
    .where('status', '=', 'enabled')
    .execute()
  expect(await rotate()).toBeGreaterThan(0)
  const states = (await dataKeys()).filter(({ purpose }) => purpose === 'address').map(({ status }) => status)
  expect(new Set(states)).toEqual(new Set(['primary', 'destroyed']))
})

test('no data key is locked while a provider wraps; if it fails none has changed, and one that changed meanwhile stays', async () => {
  const { db } = server.app
  const keys = () =>
    db
      .selectFrom('data_key')
      .select(['id', 'wrapped', 'key_provider'])
      .where('status', '<>', 'destroyed')
      .orderBy('id')
      .execute()
  const before = await keys()
  const [former, next] = [localKeyProvider(encryptionKey), localKeyProvider(Buffer.alloc(32, 4))]
  let calls = 0
  const rewrapWhile = (meanwhile: () => Promise<unknown>) => {
    const provider = withFormer(next, former)
    const wrap: typeof provider.wrap = (...args) => meanwhile().then(() => provider.wrap(...args))
    return rewrap(db, { ...provider, wrap })
  }
  const failLast = async () => {
    if (++calls === before.length) throw new Error('away')
  }
  await expect(rewrapWhile(failLast)).rejects.toThrow('away')
  expect(await keys()).toEqual(before)

  const [changed, ...others] = before
  const wrapped = Buffer.from('of another process')
  const change = async () => {
    await sql`select from data_key for update nowait`.execute(db)
    await db.updateTable('data_key').set({ wrapped }).where('id', '=', changed!.id).execute()
  }
  expect(await rewrapWhile(change)).toBe(others.length)
  expect((await keys())[0]).toEqual({ ...changed, wrapped })
  await db.updateTable('data_key').set({ wrapped: changed!.wrapped }).where('id', '=', changed!.id).execute()
  expect(await rewrap(db, withFormer(former, next))).toBe(others.length)
})

test('a key that a stopped run left disabled is wrapped again too', async () => {
  const { db } = server.app
  const [former, next] = [localKeyProvider(encryptionKey), localKeyProvider(Buffer.alloc(32, 4))]
  const { rows } = await sql<{ id: string }>`
    update data_key set status = 'disabled' where id = (select id from data_key where status = 'primary' limit 1)
    returning id`.execute(db)
  const providerOf = async () =>
    (await db.selectFrom('data_key').select('key_provider').where('id', '=', rows[0]!.id).executeTakeFirstOrThrow())
      .key_provider
  await rewrap(db, withFormer(next, former))
  expect(await providerOf()).toBe(next.id)
  await rewrap(db, withFormer(former, next))
  await db.updateTable('data_key').set({ status: 'primary' }).where('id', '=', rows[0]!.id).execute()
})

test('data keys are wrapped again under another key, and the old one is no longer needed', {
  timeout: 120_000,
}, async () => {
  const { db } = server.app
  const [former, next] = [localKeyProvider(encryptionKey), localKeyProvider(Buffer.alloc(32, 4))]
  const wrongKey = /^The encryption key is not the one of this database: it is local:\w{12}, /
  await expect(openKeyring(db, next)).rejects.toThrow(wrongKey)
  await openKeyring(db, withFormer(next, former))
  const both = { ...server.env, ENCRYPTION_KEY: Buffer.alloc(32, 4).toString('base64') }
  const wrapped = await runCommand(['reencrypt', '--wrap', '--json'], {
    ...both,
    ENCRYPTION_KEY_FORMER: server.env.ENCRYPTION_KEY,
  })
  expect(JSON.parse(wrapped.stdout)).toEqual({ wrapped: 2 * purposes.length })
  await openKeyring(db, next)
  await expect(openKeyring(db, former)).rejects.toThrow(wrongKey)
})
