import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeId, encodeId } from '../../../src/kernel/id.ts'
import { activateSealingKey } from '../../../src/releases/keys/store.ts'
import { localKeyProvider } from '../../../src/vault/key-provider.ts'
import { reencrypt } from '../../../src/vault/rotation/reencrypt.ts'
import { recordOf } from '../../support/bound.ts'
import { createDatabase } from '../../support/database.ts'
import { importValues } from '../../support/importing.ts'
import { openJwe, payerKey, verifyJws } from '../../support/open-release.ts'
import { failure, freshName, iban, registryForTests } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'

const encryptionKey = randomBytes(32)
let sealingKey: string
const database = forTests(createDatabase)
const { server, owner, mine } = registryForTests({ database, encryptionKey })
const payer = forTests(() => server.key({ consumer: 'payer' }))
const pair = forTests(payerKey)
beforeAll(async () => {
  const { body } = await payer.post('/v1/sealing_keys', { jwk: pair.jwk })
  sealingKey = body.id
  await activateSealingKey(server.app.db, decodeId('sealingKey', sealingKey)!)
})

type Payee = { identity: string; alias: string }
async function payee(): Promise<Payee> {
  const { id: identity } = await mine.identity()
  return { identity, alias: `@${(await mine.username(identity)).value}` }
}

const create = (identity: string, fields: object) =>
  owner.post('/v1/endpoints', { identity, privacy_level: 'public', release: 'public', ...fields })

/** Releases an endpoint, and returns the address and details that the payer reads. */
async function released({ alias }: Payee, endpoint: string) {
  const body = { alias, endpoint, sealing_key: sealingKey }
  const answer = await payer.post('/v1/releases', body)
  const { text } = await openJwe(answer.body.jwe, pair)
  const { keys } = (await server.send('GET', '/.well-known/signpost-jwks.json')).body
  const { address, details } = (await verifyJws(text, keys)).claims
  return { address, details }
}

const xrp = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'
const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const account = {
  type: 'bank_account',
  address: iban,
  details: { holder_name: 'Zebulon Quirk', country: 'de', bank_code: { scheme: 'bic', value: 'cobadeff' } },
}
const accountShown = {
  holder_name: 'Zebulon Quirk',
  country: 'DE',
  bank_code: { scheme: 'bic', value: 'COBADEFF' },
}
const cases: [object, string, object | null][] = [
  [account, iban, accountShown],
  [{ type: 'bank_account', address: iban }, iban, null],
  [{ type: 'bank_account', address: iban, details: {} }, iban, null],
  [{ type: 'crypto_wallet', address: xrp, details: { memo: '4294967295' } }, xrp, { memo: '4294967295' }],
  [
    { type: 'crypto_wallet', address: stellar, details: { memo: '42', memo_type: 'text' } },
    stellar,
    { memo: '42', memo_type: 'text' },
  ],
  [
    { type: 'mobile_money', address: '+254712345678', details: { operator: 'M-Pesa', country: 'KE' } },
    '+254712345678',
    { operator: 'M-Pesa', country: 'KE' },
  ],
]

