import { decodeId } from '../../../src/kernel/id.ts'
import { iban, query, registryOf } from '../../support/registry.ts'
import { type Body, type Key, startTestServer, type TestServer } from '../../support/server.ts'
import { type Choices, levels, takeOne } from './random-tables.ts'

export type Payer = { live: Key; test: Key }
export type World = { server: TestServer; payers: readonly Payer[] }

/** Starts a server that requires proofs, with two owners, one of them believed, and three payers, in both environments. */
export async function startWorld() {
  const env = { REQUIRE_PROOF: 'phone,email,payment_link', RESPONSE_STEP_SINGLE_MS: '1', RESPONSE_STEP_BULK_MS: '1' }
  const server = await startTestServer({ env })
  const owners: Key[] = []
  for (const consumer of ['owner', 'believed'])
    for (const livemode of [true, true, false]) owners.push(await server.key({ consumer, livemode }))
  await server.query`update consumer set attests = true where name = 'believed'`
  const payers: Payer[] = []
  for (const consumer of ['payer', 'friend', 'stranger'])
    payers.push({
      live: await server.key({ consumer, livemode: true, scopes: ['resolve'] }),
      test: await server.key({ consumer, scopes: ['resolve'] }),
    })
  return { server, owners, payers, close: server.close }
}

let serial = 0
const fresh: Readonly<Record<string, () => string>> = {
  username: () => `explained.${(++serial).toString(8).replaceAll('0', '8').replaceAll('1', '9')}`,
  phone: () => `+1646${3_000_000 + ++serial}`,
  email: () => `p${++serial}@mail.example.net`,
  payment_link: () => `https://pay${++serial}.example.net`,
}

const paths = ['', '/alice', '/?to=alice']

/** Most rows stay as they are. */
const kept: readonly string[] = Array.from({ length: 10 }, () => 'kept')

async function makeAlias({ server }: World, pick: Choices, key: Key, identity: string): Promise<Body> {
  const type = pick.one(Object.keys(fresh))
  const value = `${fresh[type]!()}${type === 'payment_link' ? pick.one(paths) : ''}`
  const mine = registryOf(server, key)
  const alias = await mine.alias(identity, type, value, { privacy_level: pick.one(levels) })
  const id = decodeId('alias', alias.id)
  await query(
    server,
    `update alias set verification = $2, verified_method = $3,
       proof_expires_at = now() + $4::int * interval '1 hour' where id = $1`,
    [
      id,
      pick.one(['none', 'attested', 'proved', 'proved']),
      pick.one(['well_known', 'dns_txt']),
      pick.one([null, 1, 1, -1]),
    ],
  )
  const fate = pick.one([...kept, 'released', 'transferred', 'changed'])
  if (fate === 'released') await mine.remove(`/v1/aliases/${alias.id}`)
  if (fate === 'transferred') await server.query`update alias set status = 'transferred' where id = ${id}`
  if (fate === 'changed') await server.query`update alias set mark = null where id = ${id}`
  return alias
}

async function makeEndpoint({ server }: World, pick: Choices, key: Key, identity: string): Promise<string> {
  const mine = registryOf(server, key)
  const fields = {
    privacy_level: pick.one(levels),
    priority: pick.one([-1.5, 0, 0, 7]),
    capabilities: Array.from({ length: pick.upTo(2) }, () => {
      const { instant, least, most, ...capability } = takeOne(pick)
      return instant ? { ...capability, supports_instant: true, min_amount: least, max_amount: most } : capability
    }),
  }
  const made = await server.send('POST', '/v1/endpoints', {
    key: key.key,
    body: { identity, type: 'bank_account', address: iban, ...fields },
  })
  const { id } =
    pick.often(0.6) && made.status === 201 ? made.body : await mine.wallet(identity, { ...fields, capabilities: [] })
  const fate = pick.one([...kept, 'disabled', 'disabled', 'removed', 'changed'])
  if (fate === 'disabled') await mine.patch(`/v1/endpoints/${id}`, { status: 'disabled' })
  if (fate === 'removed') await mine.remove(`/v1/endpoints/${id}`)
  if (fate === 'changed') await server.query`update endpoint set mark = null where id = ${decodeId('endpoint', id)}`
  return id
}

/** Grants to two of the payers: ended ones, then perhaps an active one. */
async function grantSome(
  { server, payers }: World,
  pick: Choices,
  key: Key,
  identity: string,
  aliases: string[],
  endpoints: string[],
): Promise<string[]> {
  const made: string[] = []
  const mine = registryOf(server, key)
  for (const { live } of payers.slice(0, 2)) {
    for (let at = 0; at <= pick.upTo(2); at++) {
      const lists = { aliases: pick.some(aliases), endpoints: pick.some(endpoints) }
      const isAll = pick.often(0.2) || lists.aliases.length + lists.endpoints.length === 0
      const covers = isAll ? { all: true } : lists
      const { status, body } = await server.send('POST', '/v1/consent_grants', {
        key: key.key,
        body: { identity, consumer: live.consumer, covers },
      })
      // A removed endpoint can't be covered, and an active grant stands.
      if (status !== 201) continue
      made.push(body.id)
      const fate = pick.one(['kept', 'kept', 'revoked', 'expired'])
      if (fate === 'revoked') await mine.remove(`/v1/consent_grants/${body.id}`)
      if (fate === 'expired')
        await server.query`update consent_grant set expires_at = now() - interval '1 second'
          where id = ${decodeId('consentGrant', body.id)}`
    }
  }
  return made
}

export type MadeRegistry = { identity: string; aliases: Body[]; endpoints: string[]; grants: string[] }

/** A random registry of one identity. */
export async function makeRegistry(world: World, pick: Choices, key: Key): Promise<MadeRegistry> {
  const mine = registryOf(world.server, key)
  const { id } = await mine.identity()
  const aliases: Body[] = []
  const endpoints: string[] = []
  for (let made = 0; made <= pick.upTo(1); made++) aliases.push(await makeAlias(world, pick, key, id))
  for (let made = 0; made < pick.upTo(4); made++) endpoints.push(await makeEndpoint(world, pick, key, id))
  const grants = await grantSome(
    world,
    pick,
    key,
    id,
    aliases.map((alias) => alias.id),
    endpoints,
  )
  if (pick.often(0.15)) await mine.patch(`/v1/identities/${id}`, { status: pick.one(['suspended', 'closed']) })
  return { identity: id, aliases, endpoints, grants }
}
