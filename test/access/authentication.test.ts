import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyMark } from '../../src/access/api-keys/rules.ts'
import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer, insertKey, revokeApiKey } from '../../src/access/api-keys/store.ts'
import { createAuthentication } from '../../src/access/authentication.ts'
import { unlimited } from '../../src/access/quotas/rules.ts'
import { openOrm } from '../../src/database/orm.ts'
import { SignpostError } from '../../src/kernel/errors.ts'
import { Keyring, purposes } from '../../src/vault/keyring.ts'
import { newApiKey } from '../../src/vault/secret.ts'
import { createDatabase } from '../support/database.ts'
import { forTests } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'

let orm: Awaited<ReturnType<typeof openOrm>>
const keyring = new Keyring(
  purposes.map((purpose) => ({ id: randomUUID(), purpose, livemode: false, primary: true, key: randomBytes(32) })),
)
const database = forTests(createDatabase)
beforeAll(async () => {
  orm = await openOrm(database.url)
})
afterAll(() => orm.close())

const db = () => orm.em.fork().getKysely()

async function issue(expiresAt: Date | null = null) {
  const consumerId = await ensureConsumer(db(), 'owner', randomUUID)
  const key = { consumerId, livemode: false, scopes: ['*'], name: null, router: false, expiresAt }
  const { row, secret } = await issueApiKey(db(), keyring, randomUUID(), key)
  return { id: row.id, header: `Bearer ${secret}` }
}

const authentication = (isLive: () => boolean = () => true, limits = unlimited) => {
  const { authenticate, forget } = createAuthentication({
    db: db(),
    keyring,
    limits,
    isLive,
    used: () => undefined,
  })
  return { authenticate: async (header: string | undefined) => authenticate(header, '127.0.0.1'), forget }
}

/** Lets what was called get as far as the database, whose answer can't be there yet. */
const begun = async () => {
  for (let n = 0; n < 20; n++) await null
}

const refusal = (code: string) => expect.objectContaining({ code })

