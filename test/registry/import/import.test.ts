import { describe, expect, test } from 'vitest'
import { readAliasInput } from '../../../src/registry/aliases/input.ts'
import { withClient } from '../../support/admin.ts'
import { importValues } from '../../support/importing.ts'
import { freshName, query, registryForTests } from '../../support/registry.ts'

const { server, owner, mine } = registryForTests()

const run = (values: readonly unknown[], options: Parameters<typeof importValues>[3] = {}) =>
  importValues(server, owner.consumerId, values, { batchSize: 3, ...options })

/** Imports one file and returns the counts that are not 0. */
async function counts(values: readonly unknown[], options: Parameters<typeof importValues>[3] = {}) {
  const { report, rejected } = await run(values, options)
  expect(rejected).toEqual([])
  return Object.fromEntries(Object.entries(report).filter(([name, n]) => name !== 'lines' && n > 0))
}

const iban = 'DE89370400440532013000'
const otherIban = 'GB82WEST12345698765432'

const person = (ref: string, fields: { identity?: object; alias?: object; endpoint?: object } = {}) => [
  { object: 'identity', ref, type: 'user', ...fields.identity },
  {
    object: 'alias',
    identity: ref,
    type: 'username',
    value: `@${ref}`,
    privacy_level: 'public',
    is_primary: true,
    ...fields.alias,
  },
  {
    object: 'endpoint',
    ref,
    identity: ref,
    type: 'bank_account',
    address: iban,
    privacy_level: 'public',
    capabilities: [{ asset: 'EUR', rail: 'sepa', min_amount: 0.1 }],
    ...fields.endpoint,
  },
]
const people = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => person(`${prefix}.${index}x`)).flat()

const resolve = (alias: string) => owner.post('/v1/resolve', { alias })
const eventTypes = async () =>
  (await server.query<{ type: string }>`select type from event order by created_at, id`).map(({ type }) => type)
const since = async (before: readonly string[]) => (await eventTypes()).slice(before.length).sort()

const one = async (list: string, ref: string) =>
  (await mine.get(`/v1/${list}?external_reference=${encodeURIComponent(ref)}`)).data[0]

describe('a first import', () => {
  test('resolves like single creates, and emits their events', async () => {
    const before = await eventTypes()
    const { report } = await run(people('fine', 4))
    expect(report).toEqual({ lines: 12, created: 12, updated: 0, replaced: 0, unchanged: 0, rejected: 0, warnings: 0 })
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
    const identity = await mine.get(`/v1/identities/${body.identity}`)
    expect(identity).toMatchObject({ primary_alias: expect.stringMatching(/^als_/), external_reference: 'fine.2x' })
    // Created: identity, alias, endpoint; and the identity's primary mark changed.
    expect(await since(before)).toHaveLength(16)
  })

  test('stores the defaults of a create', async () => {
    await run([{ object: 'identity', ref: 'plain', type: 'user' }])
    const { id: made } = await mine.identity({ external_reference: 'plain too' })
    const [mineOf, imported] = [await mine.get(`/v1/identities/${made}`), await one('identities', 'plain')]
    const apart = { id: '', external_reference: '', created_at: 0, updated_at: 0 }
    expect({ ...imported, ...apart }).toEqual({ ...mineOf, ...apart, default_privacy_level: 'unlisted' })
  })

  test('folds display names, so that they are found at once', async () => {
    await run([{ object: 'identity', ref: 'folded', type: 'user', display_name: 'Ärzte ohne' }])
    expect((await mine.get('/v1/identities?display_name=arz')).data).toHaveLength(1)
  })
})

describe('an import of the same file', () => {
  test('changes nothing and reports no event', async () => {
    await run(people('again', 4))
    const [before, rows] = [await eventTypes(), await dump()]
    expect(await counts(people('again', 4))).toEqual({ unchanged: 12 })
    expect(await since(before)).toEqual([])
    expect(await dump()).toEqual(rows)
  })

  test('continues where it was killed, and repeats nothing, lines without a reference included', async () => {
    const lines = [...people('killed', 5), { object: 'identity', type: 'machine' }, ...people('rest', 5)]
    const file = { fingerprint: 'killed' }
    for (const dieAfter of [4, 10, 16, 17, 18, 25])
      await expect(run(lines, { ...file, dieAfter })).rejects.toThrow('killed')
    const { report, rejected } = await run(lines, file)
    expect(report).toMatchObject({ lines: 31, updated: 0, replaced: 0, rejected: 0 })
    expect(rejected).toEqual([])
    for (const prefix of ['killed', 'rest'])
      for (let n = 0; n < 5; n++) expect((await resolve(`@${prefix}.${n}x`)).body.disclosure.disclosed).toBe(1)
    expect((await mine.get('/v1/identities?type=machine')).data).toHaveLength(1)
    expect(await counts(lines, file)).toEqual({ unchanged: 31 })
  })

  test('of two at once each record is made once', async () => {
    const lines = people('twice', 20)
    const reports = await Promise.all([run(lines), run(lines), run(lines)])
    const total = (name: 'created' | 'unchanged' | 'rejected') => reports.reduce((n, { report }) => n + report[name], 0)
    expect([total('created'), total('unchanged'), total('rejected')]).toEqual([60, 120, 0])
  })
})

