import { expect, test } from 'vitest'
import { localKeyProvider } from '../../../src/vault/key-provider.ts'
import { reencrypt } from '../../../src/vault/rotation/reencrypt.ts'
import { naiveSnapshots, storedSnapshots } from '../../support/naive-snapshots.ts'
import { freshName, query, registryOf } from '../../support/registry.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const encryptionKey = Buffer.alloc(32, 5)
const server = forTests(() => startTestServer({ encryptionKey }))
const caller = forTests(() => server.key())
const mine = registryOf(server, caller)

const allSnapshots = async () => {
  const ids = (await server.query<{ id: string }>`select id from identity`).map(({ id }) => id)
  return { stored: await storedSnapshots(server.app.pool, ids), naive: await naiveSnapshots(server.app.pool, ids) }
}

/** A change that the triggers, which keep snapshots true, don't see. */
async function unwatched(table: string, text: string, values: unknown[] = []) {
  await query(server, `alter table ${table} disable trigger user`)
  const rows = await query(server, text, values)
  await query(
    server,
    `alter table ${table} enable always trigger ${table === 'identity' ? 'identity_snapshot' : 'endpoint_updated'}`,
  )
  return rows
}

test('an identity without endpoints has an empty snapshot, like one whose endpoints were all removed', async () => {
  const names = [freshName(), freshName()]
  for (const name of names) await mine.username((await mine.identity()).id, name)
  const { id } = await mine.identity()
  const wallet = await mine.wallet(id)
  await mine.remove(`/v1/endpoints/${wallet.id}`)
  const { stored, naive } = await allSnapshots()
  expect(stored).toEqual(naive)
  expect([...stored.values()]).toEqual([[], [], []])
  expect((await mine.resolve(names[0]!)).body.disclosure).toMatchObject({ total_endpoints: 0, disclosed: 0 })
})

test('of fifty endpoints a snapshot holds each, and nothing of an address or an owner; amounts are never shown', async () => {
  const name = freshName()
  const { id } = await mine.identity()
  await mine.username(id, name)
  const capabilities = [{ asset: 'EUR', network: 'sepa', rail: 'sct', min_amount: 12_345, max_amount: 67_890 }]
  for (let n = 0; n < 50; n++) await mine.account(id, { priority: n % 7, capabilities })
  const { stored, naive } = await allSnapshots()
  expect(stored).toEqual(naive)
  expect(JSON.stringify([...stored.values()])).not.toMatch(/DE89|3000"|last4/)
  const { body, text } = await mine.resolve(name)
  expect(text).not.toMatch(/12345|67890|amount/)
  expect(body.disclosure).toMatchObject({ total_endpoints: 50, disclosed: 50 })
  expect(body.endpoints[49]).toMatchObject({
    last4: '3000',
    capabilities: [{ asset: 'EUR', network: 'sepa', rail: 'sct' }],
  })
})

test('no data key goes while a snapshot still names it', async () => {
  const snapshot = async () =>
    (await server.query<{ snapshot: string }>`select snapshot from identity where snapshot <> '[]'`)[0]!.snapshot
  const old = await snapshot()
  let settling = () => undefined as unknown
  const settles = new Promise((settle) => {
    settling = () => settle(null)
  })
  const done = reencrypt({
    db: server.app.db,
    provider: localKeyProvider(encryptionKey),
    purposes: ['projection'],
    graceMs: 3_000,
    onProgress: ({ step }) => step === 'settle' && settling(),
  })
  await settles
  await unwatched('identity', "update identity set snapshot = $1 where snapshot <> '[]'", [old])
  await done
  const { stored, naive } = await allSnapshots()
  expect(stored).toEqual(naive)
  expect(await snapshot()).not.toBe(old)
})
