import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { findBroken } from '../../src/vault/rotation/binding-store.ts'
import { openJwe, verifyJws } from '../support/open-release.ts'
import { freshName, iban, query, type Registry, registryOf } from '../support/registry.ts'
import { type Payee, type Releasing, releasing } from '../support/releasing.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/*
 * Mallory writes the database, has accounts of her own at two tenants, and holds no key of the service. A payer looks Alice up and has each address released that may be: by a process that has answered the
 * same before, and by one that has just started.
 */

const mallorysIban = 'GB82WEST12345698765432'
const capabilities = [{ asset: 'EUR', network: 'sepa', rail: 'sct' }]

let server: TestServer
let scene: Releasing
let beside: Registry
let elsewhere: Registry
const encryptionKey = Buffer.alloc(32, 5)
const start = (database?: TestServer['database']) =>
  startTestServer({
    env: { PUBLIC_URL: 'https://pay.example.com' },
    encryptionKey,
    ...(database && { database }),
  })
beforeAll(async () => {
  server = await start()
  scene = await releasing(server)
  beside = registryOf(server, scene.owner)
  elsewhere = registryOf(server, await server.key({ consumer: 'mallory' }))
})
afterAll(() => server.close())

/** Alice, and Mallory at the same tenant and at another one. Ids are uuids, by the names that the SQL below has for them. */
type Victim = Payee & { ids: Record<string, string>; accounts: string[] }

async function victim(): Promise<Victim> {
  const payee = await scene.payee({ capabilities })
  const { id: second } = await scene.mine.account(payee.identity, { release: 'public', capabilities: [] })
  const { id: name } = await beside.identity()
  const mallory = { identity: name, alias: await beside.username(name) }
  const account = { address: mallorysIban, release: 'public', capabilities }
  const { id: own } = await beside.account(mallory.identity, account)
  const { id: far } = await elsewhere.identity()
  const { id: farAlias } = await elsewhere.username(far)
  const { id: farOwn } = await elsewhere.account(far, account)
  const [alias] = await server.query<{ id: string }>`select id from alias
    where identity_id = ${decodeId('identity', payee.identity)}`
  const ids = {
    alice: decodeId('identity', payee.identity)!,
    alias: alias!.id,
    endpoint: decodeId('endpoint', payee.endpoint)!,
    second: decodeId('endpoint', second)!,
    mallory: decodeId('identity', mallory.identity)!,
    mallorys_alias: decodeId('alias', mallory.alias.id)!,
    mallorys_endpoint: decodeId('endpoint', own)!,
    far: decodeId('identity', far)!,
    far_alias: decodeId('alias', farAlias)!,
    far_endpoint: decodeId('endpoint', farOwn)!,
  }
  return { ...payee, ids, accounts: [payee.endpoint, second, own, farOwn] }
}

const filled = (text: string, { ids }: Victim) => text.replaceAll(/\$(\w+)/g, (_, name: string) => `'${ids[name]}'`)

/** Writes rows as an attacker with the database can: past foreign keys. */
async function write(text: string, of: Victim): Promise<void> {
  const client = new Client({ connectionString: server.database.url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of filled(text, of).split(';')) await client.query(statement)
    await client.query('update identity set snapshot = default')
  } finally {
    await client.end()
  }
}

/** Returns the payer's view of Alice, and each address that is released for her with a valid signature. */
async function paid(at: TestServer, { alias, accounts }: Payee & { accounts: readonly string[] }) {
  const { key } = scene.payer
  const { status, body } = await at.send('POST', '/v1/resolve', { key, body: { alias } })
  const pinned = (await at.send('GET', '/.well-known/signpost-jwks.json')).body.keys
  const asked = accounts.map(async (endpoint) => {
    const order = { alias, endpoint, sealing_key: scene.sealingKey }
    const answer = await at.send('POST', '/v1/releases', { key, body: order })
    if (!answer.body.jwe) return []
    const { claims } = await verifyJws((await openJwe(answer.body.jwe, scene.key)).text, pinned)
    const isHers = claims.alias.type === 'username' && `@${claims.alias.value}` === alias
    return isHers ? [{ address: claims.address as string, capabilities: claims.capabilities }] : []
  })
  return {
    shown: status === 200 ? (body.endpoints as { last4?: string; capabilities: object[] }[]) : null,
    disclosure: body.disclosure,
    released: (await Promise.all(asked)).flat(),
  }
}