describe('details', () => {
  test.each(cases)('of %j are in the release beside the address', async (fields, address, details) => {
    const holder = await payee()
    const made = await create(holder.identity, fields)
    expect(made.status, made.text).toBe(201)
    expect(await released(holder, made.body.id)).toEqual({ address, details })
  })

  test('are shown by nothing else: not to the owner, not by resolve, not in an event, not in the clear in a row', async () => {
    const holder = await payee()
    const made = await create(holder.identity, account)
    const { alias } = holder
    const answers = [
      made,
      await owner.get(`/v1/endpoints/${made.body.id}`),
      await owner.get(`/v1/identities/${holder.identity}/endpoints`),
      await owner.patch(`/v1/endpoints/${made.body.id}`, { priority: 3 }),
      await payer.post('/v1/resolve', { alias }),
      await payer.graphql('query($a: String) { resolve(input: { alias: $a }) { endpoints { id type } } }', {
        a: alias,
      }),
      await owner.get('/v1/events?limit=100'),
    ]
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(300)
      expect(text).not.toMatch(/Quirk|COBADEFF|cobadeff|details|holder/i)
    }
    const rows = await server.query`select to_jsonb(e)::text as row from endpoint e union all select body
      from event_body`
    expect(JSON.stringify(rows)).not.toMatch(/Quirk|COBADEFF|cobadeff/i)
    expect(server.logged.join('\n')).not.toMatch(/Quirk|cobadeff/i)
  })

  test('are sealed once: a change refuses them, and keeps them', async () => {
    const holder = await payee()
    const { body } = await create(holder.identity, account)
    const patch = (fields: object) => owner.patch(`/v1/endpoints/${body.id}`, fields)
    expect(failure(await patch({ details: { country: 'FR' } }))).toMatchObject({ code: 'parameter_unknown' })
    expect((await patch({ priority: 7, privacy_level: 'unlisted' })).status).toBe(200)
    expect((await patch({ privacy_level: 'public' })).status).toBe(200)
    expect(await released(holder, body.id)).toEqual({ address: iban, details: accountShown })
  })

  test('survive re-encryption, and so do addresses sealed before details existed', async () => {
    const holder = await payee()
    const { body } = await create(holder.identity, account)
    const old = (await create(holder.identity, { type: 'bank_account', address: iban })).body
    const uuid = decodeId('endpoint', old.id)!
    const bare = server.app.keyring.seal('address', await recordOf(server, uuid), false, 'GB82WEST12345698765432')
    await server.query`update endpoint set address = ${bare} where id = ${uuid}`
    const before = await server.query`select address from endpoint where id = ${decodeId('endpoint', body.id)}`
    await reencrypt({ db: server.app.db, provider: localKeyProvider(encryptionKey), purposes: ['address'], graceMs: 0 })
    const after = await server.query`select address from endpoint where id = ${decodeId('endpoint', body.id)}`
    expect(after).not.toEqual(before)
    expect(await released(holder, body.id)).toEqual({ address: iban, details: accountShown })
    expect(await released(holder, old.id)).toEqual({ address: 'GB82WEST12345698765432', details: null })
  })

  test('that are refused are named by their field, in the spelling of the surface, and never repeated', async () => {
    const { identity } = await payee()
    const refused = async (fields: object) => failure(await create(identity, fields))
    expect(await refused({ ...account, details: { bank_code: { scheme: 'aba', value: '021000022' } } })).toMatchObject({
      code: 'parameter_invalid',
      param: 'details.bank_code.value',
    })
    expect(await refused({ ...account, details: { memo: '1' } })).toMatchObject({
      code: 'parameter_unknown',
      param: 'details.memo',
    })
    expect(await refused({ ...account, details: { holderName: 'x' } })).toMatchObject({ code: 'parameter_unknown' })
    expect(await refused({ ...account, details: null })).toMatchObject({ code: 'parameter_invalid', param: 'details' })
    const answer = await create(identity, { ...account, details: { country: 'Zzyzx4711' } })
    expect([answer.status, answer.text.includes('Zzyzx4711')]).toEqual([400, false])
  })

  test('can be given over GraphQL', async () => {
    const holder = await payee()
    const mutation = `mutation($input: CreateEndpointInput!) { createEndpoint(input: $input) { id } }`
    const make = (details: object | null) =>
      owner.graphql(mutation, {
        input: {
          identity: holder.identity,
          type: 'BANK_ACCOUNT',
          address: iban,
          privacyLevel: 'PUBLIC',
          release: 'PUBLIC',
          details,
        },
      })
    const made = await make({
      holderName: 'Zebulon Quirk',
      country: 'DE',
      bankCode: { scheme: 'BIC', value: 'COBADEFF' },
    })
    expect(await released(holder, made.body.data.createEndpoint.id)).toEqual({ address: iban, details: accountShown })
    const refused = await make({ bankCode: { scheme: 'CLABE', value: '7' } })
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'PARAMETER_INVALID',
      param: 'details.bankCode.value',
    })
    expect((await make(null)).body.errors[0].extensions.code).toBe('PARAMETER_INVALID')
  })

  test('can be imported', async () => {
    const value = `@${freshName()}`
    const { report } = await importValues(server, owner.consumerId, [
      { object: 'identity', ref: 'one', type: 'user' },
      { object: 'alias', identity: 'one', type: 'username', value, privacy_level: 'public' },
      { object: 'endpoint', ref: 'one', identity: 'one', privacy_level: 'public', ...account },
    ])
    expect(report).toMatchObject({ created: 3, rejected: 0 })
    const [row] = await server.query<{ id: string }>`select id from endpoint order by created_at desc limit 1`
    const endpoint = encodeId('endpoint', row!.id)
    await mine.patch(`/v1/endpoints/${endpoint}`, { release: 'public' })
    expect(await released({ identity: '', alias: value }, endpoint)).toEqual({ address: iban, details: accountShown })
  })
})