/** All rows of the registry, as they are stored. */
const dump = () =>
  server.query`select 'i' as t, to_jsonb(i) as r from identity i union all select 'a', to_jsonb(a) from alias a
    union all select 'e', to_jsonb(e) from endpoint e union all select 's', to_jsonb(s) from alias_reservation s
    order by 1, 2`

describe('a line with other values', () => {
  test('changes given fields, and leaves absent ones', async () => {
    const ref = freshName()
    await run(
      person(ref, {
        identity: { display_name: 'Ann', metadata: { a: '1', b: '2' } },
        alias: { ref, metadata: { c: '3' } },
        endpoint: { priority: 2, metadata: { d: '4' }, release: 'granted' },
      }),
    )
    const before = await eventTypes()
    const lines = [
      {
        object: 'identity',
        ref,
        default_privacy_level: 'public',
        metadata: { a: null },
        close_match: 'on',
        status: 'suspended',
      },
      { object: 'alias', ref, privacy_level: 'private' },
      { object: 'endpoint', ref, status: 'disabled' },
    ]
    expect(await counts(lines)).toEqual({ updated: 3 })
    expect(await one('identities', ref)).toMatchObject({
      display_name: 'Ann',
      default_privacy_level: 'public',
      metadata: { b: '2' },
      close_match: 'on',
      status: 'suspended',
    })
    expect(await one('aliases', ref)).toMatchObject({
      privacy_level: 'private',
      metadata: { c: '3' },
      is_primary: true,
    })
    expect(await one('endpoints', ref)).toMatchObject({
      status: 'disabled',
      priority: 2,
      release: 'granted',
      metadata: { d: '4' },
      capabilities: [{ asset: 'EUR', rail: 'sepa', min_amount: 0.1 }],
    })
    expect(await since(before)).toEqual([
      'alias.updated',
      'endpoint.updated',
      'identity.status_changed',
      'identity.updated',
    ])
    expect(await counts(lines)).toEqual({ unchanged: 3 })
  })

  test('clears by null', async () => {
    const ref = freshName()
    await run(person(ref, { identity: { display_name: 'Ann', metadata: { a: '1' } } }))
    expect(await counts([{ object: 'identity', ref, display_name: null, metadata: null }])).toEqual({ updated: 1 })
    expect(await one('identities', ref)).toMatchObject({ display_name: null, metadata: {} })
  })

  test('finds an alias without a reference by its value, and gives it one', async () => {
    const ref = freshName()
    await run(person(ref))
    const alias = { object: 'alias', type: 'username', value: `@${ref}` }
    expect(await counts([alias])).toEqual({ unchanged: 1 })
    expect(await counts([{ ...alias, privacy_level: 'unlisted' }])).toEqual({ updated: 1 })
    expect(await counts([{ ...alias, ref, identity: ref }])).toEqual({ updated: 1 })
    expect(await one('aliases', ref)).toMatchObject({ value: ref, privacy_level: 'unlisted' })
    // Another reference is not the line's.
    expect((await run([{ ...alias, ref: `${ref} other`, identity: ref }])).rejected).toMatchObject([
      { code: 'alias_taken', existing: expect.stringMatching(/^als_/) },
    ])
  })

  test('moves the primary mark, and takes it away', async () => {
    const ref = freshName()
    await run(person(ref))
    const second = { object: 'alias', identity: ref, type: 'username', value: `@${freshName()}`, is_primary: true }
    const before = await eventTypes()
    expect(await counts([second])).toEqual({ created: 1 })
    expect(await since(before)).toEqual(['alias.created', 'alias.updated', 'identity.updated'])
    const [first] = person(ref).slice(1)
    expect(await counts([{ ...first, is_primary: false }])).toEqual({ unchanged: 1 })
    expect(await counts([first])).toEqual({ updated: 1 })
    expect(await counts([{ ...first, is_primary: false }])).toEqual({ updated: 1 })
    expect((await one('identities', ref)).primary_alias).toBeNull()
  })

  test('makes nothing of records that no line names', async () => {
    const ref = freshName()
    await run(person(ref))
    const rows = await dump()
    expect(await counts([{ object: 'identity', ref }])).toEqual({ unchanged: 1 })
    expect(await dump()).toEqual(rows)
  })
})