const addresses = ({ released }: Awaited<ReturnType<typeof paid>>) => released.map(({ address }) => address)
const lastFours = ({ shown }: Pick<Awaited<ReturnType<typeof paid>>, 'shown'>) =>
  (shown ?? []).map(({ last4 }) => last4)

let cold: TestServer
beforeAll(async () => {
  cold = await start(server.database)
})
afterAll(() => cold.close())

/** Resolved before the change, so that whatever the process keeps is warm; then asked of it, and of one that never looked. */
async function met(change: string) {
  const of = await victim()
  expect(lastFours(await paid(server, of))).toEqual(['3000', '3000'])
  await write(change, of)
  return [await paid(server, of), await paid(cold, of)]
}

describe('a writer of the database misdirects nobody', () => {
  const attacks: Record<string, string> = {
    'an endpoint of the same tenant, moved to Alice':
      'update endpoint set identity_id = $alice where id = $mallorys_endpoint',
    'an endpoint of another tenant, moved to Alice and to her owner':
      'update endpoint set identity_id = $alice, consumer_id = (select consumer_id from identity where id = $alice) where id = $far_endpoint',
    'an alias that leads to Mallory': 'update alias set identity_id = $mallory where id = $alias',
    'an alias that leads to Mallory at another tenant':
      'update alias set identity_id = $far, consumer_id = (select consumer_id from identity where id = $far) where id = $alias',
    'an alias of Mallory with the name of Alice':
      'create temporary table copy as select * from alias where id = $alias; delete from alias where id = $alias; update alias set value = (select value from copy), skeleton = (select skeleton from copy) where id = $mallorys_alias; drop table copy',
    'a copied endpoint with a new id':
      "insert into endpoint select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'identity_id', $alice::uuid))).* from endpoint e where e.id = $mallorys_endpoint",
    'a copied alias with a new id':
      'create temporary table copy as select * from alias where id = $alias; delete from alias where id = $alias; update copy set id = gen_random_uuid(), identity_id = $mallory; insert into alias select * from copy; drop table copy',
    'sealed columns of Mallory in the row of Alice':
      'update endpoint e set address = m.address, projection = m.projection, mark = m.mark from endpoint m where e.id = $endpoint and m.id = $mallorys_endpoint',
    'an address of Mallory alone in the row of Alice':
      'update endpoint e set address = m.address from endpoint m where e.id = $endpoint and m.id = $mallorys_endpoint',
    'ids of two endpoints that were exchanged':
      "update endpoint set id = '00000000-0000-4000-8000-000000000001' where id = $endpoint; update endpoint set id = $endpoint, identity_id = $alice where id = $mallorys_endpoint",
    'ids of two identities that were exchanged':
      "update identity set id = '00000000-0000-4000-8000-000000000002' where id = $alice; update identity set id = $alice where id = $mallory; update endpoint set identity_id = $alice where id = $mallorys_endpoint",
    'an identity that was given to another tenant, with an endpoint made there':
      'update identity set consumer_id = (select consumer_id from identity where id = $far) where id = $alice; update endpoint set identity_id = $alice where id = $far_endpoint',
    'the snapshot of Mallory in the identity of Alice':
      'alter table identity disable trigger identity_snapshot; update identity set snapshot = (select snapshot from identity where id = $mallory) where id = $alice; alter table identity enable always trigger identity_snapshot',
    'a primary alias that was exchanged':
      'update identity set primary_alias_id = $mallorys_alias where id = $alice; update identity set primary_alias_id = $alias where id = $mallory',
  }
  test.each(Object.entries(attacks))('%s', async (_, change) => {
    for (const found of await met(change)) {
      expect(addresses(found)).not.toContain(mallorysIban)
      expect(lastFours(found)).not.toContain('5432')
    }
  })

  test('capabilities that were changed are neither shown nor signed', async () => {
    const [network] = [`'[{"asset": "EUR", "network": "sepa", "rail": "sct_inst"}]'`]
    for (const found of await met(`update endpoint set capabilities = ${network} where id = $endpoint`)) {
      expect(found.shown).toHaveLength(1)
      expect(found.disclosure).toMatchObject({ total_endpoints: 2, disclosed: 1 })
      expect(found.released.map((one) => one.capabilities)).toEqual([[]])
    }
  })

  test('a field that is none of a capability is not signed', async () => {
    const more = `capabilities || '[5, {"rail": "sct"}]' || jsonb_set(capabilities -> 0, '{note}', '"pay elsewhere"')`
    const of = await victim()
    await write(
      `update endpoint set capabilities = jsonb_build_array(jsonb_set(capabilities -> 0, '{note}', '"x"')) where id = $endpoint`,
      of,
    )
    const { released } = await paid(server, of)
    expect(released.find(({ capabilities: [one] }) => one)?.capabilities).toEqual(capabilities)
    await write(`update endpoint set capabilities = ${more} where id = $endpoint`, of)
    expect((await paid(server, of)).released.map((one) => one.capabilities)).toEqual([[]])
  })

  test('capabilities of an earlier day pass with their own mark alone, as the replay of all that they were', async () => {
    const of = await victim()
    const [before] = await server.query<{ mark: Buffer }>`select mark from endpoint where id = ${of.ids.endpoint}`
    const changed = await scene.mine.patch(`/v1/endpoints/${of.endpoint}`, {
      capabilities: [{ asset: 'USD', rail: 'ach' }],
    })
    expect(changed.status).toBe(200)
    expect(lastFours(await paid(server, of))).toEqual(['3000', '3000'])
    const old = `update endpoint set capabilities = '${JSON.stringify(capabilities)}' where id = $endpoint`
    await write(old, of)
    expect(lastFours(await paid(server, of))).toEqual(['3000'])
    await server.query`update endpoint set mark = ${before!.mark} where id = ${of.ids.endpoint}`
    expect(lastFours(await paid(server, of))).toEqual(['3000', '3000'])
  })

  test('a restored old endpoint pays the same person, and never another one', async () => {
    const of = await victim()
    await server.query`create table kept as select * from endpoint where id = ${of.ids.endpoint}`
    expect((await scene.mine.remove(`/v1/endpoints/${of.endpoint}`)).status).toBe(200)
    expect(lastFours(await paid(server, of))).toEqual(['3000'])
    await write('delete from endpoint where id = $endpoint; insert into endpoint select * from kept', of)
    expect(addresses(await paid(server, of))).toEqual([iban, iban])
    const other = await victim()
    await write(
      'delete from endpoint where id in (select id from kept); update kept set identity_id = $alice; insert into endpoint select * from kept; drop table kept',
      other,
    )
    expect(addresses(await paid(server, { ...other, accounts: [...other.accounts, of.endpoint] }))).toEqual([
      iban,
      iban,
    ])
    expect((await paid(server, other)).shown).toHaveLength(2)
  })

  test('a failed check is counted, and logged by its id alone, without its content', async () => {
    const of = await victim()
    const counted = () => ({ ...server.app.failures.counts })
    await paid(server, of)
    const before = counted()
    await write('update endpoint set mark = null where id = $endpoint', of)
    await paid(server, of)
    expect(counted().endpoint).toBeGreaterThan(before.endpoint)
    await write('update alias set mark = null where id = $alias', of)
    await paid(server, of)
    expect(counted().alias).toBeGreaterThan(before.alias)
    expect(server.logged.join()).toContain('a row differs from its seal')
    expect(server.logged.join()).not.toContain(of.alias.slice(1))
  })

  test('a bulk look-up and a payee check of a moved alias answer as for an absent one, warm and cold', async () => {
    const of = await victim()
    const { key } = scene.payer
    const payee = encodeId('identity', of.ids.mallory!)
    const name = { kind: 'legal', name: 'Mallory Stone' }
    const named = await server.send('POST', `/v1/identities/${payee}/payee_names`, { key: scene.owner.key, body: name })
    expect(named.status).toBe(201)
    await paid(server, of)
    await write('update alias set identity_id = $mallory where id = $alias', of)
    for (const at of [server, cold]) {
      const told = async (alias: string) => {
        const bulk = await at.send('POST', '/v1/resolve/bulk', { key, body: { items: [alias] } })
        const check = await at.send('POST', '/v1/payee_checks', { key, body: { alias, name: name.name } })
        const shown = JSON.stringify([bulk.body, check.body])
          .replaceAll(alias, '')
          .replaceAll(/req_\w+/g, '')
        return [bulk.status, check.status, shown]
      }
      expect(await told(of.alias)).toEqual(await told(`@${freshName()}`))
    }
  })

  test('_entities of a moved alias answers as for an absent one, warm and cold', async () => {
    const of = await victim()
    await paid(server, of)
    await write('update alias set identity_id = $mallory where id = $alias', of)
    const text =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { identityId endpoints { __typename } } } }'
    for (const at of [server, cold]) {
      const told = (alias: string) =>
        at.graphql(scene.payer.key, text, { r: [{ __typename: 'Resolution', alias }] }).then(({ body }) => body)
      expect(await told(of.alias)).toEqual(await told(`@${freshName()}`))
    }
  })

  test('doctor names the aliases and endpoints that were changed, whichever it meets', async () => {
    const of = await victim()
    const look = async () => (await findBroken(server.app.db, server.app.keyring, Number.POSITIVE_INFINITY)).broken
    const [alias, endpoint] = [encodeId('alias', of.ids.alias!), encodeId('endpoint', of.ids.endpoint!)]
    expect(await look()).not.toEqual(expect.arrayContaining([alias]))
    await write('update alias set identity_id = $mallory where id = $alias', of)
    await write('update endpoint set identity_id = $mallory where id = $endpoint', of)
    expect(await look()).toEqual(expect.arrayContaining([alias, endpoint]))
  })
})

