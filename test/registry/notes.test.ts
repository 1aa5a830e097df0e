import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMetadata } from '../../src/registry/notes/rules.ts'
import {
  eventsOf,
  evmAddress,
  failure,
  freshName,
  query,
  type Registry,
  registryForTests,
  registryOf,
} from '../support/registry.ts'
import { forTests } from '../support/server.ts'

let identity: string
const { server, owner, mine } = registryForTests()
const other = forTests(() => server.key({ consumer: 'another owner' }))
beforeAll(async () => {
  identity = (await mine.identity()).id
})

const fresh = () => `ref-${randomBytes(6).toString('hex')}`

/** The kinds of record that carry notes: how one is made, and how it ends. */
const kinds = {
  identities: {
    make: (fields: object, of: Registry = mine) => of.identity({ ...fields }),
    end: (id: string) => mine.patch(`/v1/identities/${id}`, { status: 'closed' }),
  },
  aliases: {
    make: (fields: object) => mine.username(identity, freshName(), { ...fields }),
    end: (id: string) => mine.remove(`/v1/aliases/${id}`),
  },
  endpoints: {
    make: (fields: object) => mine.wallet(identity, { ...fields }),
    end: (id: string) => mine.remove(`/v1/endpoints/${id}`),
  },
}

const table = { identities: 'identity', aliases: 'alias', endpoints: 'endpoint' } as const
const bodyOf = {
  identities: () => ({ type: 'user' }),
  aliases: () => ({ identity, type: 'username', value: freshName() }),
  endpoints: () => ({ identity, type: 'crypto_wallet', address: evmAddress }),
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('notes of %s', (kind) => {
  const { make, end } = kinds[kind]
  const path = (id: string) => `/v1/${kind}/${id}`
  const post = (fields: object, key = owner.key, headers = {}) =>
    server.send('POST', `/v1/${kind}`, { key, body: { ...bodyOf[kind](), ...fields }, headers })

  test('a record without notes has none', async () => {
    expect(await make({})).toMatchObject({ external_reference: null, metadata: {} })
  })

  test('notes are kept as they were written, keys too, over both surfaces', async () => {
    const external_reference = `Ärger 1_a ${fresh()}`
    const metadata = { snake_case: 'a', camelCase: 'b\nc', 'with space': '', ümlaut: '🙂'.repeat(250) }
    const { id } = await make({ external_reference, metadata })
    expect(await mine.get(path(id))).toMatchObject({ external_reference, metadata })
    const fields = `... on Identity { externalReference metadata } ... on Alias { externalReference metadata }
      ... on Endpoint { externalReference metadata }`
    const { body } = await owner.graphql(`query ($id: ID!) { node(id: $id) { ${fields} } }`, { id })
    expect(body.data.node).toEqual({ externalReference: external_reference, metadata })
  })

  test('a patch merges metadata, deletes a key by null, and clears all by null', async () => {
    const { id } = await make({ metadata: { a: '1', b: '2' } })
    const patched = async (metadata: unknown) => (await mine.patch(path(id), { metadata })).body.metadata
    expect(await patched({ b: null, c: '3' })).toEqual({ a: '1', c: '3' })
    expect(await patched({})).toEqual({ a: '1', c: '3' })
    expect(await patched({ missing: null })).toEqual({ a: '1', c: '3' })
    expect(await patched(null)).toEqual({})
    expect((await mine.get(path(id))).metadata).toEqual({})
  })

  test('a change emits one event without the notes, and an unchanged update none', async () => {
    const external_reference = fresh()
    const { id } = await make({ external_reference, metadata: { a: fresh() } })
    const before = (await eventsOf(server, owner.consumerId)).length
    await mine.patch(path(id), { external_reference, metadata: { b: null } })
    expect(await eventsOf(server, owner.consumerId)).toHaveLength(before)
    await mine.patch(path(id), { metadata: { b: 'x' } })
    const events = (await eventsOf(server, owner.consumerId)).slice(before)
    expect(events).toMatchObject([{ type: `${table[kind]}.updated` }])
    expect(JSON.stringify(events)).not.toMatch(/metadata|reference/i)
  })

  test('a reference names one live record of its kind: another is 409, also under an Idempotency-Key and on a change', async () => {
    const external_reference = fresh()
    const { id } = await make({ external_reference })
    const refusal = {
      type: 'conflict_error',
      code: 'external_reference_taken',
      param: 'external_reference',
      message: 'Another record of yours has this external reference.',
    }
    const key = { 'idempotency-key': fresh() }
    const { id: second } = await make({})
    const answers = [
      await post({ external_reference }),
      await post({ external_reference }, owner.key, key),
      await mine.patch(path(second), { external_reference }),
    ]
    for (const answer of answers) expect([answer.status, failure(answer)]).toEqual([409, refusal])
    expect((await mine.get(path(second))).external_reference).toBeNull()
    expect((await mine.patch(path(id), { external_reference })).status).toBe(200)
  })

  test('a reference is free again when its record has ended, or gave it up; the ended one keeps it', async () => {
    const external_reference = fresh()
    const { id } = await make({ external_reference })
    await end(id)
    const { id: next } = await make({ external_reference })
    const [row] = await query(
      server,
      `select count(*)::int as n from ${table[kind]} where reference_hash =
      (select reference_hash from ${table[kind]} where external_reference is not null order by created_at desc limit 1)`,
    )
    expect(row).toEqual({ n: 2 })
    await mine.patch(path(next), { external_reference: null })
    expect(await make({ external_reference })).toMatchObject({ external_reference })
  })

  test('of 20 creates with one reference at once, one is made', async () => {
    const external_reference = fresh()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ external_reference })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  })

  test('metadata as large as its keys and values may be is taken, and grows by no patch beyond 32 kB', async () => {
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.padEnd(40, 'k'), 'v'.repeat(500)]))
    const { id } = await make({ metadata: full })
    expect((await mine.get(path(id))).metadata).toEqual(full)
    const wide = Object.fromEntries(Object.keys(full).map((key) => [key, '€'.repeat(500)]))
    const some = Object.fromEntries(Object.entries(wide).slice(0, 25))
    expect(failure(await mine.patch(path(id), { metadata: some }))).toMatchObject({ param: 'metadata' })
    expect((await mine.get(path(id))).metadata).toEqual(full)
  })

  test.each([
    ['an empty reference', { external_reference: '' }, 'external_reference'],
    ['a long reference', { external_reference: 'r'.repeat(201) }, 'external_reference'],
    ['a reference with a NUL', { external_reference: 'a\0b' }, 'external_reference'],
    ['a reference that is a number', { external_reference: 1 }, 'external_reference'],
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    ['metadata that is text', { metadata: 'a' }, 'metadata'],
    ['a value that is a number', { metadata: { canary: 1 } }, 'metadata'],
    ['a value that is an object', { metadata: { canary: {} } }, 'metadata'],
    ['a long value', { metadata: { canary: 'v'.repeat(501) } }, 'metadata'],
    ['a value with a NUL', { metadata: { canary: 'a\0b' } }, 'metadata'],
    [
      'more than 32 kB together',
      { metadata: Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`canary${n}`, '€'.repeat(250)])) },
      'metadata',
    ],
    ['half a character', { metadata: { canary: '\ud800' } }, 'metadata'],
    ['a long key', { metadata: { [`canary${'k'.repeat(35)}`]: 'a' } }, 'metadata'],
    ['an empty key', { metadata: { '': 'a' } }, 'metadata'],
    [
      'too many keys',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, ''])) },
      'metadata',
    ],
  ])('%s is refused, and nothing of it is repeated', async (_, fields, param) => {
    const made = await make({})
    for (const answer of [await post(fields), await mine.patch(path(made.id), fields)]) {
      expect([answer.status, failure(answer)]).toMatchObject([400, { code: 'parameter_invalid', param }])
      expect(answer.text).not.toContain('canary')
    }
  })

  test('50 keys are the most, also after a merge', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v'.repeat(500)]))
    const { id } = await make({ metadata })
    expect((await mine.patch(path(id), { metadata: { more: '' } })).status).toBe(400)
    expect((await mine.patch(path(id), { metadata: { more: '', k0: null } })).status).toBe(200)
  })

  test('stored notes are sealed', async () => {
    const [external_reference, secret] = [fresh(), fresh()]
    const { id } = await make({ external_reference, metadata: { [secret]: secret } })
    const rows = await query(server, `select * from ${table[kind]}`)
    const stored = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(stored).not.toContain(external_reference)
    expect(stored).not.toContain(secret)
    expect((await mine.get(path(id))).metadata).toEqual({ [secret]: secret })
  })

  test('notes that cannot be opened hide no record, and a merge into them is refused', async () => {
    const { id } = await make({ external_reference: fresh(), metadata: { a: 'b' } })
    await query(
      server,
      `update ${table[kind]} set metadata = '\\x01', external_reference = '\\x01'
      where id = (select id from ${table[kind]} where metadata is not null order by created_at desc limit 1)`,
    )
    expect(await mine.get(path(id))).toMatchObject({ external_reference: null, metadata: {} })
    const refused = await mine.patch(path(id), { metadata: { c: 'd' } })
    expect([refused.status, failure(refused).code]).toEqual([500, 'decryption_failed'])
    expect((await mine.patch(path(id), { metadata: null, external_reference: null })).status).toBe(200)
    expect((await mine.patch(path(id), { metadata: { c: 'd' } })).body.metadata).toEqual({ c: 'd' })
  })
})