describe('a line with another address', () => {
  const stored = (ref: string) => one('endpoints', ref)

  test('makes another endpoint under the reference and removes the old one, in one transaction', async () => {
    const ref = freshName()
    await run(person(ref, { endpoint: { priority: 7, metadata: { a: '1' } } }))
    const old = await stored(ref)
    const before = await eventTypes()
    expect(await counts([{ object: 'endpoint', ref, address: otherIban }])).toEqual({ replaced: 1 })
    expect(await since(before)).toEqual(['endpoint.added', 'endpoint.removed'])
    const now = await stored(ref)
    expect(now).toMatchObject({
      address_preview: '••••5432',
      priority: 7,
      metadata: { a: '1' },
      privacy_level: 'public',
    })
    expect(now.id).not.toBe(old.id)
    const gone = (await mine.get(`/v1/endpoints?status=removed&external_reference=${ref}`)).data
    expect(gone.map(({ id }: { id: string }) => id)).toEqual([old.id])
    expect((await resolve(`@${ref}`)).body.endpoints).toMatchObject([{ id: now.id, last4: '5432' }])
    expect(await counts([{ object: 'endpoint', ref, address: otherIban }])).toEqual({ unchanged: 1 })
  })

  test('is detected by the sealed form, not by the spelling', async () => {
    const ref = freshName()
    await run(person(ref))
    const spelled = { object: 'endpoint', ref, address: 'de89 3704 0044 0532 0130 00' }
    expect(await counts([spelled])).toEqual({ unchanged: 1 })
    expect(await counts([{ ...spelled, type: 'mobile_money', address: '+14155552671', capabilities: [] }])).toEqual({
      replaced: 1,
    })
    expect((await stored(ref)).type).toBe('mobile_money')
  })

  test('is also one with other details; omitted details are never lost silently', async () => {
    const ref = freshName()
    const line = { object: 'endpoint', ref, address: iban }
    await run(person(ref, { endpoint: { details: { country: 'DE', holder_name: 'Ann' } } }))
    expect(await counts([line])).toEqual({ unchanged: 1 })
    expect(await counts([{ ...line, details: { holder_name: 'Ann', country: 'de' } }])).toEqual({ unchanged: 1 })
    expect(await counts([{ ...line, details: { holder_name: 'Bob', country: 'DE' } }])).toEqual({ replaced: 1 })
    const { rejected } = await run([{ ...line, address: otherIban }])
    expect(rejected).toMatchObject([{ code: 'parameter_missing', field: 'details', ref }])
    expect(await counts([{ ...line, details: null }])).toEqual({ replaced: 1 })
    expect(await counts([{ ...line, details: null }])).toEqual({ unchanged: 1 })
    expect(await counts([{ ...line, address: otherIban }])).toEqual({ replaced: 1 })
  })

  test('is also detected for endpoints made by the API', async () => {
    const { id: identity } = await mine.identity()
    const external_reference = freshName()
    const { id } = await mine.account(identity, { external_reference, address: iban })
    expect(await counts([{ object: 'endpoint', ref: external_reference, address: iban }])).toEqual({ unchanged: 1 })
    expect((await stored(external_reference)).id).toBe(id)
  })

  test('has fingerprints that are erased with it, and never show that two endpoints are equal', async () => {
    const refs = [freshName(), freshName()]
    for (const ref of refs) await run(person(ref, { endpoint: { details: { country: 'DE' } } }))
    const prints = 'select distinct address_fingerprint, details_fingerprint from endpoint where '
    const count = async (where: string) => (await query(server, prints + where)).length
    const [all] = await server.query<{ n: number }>`select count(*)::int as n from endpoint
      where address_fingerprint is not null`
    expect(await count('address_fingerprint is not null')).toBe(all!.n)
    await run([
      { object: 'endpoint', ref: refs[0], status: 'removed' },
      { object: 'endpoint', ref: refs[1], address: otherIban, details: null },
    ])
    const left = 'removed_at is not null and coalesce(address_fingerprint, details_fingerprint) is not null'
    expect(await count(left)).toBe(0)
    // As a version that does not know the columns removes it.
    await server.query`update endpoint set address = null, projection = null, removed_at = now()
      where removed_at is null`
    expect(await count('coalesce(address_fingerprint, details_fingerprint) is not null')).toBe(0)
  })
})

