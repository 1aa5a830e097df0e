import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rejection } from '../../src/maintenance/import/batch.ts'
import { importLines } from '../../src/maintenance/import/import.ts'
import { type Key, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let owner: Key
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.key()
})
afterAll(() => server.close())

async function* of(lines: readonly unknown[], dieAfter = Number.POSITIVE_INFINITY) {
  for (const [index, line] of lines.entries()) {
    if (index === dieAfter) throw new Error('killed')
    yield line
  }
}

async function run(
  lines: readonly unknown[],
  options: { name: string; isDryRun?: boolean; dieAfter?: number; batchSize?: number },
) {
  const rejected: Rejection[] = []
  const { app } = server
  const deps = {
    db: app.db,
    keyring: app.keyring,
    newId: app.newId,
    clock: app.clock,
    sealAddress: app.sealAddress,
    defaultRegion: undefined,
  }
  const report = await importLines(deps, of(lines, options.dieAfter), {
    owner: { consumerId: owner.consumerId, livemode: false },
    fingerprint: options.name,
    isDryRun: options.isDryRun ?? false,
    onProgress: () => undefined,
    onRejected: (rejection) => rejected.push(rejection),
    batchSize: options.batchSize ?? 3,
  })
  return { report, rejected }
}

const people = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => [
    { object: 'identity', ref: `${prefix}${index}`, type: 'user' },
    {
      object: 'alias',
      identity: `${prefix}${index}`,
      type: 'username',
      value: `@${prefix}.${index}x`,
      privacy_level: 'public',
      is_primary: true,
    },
    {
      object: 'endpoint',
      identity: `${prefix}${index}`,
      type: 'bank_account',
      address: 'DE89370400440532013000',
      privacy_level: 'public',
      capabilities: [{ asset: 'EUR', rail: 'sepa', min_amount: 0.1 }],
    },
  ]).flat()

const resolve = (alias: string) => server.send('POST', '/v1/resolve', { key: owner.key, body: { alias } })
const eventCount = async () =>
  Number(
    (
      await server.app.db
        .selectFrom('event')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('imported lines resolve like what was made one at a time, and report their events', async () => {
  const before = await eventCount()
  const { report } = await run(people('fine', 4), { name: 'fine' })
  expect(report).toEqual({ lines: 12, accepted: 12, rejected: 0, resumedAt: 0 })
  const { body } = await resolve('@fine.2x')
  expect(body.endpoints).toEqual([
    {
      id: expect.stringMatching(/^end_/),
      type: 'bank_account',
      capabilities: [{ asset: 'EUR', rail: 'sepa' }],
      last4: '3000',
      token: null,
    },
  ])
  const identity = await server.send('GET', `/v1/identities/${body.identity}`, { key: owner.key })
  expect(identity.body.primary_alias).toMatch(/^als_/)
  // Created: identity, alias, endpoint; and the identity's primary mark changed.
  expect((await eventCount()) - before).toBe(16)
})

test('an import that was killed goes on where it stopped and repeats nothing', async () => {
  const lines = people('again', 6)
  await expect(run(lines, { name: 'again', dieAfter: 10 })).rejects.toThrow('killed')
  const { report, rejected } = await run(lines, { name: 'again' })
  expect(report).toMatchObject({ lines: 18, resumedAt: 9, accepted: 9, rejected: 0 })
  expect(rejected).toEqual([])
  for (let index = 0; index < 6; index++) expect((await resolve(`@again.${index}x`)).body.disclosure.disclosed).toBe(1)
})

test('a dry run judges every line, later ones on top of earlier ones, and changes nothing', async () => {
  const before = await eventCount()
  const { report } = await run(people('dry', 3), { name: 'dry', isDryRun: true })
  expect(report).toMatchObject({ accepted: 9, rejected: 0 })
  expect((await resolve('@dry.1x')).status).toBe(404)
  expect(await eventCount()).toBe(before)
})

test('each bad line is refused with its number and the code of the same request, and fails no other', async () => {
  await server.send('POST', '/v1/identities', { key: owner.key, body: { type: 'user' } })
  const { rejected, report } = await run(
    [
      { object: 'identity', ref: 'bad', type: 'user' },
      { object: 'alias', identity: 'bad', type: 'username', value: '@admin' },
      { object: 'alias', identity: 'bad', type: 'username', value: '@Good.Name' },
      { object: 'alias', identity: 'bad', type: 'username', value: '@good.name' },
      { object: 'alias', identity: 'unheard', type: 'username', value: '@other.name' },
      {
        object: 'endpoint',
        identity: 'bad',
        type: 'crypto_wallet',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd',
      },
      { object: 'endpoint', identity: 'bad', type: 'bank_account', address: 'DE89370400440532013001' },
      { object: 'alias', identity: 'bad', type: 'username', value: '@a.third', privacy: 'public' },
      { object: 'identity', ref: 'bad', type: 'user' },
      new SyntaxError('not JSON'),
      42,
    ],
    { name: 'bad', batchSize: 20 },
  )
  expect(Object.fromEntries(rejected.map(({ line, code }) => [line, code]))).toEqual({
    2: 'alias_reserved',
    4: 'alias_taken',
    5: 'resource_missing',
    6: 'address_invalid',
    7: 'address_invalid',
    8: 'parameter_unknown',
    9: 'parameter_conflict',
    10: 'invalid_json',
    11: 'invalid_json',
  })
  expect(report).toMatchObject({ lines: 11, accepted: 2, rejected: 9 })
})

test('an identity of another owner is no target', async () => {
  const other = await server.key({ consumer: 'stranger' })
  const { body } = await server.send('POST', '/v1/identities', { key: other.key, body: { type: 'user' } })
  const { rejected } = await run([{ object: 'alias', identity: body.id, type: 'username', value: '@grabbed.name' }], {
    name: 'stranger',
  })
  expect(rejected).toEqual([{ line: 1, code: 'resource_missing' }])
})