test('a malformed key is refused without a statement', async () => {
  const { authenticate } = authentication()
  const good = newApiKey(false)
  const wrong = [
    'Bearer nonsense',
    'Basic dXNlcjpwYXNz',
    good,
    `Bearer ${good.slice(0, -1)}`,
    `Bearer ${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    `Bearer ${good.replace('spk_test', 'spk_live')}`,
    `Bearer ${good}x`,
    `Bearer ${good.slice(0, 20)}é${good.slice(21)}`,
    `Bearer ${good} ${good}`,
  ]
  const { statements } = await countStatements(database.url, async () => {
    for (const header of wrong) await expect(authenticate(header), header).rejects.toEqual(refusal('api_key_invalid'))
    for (const header of [undefined, '']) await expect(authenticate(header)).rejects.toEqual(refusal('api_key_missing'))
  })
  expect(statements).toEqual([])
})

test('the refusal of a key names the form of the header, alike for every wrong one', async () => {
  const { authenticate } = authentication()
  const message = expect.stringContaining('Send Authorization: Bearer <API_KEY>.')
  for (const header of [newApiKey(false), 'Basic dXNlcjpwYXNz', `Bearer ${newApiKey(false)}`])
    await expect(authenticate(header)).rejects.toMatchObject({ code: 'api_key_invalid', message })
})

test.each([true, false])('the row, not the prefix, decides the environment of a key: livemode %s', async (livemode) => {
  const secret = newApiKey(!livemode)
  const [id, hash] = [randomUUID(), keyring.hash('api_key_hash', false, secret)]
  const consumerId = await ensureConsumer(db(), 'owner', randomUUID)
  const mark = keyMark(keyring, { id, hash, consumerId, livemode })
  const shown = { prefix: secret.slice(0, 12), last4: secret.slice(-4), name: null, expires_at: null }
  await insertKey(db(), { id, consumer_id: consumerId, livemode, scopes: ['*'], hash, mark, ...shown, router: false })
  expect(await authentication().authenticate(`Bearer ${secret}`)).toMatchObject({ consumerId, livemode })
})

test('a key is looked up once for many requests, and a wrong one once for many guesses', async () => {
  const { authenticate } = authentication()
  const { header } = await issue()
  const { statements } = await countStatements(database.url, async () => {
    await Promise.all(Array.from({ length: 20 }, () => authenticate(header)))
    await authenticate(header)
  })
  expect(statements).toHaveLength(1)
  const guess = `Bearer ${newApiKey(false)}`
  const guesses = await countStatements(database.url, async () => {
    for (let n = 0; n < 5; n++) await expect(authenticate(guess)).rejects.toEqual(refusal('api_key_invalid'))
  })
  expect(guesses.statements).toHaveLength(1)
})

test('while announcements may not arrive, every request looks its key up', async () => {
  let live = true
  const { authenticate } = authentication(() => live)
  const { id, header } = await issue()
  await authenticate(header)
  await revokeApiKey(db(), id)
  await authenticate(header)
  live = false
  await expect(authenticate(header)).rejects.toEqual(refusal('api_key_revoked'))
  const other = await issue()
  const { statements } = await countStatements(database.url, async () => {
    for (let n = 0; n < 3; n++) await authenticate(other.header)
  })
  expect(statements).toHaveLength(3)
})

test('a key revoked while it is being looked up is not remembered', async () => {
  const { authenticate, forget } = authentication()
  const { id, header } = await issue()
  // The look-up has begun; the announcement arrives before its answer is cached.
  const early = authenticate(header)
  await begun()
  forget(id)
  await early
  await revokeApiKey(db(), id)
  await expect(authenticate(header)).rejects.toEqual(refusal('api_key_revoked'))
})

test('a request after an announcement does not join a look-up from before it', async () => {
  const { authenticate, forget } = authentication()
  const { id, header } = await issue()
  const { statements } = await countStatements(database.url, async () => {
    const early = authenticate(header)
    await begun()
    forget(id)
    await Promise.all([early, authenticate(header)])
  })
  expect(statements).toHaveLength(2)
})

test('a remembered key ends when it expires', async () => {
  const { authenticate } = authentication()
  const { header } = await issue(new Date(Date.now() + 400))
  await authenticate(header)
  await pause(500)
  await expect(authenticate(header)).rejects.toEqual(refusal('api_key_expired'))
})

test('unknown callers of an exhausted network share one statement for many keys, and a good key among them is found', async () => {
  const exhausted = {
    ...unlimited,
    requireAuthentications() {
      throw new SignpostError('rate_limited', { retryAfter: 1 })
    },
  }
  const { authenticate } = authentication(() => true, exhausted)
  const good = await issue()
  const guesses = Array.from({ length: 500 }, () => `Bearer ${newApiKey(false)}`)
  const { statements } = await countStatements(database.url, async () => {
    const answers = [...guesses, good.header].map((header) => authenticate(header).catch(({ code }) => code))
    const codes = await Promise.all(answers)
    expect(codes.pop()).toMatchObject({ keyId: good.id })
    expect(new Set(codes)).toEqual(new Set(['api_key_invalid']))
  })
  // The first to ask goes alone; the others wait for it together.
  expect(statements.length).toBeLessThanOrEqual(4)
})

test('a full queue refuses keys until there is room, and a key that is revoked meanwhile is refused', async () => {
  const exhausted = {
    ...unlimited,
    requireAuthentications() {
      throw new SignpostError('rate_limited', { retryAfter: 1 })
    },
  }
  const { authenticate, forget } = authentication(() => true, exhausted)
  const { id, header } = await issue()
  const guesses = Array.from({ length: 1_200 }, () =>
    authenticate(`Bearer ${newApiKey(false)}`).catch(({ code }) => code),
  )
  const codes = Object.groupBy(await Promise.all(guesses), String)
  expect(codes.rate_limited!.length).toBeGreaterThan(0)
  expect(codes.api_key_invalid!.length).toBeGreaterThanOrEqual(1_024)
  await authenticate(header)
  await revokeApiKey(db(), id)
  forget(id)
  await expect(authenticate(header)).rejects.toEqual(refusal('api_key_revoked'))
})
