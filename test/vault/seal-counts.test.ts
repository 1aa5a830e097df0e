import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { announceDataKeys } from '../../src/vault/data-key-store.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { Keyring, refuseAtSeals, replaceAtSeals, SealCounts, sealingPurposes } from '../../src/vault/keyring.ts'
import { replaceFullDataKeys } from '../../src/vault/rotation/full-keys.ts'
import { withRotationLock } from '../../src/vault/rotation/lock-store.ts'
import { reencrypt } from '../../src/vault/rotation/reencrypt.ts'
import { seedPayees } from '../support/sealed.ts'
import { forTests, startTestServer } from '../support/server.ts'

const encryptionKey = Buffer.alloc(32, 9)
const provider = localKeyProvider(encryptionKey)
const server = forTests(() => startTestServer({ encryptionKey }))
const other = forTests(() => startTestServer({ encryptionKey, database: server.database }))

type KeyFacts = { id: string; purpose: string; livemode: boolean; status: string; seals: number }

async function keysOf(purpose: string, livemode = false): Promise<KeyFacts[]> {
  const { rows } = await sql<KeyFacts>`
    select id, purpose, livemode, status, seals::int as seals from data_key
    where purpose = ${purpose} and livemode = ${livemode} order by created_at`.execute(server.app.db)
  return rows
}

const statuses = async (purpose: string) => (await keysOf(purpose)).map(({ status }) => status)

/** Until every process has written what it counted, and read the keys again. */
const settled = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await announceDataKeys(server.app.db)
      await check()
    },
    { timeout: 20_000, interval: 50 },
  )

test('seals of the processes are counted once each, in the rows of the data keys', async () => {
  await Promise.all([seedPayees(server, 7), other.key()])
  const place = [other.app.newId(), false, 'https://pay.example.com'] as const
  for (let n = 0; n < 5; n++) other.app.keyring.seal('projection', ...place)
  await settled(async () => {
    expect((await keysOf('projection')).map(({ seals }) => seals)).toEqual([4 + 5])
    expect((await keysOf('projection', true)).map(({ seals }) => seals)).toEqual([3])
  })
  await settled(async () => expect(server.app.keyring.counts.unwritten()).toEqual([]))
  expect((await keysOf('projection'))[0]!.seals).toBe(9)
  expect((await keysOf('fingerprint'))[0]!.seals).toBe(0)
})

describe('a data key seals nothing more', () => {
  const ringWith = (seals: number, refuseAt: number) => {
    const key = { id: randomUUID(), purpose: 'address', livemode: false, primary: true, key: randomBytes(32) } as const
    const ring = new Keyring([{ ...key, seals }], new SealCounts(refuseAt))
    return { key, ring, seal: () => ring.seal('address', randomUUID(), false, 'x') }
  }

  test('at its limit, which counts the seals of all processes', () => {
    const { seal } = ringWith(3, 5)
    seal()
    seal()
    expect(seal).toThrow(expect.objectContaining({ code: 'service_unavailable' }))
  })

  test('though counts are written in between, and an older total is read after', () => {
    const { ring, key, seal } = ringWith(0, 4)
    seal()
    seal()
    ring.counts.written(key.id, 2, 3)
    ring.replace([{ ...key, seals: 1 }])
    seal()
    expect(seal).toThrow(expect.objectContaining({ code: 'service_unavailable' }))
  })

  test('long before its nonces may repeat, and long after it is replaced', () => {
    expect(refuseAtSeals).toBeLessThan(2 ** 32 - 2 ** 29)
    expect(refuseAtSeals).toBeGreaterThan(replaceAtSeals + 2 ** 29)
  })
})

describe('a data key that has sealed too much', () => {
  const job = replaceAt(4)
  function replaceAt(limit: number) {
    return () => replaceFullDataKeys({ db: server.app.db, provider, replaceAt: limit }).run()
  }

  test('is replaced only when every process opens with the new one; its values still open', async () => {
    const id = server.app.newId()
    const sealed = server.app.keyring.seal('projection', id, false, 'before')
    const straggler = randomUUID()
    await server.app.db.insertInto('node').values({ id: straggler, opens: [], seals: [] }).execute()
    await withRotationLock(server.database.url, job)
    expect(await statuses('projection'), 'a re-encryption is under way').toEqual(['primary'])
    await Promise.all([job(), job()])
    expect(await statuses('projection')).toEqual(['primary', 'enabled'])
    await job()
    expect(await statuses('projection'), 'a process is behind').toEqual(['primary', 'enabled'])

    await server.app.db.deleteFrom('node').where('id', '=', straggler).execute()
    await settled(async () => {
      await job()
      expect(await statuses('projection')).toEqual(['enabled', 'primary'])
    })
    const [, fresh] = await keysOf('projection')
    for (const { app } of [server, other])
      await settled(async () => expect(app.keyring.primaryId('projection', false)).toBe(fresh!.id))
    expect(other.app.keyring.open('projection', id, false, sealed).toString()).toBe('before')
    expect(await statuses('webhook_secret')).toEqual(['primary'])
    await job()
    expect(await statuses('projection'), 'the new one has sealed little').toEqual(['enabled', 'primary'])
  })

  test('is erased by the next re-encryption, whose seals count too', async () => {
    await reencrypt({ db: server.app.db, provider, purposes: ['projection'], graceMs: 0 })
    const [former, fresh] = await keysOf('projection')
    expect([former!.status, fresh!.status]).toEqual(['destroyed', 'primary'])
    expect(fresh!.seals).toBeGreaterThanOrEqual(4)
  })
})

test('the alerts have the limit and the uses that the service has', () => {
  const alerts = readFileSync(new URL('../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8')
  expect(alerts).toContain(`signpost_data_key_seals > ${replaceAtSeals}\n`)
  expect(alerts).toContain(`{purpose=~"${sealingPurposes.join('|')}"}`)
})
