import { beforeAll, describe, expect, test } from 'vitest'
import { operatorCall } from '../../../src/cli/app.ts'
import { explanationScopes } from '../../../src/resolution/explanations/service.ts'
import { registryForTests, registryOf } from '../../support/registry.ts'
import { type Answer, type Body, forTests, type Key } from '../../support/server.ts'

let identity: string
const { server, owner, mine } = registryForTests({ env: { RESPONSE_STEP_SINGLE_MS: '1' } })
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  identity = (await mine.identity()).id
})

const ask = (body: object, key = owner.key): Promise<Answer> => server.send('POST', '/v1/explanations', { key, body })

const document = `query ($input: ExplanationInput!) { explanation(input: $input) {
  resolves livemode
  rules { rule holds because remedy grant { id status covers { all aliases endpoints } } }
  endpoints { endpointId shown because preview token }
} }`
const askGraphql = (input: object, key = owner.key): Promise<Answer> => server.graphql(key, document, { input })

const withoutRequest = ({ status, text }: Answer) => `${status} ${text.replace(/req_\w{26}/g, 'req_')}`
const levelOf = ({ body }: Answer) => body.rules.find(({ rule }: Body) => rule === 'alias_level')

describe('an explanation', () => {
  test('names each rule with its reason and remedy, the grant with its covers, and each endpoint with the own preview', async () => {
    const { id } = await mine.identity()
    const alias = (await mine.username(id, undefined, { privacy_level: 'consent_required' })).id
    const account = await mine.account(id, { privacy_level: 'consent_required', priority: 2 })
    const wallet = await mine.wallet(id, { priority: 1 })
    const covers = { aliases: [alias], endpoints: [account.id] }
    const grant = (await mine.grant(id, payer.consumer, { covers })).id
    const answer = await ask({ alias, consumer: payer.consumer })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        object: 'explanation',
        resolves: true,
        livemode: false,
        rules: [
          { rule: 'environment', holds: true, because: 'same_environment', remedy: null },
          { rule: 'alias_registered', holds: true, because: 'alias_registered', remedy: null },
          {
            rule: 'alias_level',
            holds: true,
            because: 'grant_covers',
            remedy: null,
            grant: { id: grant, status: 'active', covers: { all: false, ...covers } },
          },
          { rule: 'proof', holds: true, because: 'proof_not_required', remedy: null },
          { rule: 'identity_active', holds: true, because: 'identity_active', remedy: null },
        ],
        endpoints: [
          { endpoint: account.id, shown: true, because: 'grant_covers', preview: account.address_preview, token: true },
          {
            endpoint: wallet.id,
            shown: true,
            because: 'endpoint_public',
            preview: wallet.address_preview,
            token: false,
          },
        ],
      },
    ])
    const { data } = (await askGraphql({ alias, consumer: payer.consumer })).body
    expect(data.explanation).toEqual({
      resolves: true,
      livemode: false,
      rules: answer.body.rules.map(({ rule, because, grant = null, ...rest }: Body) => ({
        rule: rule.toUpperCase(),
        because: because.toUpperCase(),
        grant: grant && { ...grant, status: 'ACTIVE' },
        ...rest,
      })),
      endpoints: answer.body.endpoints.map(({ endpoint, because, ...rest }: Body) => ({
        endpointId: endpoint,
        because: because.toUpperCase(),
        ...rest,
      })),
    })

    await mine.remove(`/v1/consent_grants/${grant}`)
    const ended = await ask({ alias, consumer: payer.consumer })
    expect(levelOf(ended)).toEqual({
      rule: 'alias_level',
      holds: false,
      because: 'grant_revoked',
      remedy: 'grantConsent',
      grant: { id: grant, status: 'revoked', covers: { all: false, ...covers } },
    })
    expect(ended.body.endpoints.map(({ shown, because }: Body) => [shown, because])).toEqual([
      [false, 'grant_revoked'],
      [false, 'alias_hidden'],
    ])
  })

  test('names the last ended grant, and the active one where there is one', async () => {
    const { id } = await mine.identity()
    const alias = (await mine.username(id, undefined, { privacy_level: 'consent_required' })).id
    const grants: string[] = []
    for (let made = 0; made < 3; made++) {
      grants.push((await mine.grant(id, payer.consumer)).id)
      expect(levelOf(await ask({ alias, consumer: payer.consumer })).grant).toMatchObject({
        id: grants.at(-1),
        status: 'active',
      })
      if (made < 2) await mine.remove(`/v1/consent_grants/${grants.at(-1)}`)
    }
    await server.query`update consent_grant set expires_at = now() - interval '1 second' where status = 'active'`
    expect(levelOf(await ask({ alias, consumer: payer.consumer }))).toMatchObject({
      because: 'grant_expired',
      grant: { id: grants[2], status: 'expired' },
    })
    await mine.grant(id, payer.consumer, { covers: { endpoints: [(await mine.wallet(id)).id] } })
    expect(levelOf(await ask({ alias, consumer: payer.consumer }))).toMatchObject({
      because: 'grant_omits',
      remedy: 'updateConsentGrant',
      grant: { status: 'active' },
    })
  })

  test('explains a released alias, and what would be shown behind it', async () => {
    const { id } = await mine.identity()
    const alias = (await mine.username(id)).id
    await mine.wallet(id)
    await mine.remove(`/v1/aliases/${alias}`)
    const { status, body } = await ask({ alias, consumer: null })
    expect([status, body.resolves, body.rules[1], body.endpoints[0].because]).toEqual([
      200,
      false,
      { rule: 'alias_registered', holds: false, because: 'alias_released', remedy: 'createAlias' },
      'alias_hidden',
    ])
  })

  test('explains for a payment, and refuses one that resolve refuses', async () => {
    const { id } = await mine.identity()
    const alias = (await mine.username(id)).id
    const euro = { capabilities: [{ asset: 'EUR', rail: 'sepa', max_amount: 100 }] }
    await mine.account(id, euro)
    const shown = async (payment: object) => {
      const answer = await ask({ alias, consumer: null, for: payment })
      return answer.body.endpoints?.map(({ because }: Body) => because) ?? answer.body.error
    }
    expect(await shown({ asset: 'eur', amount: 100 })).toEqual(['endpoint_public'])
    expect(await shown({ asset: 'EUR', amount: 101 })).toEqual(['payment_not_accepted'])
    expect(await shown({ amount: 1 })).toMatchObject({ code: 'parameter_missing', param: 'for.asset' })
    const refused = await askGraphql({ alias, for: { amount: 1 } })
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'PARAMETER_MISSING', param: 'for.asset' })
  })

  test('says so where a row differs from its seal: resolve leaves it out', async () => {
    const { id } = await mine.identity()
    const alias = await mine.username(id)
    const [kept, changed] = [await mine.wallet(id, { priority: 2 }), await mine.account(id)]
    await server.query`update endpoint set mark = null where identity_id = (select identity_id from alias
      where value = ${alias.value})
      and type = 'bank_account'`
    const { body } = await ask({ alias: alias.id, consumer: null })
    expect(body.endpoints).toEqual([
      { endpoint: kept.id, shown: true, because: 'endpoint_public', preview: kept.address_preview, token: false },
      { endpoint: changed.id, shown: false, because: 'endpoint_damaged', preview: null, token: false },
    ])
    const resolved = await mine.resolve(`@${alias.value}`)
    expect(resolved.body.endpoints.map((one: Body) => one.id)).toEqual([kept.id])
    await server.query`update alias set mark = null where value = ${alias.value}`
    expect((await mine.resolve(`@${alias.value}`)).status).toBe(404)
    const damaged = (await ask({ alias: alias.id, consumer: null })).body
    expect([damaged.resolves, damaged.rules[1].because]).toEqual([false, 'alias_damaged'])
  })

  test('needs all four scopes on each surface, and says which one is missing before it reads the body', async () => {
    for (const missing of explanationScopes) {
      const { key } = await server.key({ scopes: explanationScopes.filter((scope) => scope !== missing) })
      for (const body of [{ alias: 'als_x', consumer: null }, '{']) {
        const { status, body: refused } = await server.send('POST', '/v1/explanations', { key, body })
        expect([status, refused.error.code, refused.error.param]).toEqual([403, 'scope_missing', missing])
      }
      const { body } = await askGraphql({ alias: (await mine.username(identity)).id }, key)
      expect(body.data?.explanation ?? null).toBeNull()
      expect(body.errors[0].extensions).toMatchObject({ code: 'SCOPE_MISSING', param: missing })
    }
  })

  test.each([
    ['of another owner', async () => (await registryOf(server, payer).username(await theirs(payer))).id],
    [
      'of the other environment',
      async () => {
        const live = await server.key({ livemode: true })
        return (await registryOf(server, live).username(await theirs(live), 'live.only')).id
      },
    ],
    ['that is malformed', async () => 'als_x'],
    ['with the id of another kind', async () => identity],
  ])('of an alias %s equals that of an absent one, byte for byte', async (_, make) => {
    const alias = await make()
    const absent = 'als_00000000000000000000000000'
    for (const consumer of [null, payer.consumer]) {
      expect(withoutRequest(await ask({ alias, consumer }))).toBe(
        withoutRequest(await ask({ alias: absent, consumer })),
      )
      expect((await ask({ alias, consumer })).body.error.code).toBe('resource_missing')
      const { text } = await askGraphql({ alias, consumer })
      expect(JSON.parse(text)).toEqual({ data: { explanation: null } })
    }
  })

  const theirs = async ({ key }: Key) => (await registryOf(server, { key }).identity()).id
})