describe('a line with a status that ends its record', () => {
  test('releases an alias into its cooldown, and removes an endpoint; again it changes nothing', async () => {
    const ref = freshName()
    await run(person(ref, { alias: { ref } }))
    const ends = [
      { object: 'alias', ref, status: 'released' },
      { object: 'endpoint', ref, status: 'removed' },
    ]
    const before = await eventTypes()
    expect(await counts(ends)).toEqual({ updated: 2 })
    expect(await since(before)).toEqual(['alias.released', 'endpoint.removed', 'identity.updated'])
    expect((await resolve(`@${ref}`)).status).toBe(404)
    expect((await one('identities', ref)).primary_alias).toBeNull()
    expect(await counts(ends)).toEqual({ unchanged: 2 })
    const { rejected } = await run(person(ref).slice(1, 2))
    expect(rejected).toMatchObject([{ code: 'alias_in_cooldown' }])
  })
})

test('a dry run judges every line, later ones on top of earlier ones, and changes nothing', async () => {
  const [before, rows] = [await eventTypes(), await dump()]
  expect(await counts(people('dry', 3), { isDryRun: true })).toEqual({ created: 9 })
  expect(await since(before)).toEqual([])
  expect(await dump()).toEqual(rows)
})

test('each bad line is refused with its number, field and rule and the code of the same request, and fails no other', async () => {
  const { id: other } = await mine.identity()
  const { id: taken } = await mine.username(other, 'mine.elsewhere')
  const lines = [
    { object: 'identity', ref: 'bad', type: 'user' },
    { object: 'alias', identity: 'bad', type: 'username', value: '@admin' },
    { object: 'alias', identity: 'bad', type: 'username', value: '@Good.Name' },
    { object: 'alias', identity: 'bad', type: 'username', value: '@good.name' },
    { object: 'alias', identity: 'unheard', type: 'username', value: '@other.name' },
    {
      object: 'endpoint',
      ref: 'w',
      identity: 'bad',
      type: 'crypto_wallet',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd',
    },
    { object: 'endpoint', ref: 'b', identity: 'bad', type: 'bank_account', address: 'DE89370400440532013001' },
    { object: 'alias', identity: 'bad', type: 'username', value: '@a.third', privacy: 'public' },
    { object: 'identity', ref: 'bad', type: 'user' },
    new SyntaxError('not JSON'),
    42,
    { object: 'endpoint', identity: 'bad', type: 'bank_account', address: iban },
    { object: 'alias', identity: 'bad', type: 'username', value: '@mine.elsewhere' },
    { object: 'alias', identity: 'bad', type: 'username', value: '@first.one', is_primary: true },
    { object: 'alias', identity: 'bad', type: 'username', value: '@second.one', is_primary: true },
    { object: 'alias', ref: 'early', identity: 'late', type: 'username', value: '@early.bird' },
    { object: 'identity', ref: 'late', type: 'user' },
    { object: 'identity', ref: 'no type' },
    { object: 'identity', ref: null, type: 'user' },
    { object: 'alias', ref: 'bad', identity: 'bad', type: 'username', value: '@kept.one' },
  ]
  const expected = {
    2: ['alias_reserved', 'value'],
    4: ['alias_taken'],
    5: ['resource_missing', 'identity'],
    6: ['address_invalid', 'address'],
    7: ['address_invalid', 'address'],
    8: ['parameter_unknown', 'privacy'],
    9: ['parameter_conflict', 'ref'],
    10: ['invalid_json'],
    11: ['invalid_json'],
    12: ['parameter_missing', 'ref'],
    13: ['alias_taken'],
    15: ['parameter_conflict', 'is_primary'],
    16: ['resource_missing', 'identity'],
    18: ['parameter_missing', 'type'],
    19: ['parameter_invalid', 'ref'],
  }
  for (const batchSize of [1, 4, 50]) {
    const { rejected, report } = await run(lines, { batchSize, isDryRun: true })
    const told = rejected.map(({ line, code, field }) => [line, field === undefined ? [code] : [code, field]])
    expect(Object.fromEntries(told)).toEqual(expected)
    expect(report).toMatchObject({ lines: 20, created: 5, rejected: 15 })
    expect(rejected.every(({ rule }) => /^[A-Z].+[.?]$/.test(rule))).toBe(true)
    expect(rejected.find(({ line }) => line === 13)).toMatchObject({ existing: taken, object: 'alias' })
    expect(rejected.filter(({ ref }) => ref !== undefined).map(({ line, ref }) => [line, ref])).toEqual([
      [6, 'w'],
      [7, 'b'],
      [9, 'bad'],
      [16, 'early'],
      [18, 'no type'],
    ])
  }
  await run(lines)
  const again = await run(lines)
  expect(again.report).toMatchObject({ created: 1, unchanged: 5, rejected: 14 })
})

