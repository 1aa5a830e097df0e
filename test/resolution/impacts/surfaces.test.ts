import { beforeEach, describe, expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { query, registryForTests, registryOf } from '../../support/registry.ts'
import { type Answer, type Body, forTests } from '../../support/server.ts'

let identity: string
let alias: string
let account: string
let grant: string
const { server, owner, mine } = registryForTests({ env: { RESPONSE_STEP_SINGLE_MS: '1', RATE_LIMITS: 'on' } })
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeEach(async () => {
  identity = (await mine.identity()).id
  alias = (await mine.username(identity)).id
  account = (await mine.account(identity, { privacy_level: 'consent_required' })).id
  grant = (await mine.grant(identity, payer.consumer, { covers: { endpoints: [account] } })).id
})

const ask = (body: object, key = owner.key): Promise<Answer> => server.send('POST', '/v1/impacts', { key, body })
const document = `query ($input: ImpactInput!) { impact(input: $input) {
  livemode truncated
  everybody { before { aliasIds endpointIds } after { aliasIds endpointIds } }
  gains { consentGrantId consumerId aliasIds endpointIds } loses { consentGrantId consumerId aliasIds endpointIds }
} }`
const askGraphql = (input: object, key = owner.key): Promise<Answer> => server.graphql(key, document, { input })

const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param]
const nothing = { aliases: [], endpoints: [] }