describe('a consumer without a grant', () => {
  test('is one case: nobody, unknown, malformed, suspended, foreign and of the other environment answer alike', async () => {
    const { id } = await mine.identity()
    const alias = (await mine.username(id, undefined, { privacy_level: 'consent_required' })).id
    await mine.account(id, { privacy_level: 'unlisted' })
    await mine.grant(id, payer.consumer)
    const { consumers } = server.app.services
    const call = operatorCall(server.app)
    const suspended = await server.key({ consumer: 'suspended' })
    await consumers.suspend(call, suspended.consumer)
    const foreign = await server.key({ consumer: 'foreign' })
    const live = await server.key({ consumer: 'only live', livemode: true })
    const asked = [
      null,
      'apc_00000000000000000000000000',
      'apc_7zzzzzzzzzzzzzzzzzzzzzzzzz',
      'apc_x',
      identity,
      suspended.consumer,
      foreign.consumer,
      live.consumer,
    ]
    const rest = new Set<string>()
    const graphql = new Set<string>()
    for (const consumer of asked) {
      rest.add(withoutRequest(await ask({ alias, consumer })))
      graphql.add(withoutRequest(await askGraphql({ alias, consumer })))
    }
    expect([rest.size, graphql.size]).toEqual([1, 1])
    expect([...rest][0]).toContain('"because":"grant_missing"')
    // The grantee's answer differs: else nothing was compared.
    expect(rest.has(withoutRequest(await ask({ alias, consumer: payer.consumer })))).toBe(false)
  })

  test('is explained by its grant once it has one, suspended or not', async () => {
    const { id } = await mine.identity()
    const alias = (await mine.username(id, undefined, { privacy_level: 'consent_required' })).id
    const grantee = await server.key({ consumer: 'suspended later' })
    await mine.grant(id, grantee.consumer)
    const before = withoutRequest(await ask({ alias, consumer: grantee.consumer }))
    await server.app.services.consumers.suspend(operatorCall(server.app), grantee.consumer)
    expect(withoutRequest(await ask({ alias, consumer: grantee.consumer }))).toBe(before)
    expect(before).toContain('"because":"grant_covers"')
  })
})