/*
 * Every column of the tables that lead from an alias to an address is in one of two lists. A writer of the database who changes
 * one of the first pays nobody; one who changes any of the second decides at most who sees what.
 */
const sealed: Record<string, Record<string, string>> = {
  alias: {
    id: 'gen_random_uuid()',
    livemode: 'true',
    identity_id: '$mallory',
    type: "'merchant_handle'",
    value: "'someone.else'",
    mark: '(select mark from alias where id = $mallorys_alias)',
  },
  endpoint: {
    id: 'gen_random_uuid()',
    livemode: 'true',
    identity_id: '$mallory',
    type: "'mobile_money'",
    capabilities: `'[{"asset": "USD", "rail": "ach"}]'`,
    address: '(select address from endpoint where id = $second)',
    projection: '(select projection from endpoint where id = $second)',
    mark: '(select mark from endpoint where id = $second)',
  },
  identity: {
    id: 'gen_random_uuid()',
    livemode: 'true',
    consumer_id: '(select consumer_id from identity where id = $far)',
  },
}

const free: Record<string, Record<string, string>> = {
  alias: {
    consumer_id: '(select consumer_id from identity where id = $far)',
    skeleton: "'somebody else'",
    norm_version: '0',
    privacy_level: "'unlisted'",
    status: "'released'",
    verified_at: 'now()',
    verified_method: "'email_code'",
    verification: "'proved'",
    proof_expires_at: 'now()',
    claimed_at: 'now()',
    released_at: 'now()',
    available_at: 'now()',
    external_reference: '(select address from endpoint where id = $second)',
    reference_hash: "'\\x00'",
    metadata: '(select address from endpoint where id = $second)',
    created_at: 'now()',
    updated_at: 'now()',
    changed: "'1'",
  },
  endpoint: {
    consumer_id: '(select consumer_id from identity where id = $far)',
    privacy_level: "'private'",
    priority: '9',
    status: "'disabled'",
    release: "'public'",
    verification: "'proved'",
    verified_method: "'wallet_signature'",
    address_fingerprint: "'\\x00'",
    details_fingerprint: "'\\x00'",
    destination_fingerprint: "'\\x00'",
    external_reference: '(select address from endpoint where id = $second)',
    reference_hash: "'\\x00'",
    metadata: '(select address from endpoint where id = $second)',
    created_at: 'now()',
    updated_at: 'now()',
    shown_changed_at: 'now()',
    changed: "'1'",
    removed_at: 'now(), address = null, projection = null',
  },
  identity: {
    type: "'business'",
    status: "'suspended'",
    display_name: "'Mallory'",
    display_name_folded: "'mallory'",
    default_privacy_level: "'public'",
    primary_alias_id: '$mallorys_alias',
    payee_checks: "'off'",
    declared_match: "'off'",
    destination_checks: "'off'",
    close_match: "'off'",
    payee_names_changed_at: 'now()',
    suspended_at: 'now()',
    suspended_seconds: '1',
    external_reference: '(select address from endpoint where id = $second)',
    reference_hash: "'\\x00'",
    metadata: '(select address from endpoint where id = $second)',
    erasing_at: 'now()',
    erased_at: 'now()',
    snapshot: '(select snapshot from identity where id = $mallory)',
    noticing: '7',
    created_at: 'now()',
    updated_at: 'now()',
    changed: "'1'",
  },
}