describe('an impact', () => {
  test('says what everybody and what each grantee would see, over REST and GraphQL alike', async () => {
    const input = { privacy_level: 'public' }
    const answer = await ask({ operation: 'updateEndpoint', id: account, input })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        object: 'impact',
        livemode: false,
        everybody: {
          before: { aliases: [alias], endpoints: [] },
          after: { aliases: [alias], endpoints: [account] },
        },
        gains: [],
        loses: [],
        truncated: false,
      },
    ])
    const told = (await askGraphql({ updateEndpoint: { id: account, input: { privacyLevel: 'PUBLIC' } } })).body
    expect(told.data.impact).toEqual({
      livemode: false,
      truncated: false,
      everybody: {
        before: { aliasIds: [alias], endpointIds: [] },
        after: { aliasIds: [alias], endpointIds: [account] },
      },
      gains: [],
      loses: [],
    })
    const lost = [{ consent_grant: grant, consumer: payer.consumer, aliases: [], endpoints: [account] }]
    expect((await ask({ operation: 'revokeConsent', id: grant })).body.loses).toEqual(lost)
    expect((await askGraphql({ revokeConsent: { id: grant } })).body.data.impact.loses).toEqual([
      { consentGrantId: grant, consumerId: payer.consumer, aliasIds: [], endpointIds: [account] },
    ])
    expect((await ask({ operation: 'releaseAlias', id: alias })).body).toMatchObject({
      everybody: { before: { aliases: [alias], endpoints: [] }, after: nothing },
      loses: [{ ...lost[0], aliases: [alias] }],
    })
    const grantee = await server.key({ consumer: 'another payer' })
    const made = { identity, consumer: grantee.consumer, covers: { all: true } }
    expect((await ask({ operation: 'grantConsent', input: made })).body.gains).toEqual([
      { consent_grant: null, consumer: grantee.consumer, aliases: [], endpoints: [account] },
    ])
  })

  test('is refused as its operation is, with the same code and the same name of the parameter', async () => {
    const stranger = registryOf(server, await server.key({ consumer: 'stranger' }))
    const foreign = (await stranger.username((await stranger.identity()).id)).id
    expect(codeOf(await ask({ operation: 'releaseAlias', id: foreign }))).toEqual([404, 'resource_missing', undefined])
    expect(codeOf(await ask({ operation: 'releaseAlias', id: `als_${'0'.repeat(26)}` }))[1]).toBe('resource_missing')
    const update = (input: unknown, id: string | undefined = alias) =>
      ask({ operation: 'updateAlias', id, input } as Body)
    expect(codeOf(await update({ privacy_level: 'open' }))).toEqual([400, 'parameter_invalid', 'privacy_level'])
    expect(codeOf(await update({ colour: 1 }))).toEqual([400, 'parameter_unknown', 'colour'])
    expect(codeOf(await update(undefined))).toEqual([400, 'parameter_missing', 'input'])
    expect(codeOf(await ask({ operation: 'updateAlias', input: {} }))).toEqual([400, 'parameter_missing', 'id'])
    expect(codeOf(await ask({ operation: 'releaseAlias', id: alias, input: {} }))).toEqual([
      400,
      'parameter_unknown',
      'input',
    ])
    expect(codeOf(await ask({ operation: 'eraseIdentity', id: identity }))[1]).toBe('parameter_invalid')
    const input = { identity, consumer: payer.consumer, covers: { all: true } }
    expect(codeOf(await ask({ operation: 'grantConsent', input }))).toEqual([409, 'grant_exists', undefined])
    const absent = { ...input, consumer: `apc_${'0'.repeat(26)}` }
    expect(codeOf(await ask({ operation: 'grantConsent', input: absent }))[1]).toBe('resource_missing')
    const stale = await ask({
      operation: 'updateConsentGrant',
      id: grant,
      input: { version: 7, covers: { all: true } },
    })
    expect(codeOf(stale)[1]).toBe('version_changed')
    await mine.remove(`/v1/aliases/${alias}`)
    expect(codeOf(await update({ privacy_level: 'private' })).slice(0, 2)).toEqual([409, 'alias_released'])
    const { paths } = (await server.send('GET', '/openapi.json')).body
    expect(paths['/v1/impacts'].post.responses).toHaveProperty('409')
    for (const sent of [{}, { releaseAlias: { id: alias }, removeEndpoint: { id: account } }]) {
      const { errors } = (await askGraphql(sent)).body
      expect(['PARAMETER_MISSING', 'PARAMETER_CONFLICT', 'parameter_missing', 'parameter_conflict']).toContain(
        errors[0].extensions.code,
      )
    }
  })

  test('opens no row that differs from its seal', async () => {
    await server.query`update endpoint set mark = null where id = ${decodeId('endpoint', account)}`
    const input = { privacy_level: 'public', status: 'active' }
    const { everybody } = (await ask({ operation: 'updateEndpoint', id: account, input })).body
    expect(everybody.after).toEqual({ aliases: [alias], endpoints: [] })
  })

  test('needs the scope of its operation and consents:read', async () => {
    const scoped = async (...scopes: string[]) => (await server.key({ scopes })).key
    const body = { operation: 'releaseAlias', id: alias }
    expect(codeOf(await ask(body, await scoped('aliases:write')))).toEqual([403, 'scope_missing', 'consents:read'])
    expect(codeOf(await ask(body, await scoped('endpoints:write', 'consents:read')))).toEqual([
      403,
      'scope_missing',
      'aliases:write',
    ])
    expect((await ask(body, await scoped('aliases:write', 'consents:read'))).status).toBe(200)
  })

  test('writes nothing but the record of its request', async () => {
    const tables = await server.query<{ name: string }>`select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition and relname !~ '^(request|usage|node|worker)' order by 1`
    expect(tables.length).toBeGreaterThan(30)
    const rows = async () => {
      const found: Record<string, string> = {}
      for (const { name } of tables) {
        // The use of a key is noted beside its request, and the seals of a data key are counted in turns.
        const columns = name === 'api_key' || name === 'data_key' ? 'id' : 't::text'
        const [row] = await query<{ hash: string }>(
          server,
          `select md5(coalesce(string_agg(${columns}::text, ' ' order by ${columns}::text), '')) as hash from "${name}" t`,
        )
        found[name] = row!.hash
      }
      return found
    }
    const grantee = await server.key({ consumer: 'asked about' })
    const before = await rows()
    const asked = [
      { operation: 'updateAlias', id: alias, input: { privacy_level: 'private' } },
      { operation: 'releaseAlias', id: alias },
      { operation: 'updateEndpoint', id: account, input: { status: 'disabled' } },
      { operation: 'removeEndpoint', id: account },
      { operation: 'updateIdentity', id: identity, input: { status: 'closed' } },
      { operation: 'grantConsent', input: { identity, consumer: grantee.consumer, covers: { all: true } } },
      { operation: 'updateConsentGrant', id: grant, input: { covers: { all: true } } },
      { operation: 'revokeConsent', id: grant },
    ]
    for (const body of asked) expect([body, (await ask(body)).status]).toEqual([body, 200])
    expect(await rows()).toEqual(before)
  })

  test('a new grant costs the grantee’s bucket, so that ids of consumers cannot be tried', async () => {
    const grantee = await server.key({ consumer: 'flooded' })
    const body = { operation: 'grantConsent', input: { identity, consumer: grantee.consumer, covers: { all: true } } }
    const codes = new Set<number>()
    for (let n = 0; n < 200 && !codes.has(429); n++) codes.add((await ask(body)).status)
    expect([...codes]).toEqual([200, 429])
  })

  test('compares a thousand grants, and says that there are more', async () => {
    await query(
      server,
      `with made as (insert into consumer (id, name) select gen_random_uuid(), 'grantee ' || n
         from generate_series(1, 1001) n returning id)
       insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, status)
       select gen_random_uuid(), false, i.id, made.id, i.consumer_id, true, 'active' from made, identity i
       where i.id = (select identity_id from consent_grant where consumer_id = '${payer.consumerId}'
         and status = 'active' order by created_at desc limit 1)`,
    )
    const { body } = await ask({ operation: 'removeEndpoint', id: account })
    expect([body.truncated, body.loses.length]).toEqual([true, 1_000])
    const ids = body.loses.map((one: Body) => one.consent_grant)
    expect(ids).toEqual(ids.toSorted())
    const revoked = (await ask({ operation: 'revokeConsent', id: grant })).body
    expect(revoked.loses.map((one: Body) => one.consent_grant)).toEqual([grant])
  })
})
