import { decodeId } from '../../src/kernel/id.ts'
import { freshName, query } from '../support/registry.ts'
import type { Dice } from '../system/fuzz/dice.ts'
import {
  destinations,
  endpointFields,
  levels,
  makeAlias,
  makeEndpoint,
  makeGrant,
  type Scene,
  send,
} from './cached-answers-scene.ts'

/** A change, and the status of its answer. */
export type Change = { name: string; take: (scene: Scene) => Promise<number> }

/** SQL by hand, on the row of one of these ids. */
const byHand =
  (kind: 'identity' | 'alias' | 'endpoint' | 'consentGrant', set: string | ((scene: Scene) => string)) =>
  async (scene: Scene): Promise<number> => {
    const { dice, servers } = scene
    const ids = {
      identity: scene.identities,
      alias: scene.aliases,
      endpoint: scene.endpoints,
      consentGrant: scene.grants,
    }
    if (ids[kind].length === 0) return 0
    const table = kind === 'consentGrant' ? 'consent_grant' : kind
    const statement = `update ${table} set ${typeof set === 'string' ? set : set(scene)} where id = $1`
    return query(dice.pick(servers), statement, [decodeId(kind, dice.pick(ids[kind]))]).then(
      () => 200,
      ({ code }: { code?: string }) => {
        if (!/^(23|55)/.test(code ?? '')) throw new Error(`${statement}: ${code}`)
        return 409
      },
    )
  }

const uuidOf = (kind: 'identity' | 'alias' | 'endpoint', id: string) => `'${decodeId(kind, id)}'`
const anyIdentity = ({ dice, identities }: Scene) => uuidOf('identity', dice.pick(identities))
const otherEndpoint = ({ dice, endpoints }: Scene) => uuidOf('endpoint', dice.pick(endpoints))