const rowOf: Record<string, string> = { alias: '$alias', endpoint: '$endpoint', identity: '$alice' }
const cells = (lists: typeof sealed) =>
  Object.entries(lists).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, value]): [string, string] => [
      `${table}.${column}`,
      `update ${table} set ${column} = ${value} where id = ${rowOf[table]}`,
    ]),
  )

describe('every column is sealed, or decides visibility only', () => {
  test('the two lists hold every column of alias, endpoint and identity, and none twice', async () => {
    const columns = await server.query<{ name: string }>`select table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema = current_schema() and table_name in ('alias', 'endpoint', 'identity') order by 1`
    const listed = [...cells(sealed), ...cells(free)].map(([name]) => name)
    expect(listed.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  })

  test.each(cells(sealed))('%s is sealed: who changes it pays nobody', async (name, change) => {
    const isWhole = !name.startsWith('endpoint.')
    for (const found of await met(change)) {
      // The other endpoint of Alice is still hers.
      const most = isWhole ? 0 : 1
      // A look-up opens the projection alone, and a release the address alone.
      if (name !== 'endpoint.address') expect(found.shown?.length ?? 0).toBeLessThanOrEqual(most)
      if (name !== 'endpoint.projection') expect(found.released.flatMap((one) => one.capabilities)).toEqual([])
      if (name !== 'endpoint.projection') expect(found.released.length).toBeLessThanOrEqual(most)
      for (const address of addresses(found)) expect(address).toBe(iban)
    }
  })

  test.each(cells(free))('%s decides at most the visibility: the payment goes to Alice', async (_, change) => {
    for (const found of await met(change)) {
      for (const address of addresses(found)) expect(address).toBe(iban)
      for (const last4 of lastFours(found)) expect(last4).toBe('3000')
    }
  })
})

test.each(['consumer_id', 'livemode'])(
  'an API key whose %s was changed in its row opens nothing, as an unknown one',
  async (column) => {
    const thief = await server.key({ consumer: 'thief' })
    const value = column === 'livemode' ? 'true' : `(select id from consumer where name <> 'thief' limit 1)`
    const ask = (key: string) => server.send('GET', '/v1/me', { key })
    expect((await ask(thief.key)).status).toBe(200)
    const fresh = await server.key({ consumer: 'thief' })
    for (const { keyId } of [thief, fresh])
      await query(server, `update api_key set ${column} = ${value} where id = $1`, [decodeId('apiKey', keyId)])
    await server.query`select pg_notify('signpost_keys', ${decodeId('apiKey', thief.keyId)})`
    const unknown = await ask(`${fresh.key.slice(0, -7)}0000000`)
    const moved = await ask(fresh.key)
    expect([moved.status, moved.body.error.code]).toEqual([401, 'api_key_invalid'])
    expect(unknown.body.error.code).toBe(moved.body.error.code)
  },
)