describe('a batch that waits for the reservation of another writer', () => {
  /** Imports three people, one a batch, while another writer holds the alias of the first. */
  async function importBehind(end: 'commit' | 'rollback') {
    const { consumerId } = await server.key({ consumer: 'another writer' })
    const names = [freshName(), freshName(), freshName()] as const
    return withClient(server.database.url, async (writer) => {
      await writer.query('begin')
      await writer.query(
        `insert into alias_reservation (livemode, type, skeleton, alias_id, consumer_id)
         values (false, 'username', $1, gen_random_uuid(), $2)`,
        [readAliasInput({ type: 'username', value: names[0] }, undefined).skeleton, consumerId],
      )
      const importing = run(names.flatMap((name) => person(name)))
      await expect.poll(waiting).toBe(3)
      const found = () => Promise.all(names.map((name) => one('identities', name)))
      expect(await found()).toEqual([undefined, undefined, undefined])
      await writer.query(end)
      const imported = await importing
      return { ...imported, found: await found() }
    })
  }

  /** Counts the import's transactions: the first waits for the writer, the others have stored their records. */
  const waiting = async () =>
    (
      await server.query`select 1 from pg_stat_activity
        where datname = current_database() and (pg_blocking_pids(pid) <> '{}' or state = 'idle in transaction'
        and query ~ '^\\s*/\\* events ')`
    ).length

  test('holds back the batches after it, and all are imported when the writer gives up', async () => {
    const { report, found } = await importBehind('rollback')
    expect(report).toMatchObject({ created: 9, rejected: 0 })
    expect(found.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
  })

  test('is evaluated again when the writer has the alias, and the batches after it are imported', async () => {
    const { report, rejected, found } = await importBehind('commit')
    expect(report).toMatchObject({ created: 8, rejected: 1 })
    expect(rejected).toMatchObject([{ line: 2, code: 'alias_taken' }])
    expect(found.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
  })
})

test('a line that changes a fixed field is refused, and names the field', async () => {
  const [ref, other] = [freshName(), freshName()]
  await run([...person(ref, { alias: { ref } }), ...person(other)])
  const { rejected } = await run([
    { object: 'identity', ref, type: 'merchant' },
    { object: 'alias', ref, type: 'username', value: `@${freshName()}` },
    { object: 'endpoint', ref, identity: other },
    { object: 'alias', identity: ref, type: 'username', value: `@${other}` },
    { object: 'endpoint', ref: other, type: 'mobile_money' },
    { object: 'endpoint', ref: `${ref} 2`, details: {} },
  ])
  expect(rejected.map(({ line, code, field, existing }) => [line, code, field, existing?.slice(0, 4)])).toEqual([
    [1, 'parameter_conflict', 'type', 'idn_'],
    [2, 'parameter_conflict', 'value', 'als_'],
    [3, 'parameter_conflict', 'identity', 'end_'],
    [4, 'alias_taken', undefined, 'als_'],
    [5, 'parameter_missing', 'address', undefined],
    [6, 'parameter_missing', 'type', undefined],
  ])
})

test('records of another owner, or of the other environment, are no target and are not found', async () => {
  const other = await server.key({ consumer: 'stranger' })
  const { body } = await server.send('POST', '/v1/identities', { key: other.key, body: { type: 'user' } })
  const ref = freshName()
  await run(person(ref, { alias: { ref } }))
  const rows = await dump()
  const alias = { object: 'alias', identity: body.id, type: 'username', value: `@${freshName()}` }
  expect((await run([alias])).rejected).toMatchObject([{ line: 1, code: 'resource_missing' }])
  const taken = { object: 'alias', identity: body.id, type: 'username', value: `@${ref}` }
  const [refused] = (await importValues(server, other.consumerId, [taken])).rejected
  expect([refused!.code, refused!.existing]).toEqual(['alias_taken', undefined])
  const ends = [
    { object: 'alias', ref, status: 'released' },
    { object: 'alias', type: 'username', value: `@${ref}`, status: 'released' },
    { object: 'endpoint', ref, status: 'removed' },
  ]
  expect((await importValues(server, other.consumerId, ends)).report).toMatchObject({ unchanged: 3 })
  expect((await run(ends, { livemode: true })).report).toMatchObject({ unchanged: 3 })
  expect(await dump()).toEqual(rows)
})