const changes: Record<string, (scene: Scene) => Promise<number>> = {
  'make endpoint': (scene) => makeEndpoint(scene),
  'make public endpoint': (scene) => makeEndpoint(scene, { privacy_level: 'public' }),
  'change endpoint': async (scene) =>
    (await send(scene, 'PATCH', `/v1/endpoints/${scene.dice.pick(scene.endpoints)}`, endpointFields(scene))).status,
  'disable endpoint': async (scene) => {
    const status = scene.dice.pick(['active', 'disabled'])
    return (await send(scene, 'PATCH', `/v1/endpoints/${scene.dice.pick(scene.endpoints)}`, { status })).status
  },
  'remove endpoint': async (scene) =>
    (await send(scene, 'DELETE', `/v1/endpoints/${scene.dice.pick(scene.endpoints)}`)).status,
  'make alias': (scene) => makeAlias(scene, freshName('kept'), scene.dice.pick(levels)),
  'make alias again': (scene) => makeAlias(scene, scene.dice.pick(scene.names).slice(1), scene.dice.pick(levels)),
  'change alias': async (scene) =>
    (
      await send(scene, 'PATCH', `/v1/aliases/${scene.dice.pick(scene.aliases)}`, {
        privacy_level: scene.dice.pick(levels),
      })
    ).status,
  'verify alias': async (scene) =>
    (await send(scene, 'POST', `/v1/aliases/${scene.dice.pick(scene.aliases)}/verify`, { method: 'other' })).status,
  'prefer alias': async (scene) =>
    (await send(scene, 'PATCH', `/v1/aliases/${scene.dice.pick(scene.aliases)}`, { is_primary: true })).status,
  'release alias': async (scene) =>
    (await send(scene, 'DELETE', `/v1/aliases/${scene.dice.pick(scene.aliases)}`)).status,
  grant: makeGrant,
  'grant all': async (scene) => {
    const [consumer, covers] = [scene.callers.payer!.consumer, { all: true }]
    const made = scene.identities.map((identity) =>
      send(scene, 'POST', '/v1/consent_grants', { identity, consumer, covers }),
    )
    for (const { body } of await Promise.all(made)) if (body.id) scene.grants.push(body.id)
    return 201
  },
  'revoke all': async (scene) => {
    await Promise.all(scene.grants.map((id) => send(scene, 'DELETE', `/v1/consent_grants/${id}`)))
    return 200
  },
  revoke: async (scene) =>
    scene.grants.length === 0
      ? 0
      : (await send(scene, 'DELETE', `/v1/consent_grants/${scene.dice.pick(scene.grants)}`)).status,
  'suspend or restore': async (scene) => {
    const status = scene.dice.pick(['active', 'active', 'suspended'])
    return (await send(scene, 'PATCH', `/v1/identities/${scene.dice.pick(scene.identities)}`, { status })).status
  },
  rename: async (scene) => {
    const change = { display_name: freshName('name') }
    return (await send(scene, 'PATCH', `/v1/identities/${scene.dice.pick(scene.identities)}`, change)).status
  },
  'by hand: type of identity': byHand(
    'identity',
    ({ dice }) => `type = '${dice.pick(['user', 'merchant', 'machine'])}'`,
  ),
  'by hand: status of identity': byHand('identity', ({ dice }) => `status = '${dice.pick(['active', 'suspended'])}'`),
  'by hand: snapshot': byHand('identity', `snapshot = '[]'`),
  'by hand: age of identity': byHand('identity', `created_at = created_at - interval '40 days'`),
  'by hand: alias moved': byHand('alias', (scene) => `identity_id = ${anyIdentity(scene)}`),
  'by hand: alias without level': byHand('alias', 'privacy_level = null'),
  'by hand: alias cools': byHand('alias', `released_at = now()`),
  'by hand: alias claimed': byHand('alias', `claimed_at = now(), verification = 'proved'`),
  'by hand: endpoint moved': byHand('endpoint', (scene) => `identity_id = ${anyIdentity(scene)}`),
  'by hand: level of endpoint': byHand('endpoint', ({ dice }) => `privacy_level = ${dice.pick(['null', `'public'`])}`),
  'by hand: type of endpoint': byHand(
    'endpoint',
    ({ dice }) => `type = '${dice.pick([...destinations.map(([type]) => type), 'giro'])}'`,
  ),
  'by hand: age of endpoint': byHand('endpoint', `created_at = created_at - interval '2 days'`),
  'by hand: capabilities': byHand('endpoint', `capabilities = '[{"asset":"USD","rail":"by hand"}]'`),
  'by hand: projection gone': byHand('endpoint', 'projection = null'),
  'by hand: projection of another': byHand(
    'endpoint',
    (scene) => `projection = (select o.projection from endpoint o where o.id = ${otherEndpoint(scene)})`,
  ),
  'by hand: grant runs out': byHand('consentGrant', 'expires_at = now()'),
  'by hand: grant lasts': byHand(
    'consentGrant',
    ({ dice }) => `expires_at = ${dice.pick(['null', `now() + interval '1 day'`, `'infinity'`, `'-infinity'`])}`,
  ),
  'by hand: grant revoked beside its status': byHand('consentGrant', 'revoked_at = now()'),
  'by hand: grant covers all': byHand('consentGrant', ({ dice }) => `covers_all = ${dice.chance(0.5)}`),
  'by hand: grant covers an endpoint': byHand(
    'consentGrant',
    (scene) => `covers_endpoints = array[${otherEndpoint(scene)}]::uuid[]`,
  ),
  'by hand: grant of another': byHand(
    'consentGrant',
    ({ dice, callers }) => `consumer_id = '${dice.pick([callers.payer!, callers.other!]).consumerId}'`,
  ),
}

const named = Object.entries(changes).map(([name, take]) => ({ name, take }))
const isOfGrants = ({ name }: Change) => /grant|revoke/.test(name)

/** Grants are changed as often as all else. */
export const draw = (dice: Dice): Change => {
  const isOfGrant = dice.chance(0.5)
  return dice.pick(named.filter((change) => isOfGrants(change) === isOfGrant))
}

/** First changes of each history, so that each one has them. */
export const opening: readonly Change[] = ['grant all', 'revoke all'].map(
  (wanted) => named.find(({ name }) => name === wanted)!,
)
