import { freshName } from '../support/registry.ts'
import type { Body, Json, Key, TestServer } from '../support/server.ts'
import type { Dice } from '../system/fuzz/dice.ts'

/** Two identities that share aliases and payers, one more in the live environment, and their callers. */
export type Scene = {
  servers: readonly TestServer[]
  dice: Dice
  owner: Key
  callers: Record<string, Key>
  identities: string[]
  names: string[]
  aliases: string[]
  endpoints: string[]
  grants: string[]
}

export const levels = ['public', 'public', 'consent_required', 'unlisted', 'private']
export const destinations = [
  ['crypto_wallet', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['bank_account', 'DE89370400440532013000'],
  ['payment_pointer', '$pay.example/ann'],
  ['upi', 'ann.smith@okbank'],
  ['pix_key', '+5511987654321'],
  ['lightning_address', 'ann.smith@pay.example'],
] as const
const capabilities = [
  [],
  [{ asset: 'EUR', rail: 'sct', min_amount: 10 }],
  [{ asset: 'EUR', network: 'sepa', rail: 'sct', max_amount: 25, supports_instant: true }],
  [
    { asset: 'EUR', rail: 'x "q" \\ ü \u2028' },
    { asset: 'USD', network: 'ach', rail: 'x', max_amount: 5 },
  ],
]

export async function send({ servers, dice, owner }: Scene, method: string, path: string, body?: Json): Promise<Body> {
  return dice.pick(servers).send(method, path, { key: owner.key, body })
}

export const endpointFields = ({ dice }: Scene): Json => ({
  ...(dice.chance(0.7) && { privacy_level: dice.pick(levels) }),
  ...(dice.chance(0.5) && { priority: dice.pick([0, 1, 1, 2.5, -3]) }),
  ...(dice.chance(0.6) && { capabilities: dice.pick(capabilities) }),
})

export async function makeEndpoint(scene: Scene, fields: Json = {}): Promise<number> {
  const [type, address] = scene.dice.pick(destinations)
  const identity = scene.dice.pick(scene.identities)
  const made = await send(scene, 'POST', '/v1/endpoints', {
    identity,
    type,
    address,
    ...endpointFields(scene),
    ...fields,
  })
  if (made.status === 201) scene.endpoints.push(made.body.id)
  return made.status
}

export async function makeAlias(
  scene: Scene,
  value: string,
  privacyLevel: string,
  identity = scene.dice.pick(scene.identities),
): Promise<number> {
  const fields = { identity, type: 'username', value, privacy_level: privacyLevel }
  const made = await send(scene, 'POST', '/v1/aliases', fields)
  if (made.status === 201) {
    scene.aliases.push(made.body.id)
    if (!scene.names.includes(`@${value}`)) scene.names.push(`@${value}`)
  }
  return made.status
}

export async function makeGrant(scene: Scene): Promise<number> {
  const { dice, identities, callers, aliases, endpoints } = scene
  const some = (ids: readonly string[]) => ids.filter(() => dice.chance(0.5)).slice(0, 20)
  // A grant that names what is another identity's is refused.
  const covers = dice.chance(0.3) ? { all: true } : { aliases: some(aliases), endpoints: some(endpoints) }
  const made = await send(scene, 'POST', '/v1/consent_grants', {
    identity: dice.pick(identities),
    consumer: dice.pick([callers.payer!, callers.payer!, callers.other!]).consumer,
    covers,
    ...(dice.chance(0.2) && { expires_at: Math.floor(Date.now() / 1000) + 3600 }),
  })
  if (made.status === 201) scene.grants.push(made.body.id)
  return made.status
}

/** Creates a new scene for each history. */
export async function prepareScene(servers: readonly TestServer[], dice: Dice): Promise<Scene> {
  const server = servers[0]!
  const owner = await server.key({ consumer: freshName('owner') })
  const payer = freshName('payer')
  const scopes = ['resolve']
  const callers = {
    payer: await server.key({ consumer: payer, scopes }),
    payerOfAll: await server.key({ consumer: payer }),
    payerRouting: await server.key({ consumer: payer, scopes, router: true }),
    payerLive: await server.key({ consumer: payer, scopes, livemode: true }),
    other: await server.key({ consumer: freshName('other'), scopes }),
    owner,
  }
  const scene: Scene = {
    servers,
    dice,
    owner,
    callers,
    identities: [],
    names: [],
    aliases: [],
    endpoints: [],
    grants: [],
  }
  for (const type of ['user', 'merchant']) {
    scene.identities.push((await server.send('POST', '/v1/identities', { key: owner.key, body: { type } })).body.id)
  }
  for (const identity of scene.identities) {
    await makeAlias(scene, freshName('kept'), 'public', identity)
    for (const privacy_level of ['public', 'consent_required', 'unlisted'])
      await makeEndpoint(scene, { identity, privacy_level, capabilities: [] })
  }
  const live = await server.key({ consumer: freshName('owner'), livemode: true })
  const post = async (path: string, body: Json) => (await live.post(path, body)).body
  const { id } = await post('/v1/identities', { type: 'business' })
  await post('/v1/aliases', {
    identity: id,
    type: 'username',
    value: scene.names[0]!.slice(1),
    privacy_level: 'public',
  })
  await post('/v1/endpoints', { identity: id, type: 'mobile_money', address: '+254712345999', privacy_level: 'public' })
  scene.names.push(`@${freshName('nobody')}`)
  return scene
}