test('one reference may name a record of each kind, of each owner and of each environment', async () => {
  const external_reference = fresh()
  const live = await server.key({ livemode: true })
  for (const { make } of Object.values(kinds)) await make({ external_reference })
  await registryOf(server, other).identity({ external_reference })
  await registryOf(server, live).identity({ external_reference })
  const rows = await server.query`select count(distinct reference_hash)::int as n from (
    select reference_hash, created_at from identity union all select reference_hash, created_at from alias
    union all select reference_hash, created_at from endpoint) all_hashes
    where reference_hash is not null and created_at >= (select created_at from alias where reference_hash is not null
      order by created_at desc limit 1) - interval '1 second'`
  expect(rows[0]!.n).toBeGreaterThanOrEqual(5)
})

test('no key of metadata is __proto__, where a document or an import says it either', async () => {
  const create = (metadata: string) =>
    owner.graphql(`mutation { createIdentity(input: { type: USER, metadata: ${metadata} }) { metadata } }`)
  for (const said of ['{ __proto__: "x" }', '{ a: "b", __proto__: "x" }'])
    expect((await create(said)).body.errors).toMatchObject([{ extensions: { code: 'PARAMETER_INVALID' } }])
  expect((await create('{ constructor: "b" }')).body.data.createIdentity.metadata).toEqual({ constructor: 'b' })
  expect(() => readMetadata(JSON.parse('{"__proto__":"x"}'))).toThrow('none of them __proto__')
  expect(readMetadata(JSON.parse('{"__proto__":null}'))?.size).toBe(1)
})

test('a payer sees none of them', async () => {
  const [reference, value] = [fresh(), fresh()]
  const { id } = await mine.identity({ external_reference: reference, metadata: { note: value } })
  const name = freshName()
  await mine.username(id, name, { external_reference: reference, metadata: { note: value } })
  await mine.wallet(id, { external_reference: reference, metadata: { note: value } })
  const answer = await other.post('/v1/resolve', { alias: `@${name}` })
  expect(answer.status).toBe(200)
  expect(answer.text).not.toMatch(new RegExp(`${reference}|${value}|external_reference|metadata`))
})
