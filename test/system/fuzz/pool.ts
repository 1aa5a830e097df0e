import { generateKeyPairSync } from 'node:crypto'
import { decodeId } from '../../../src/kernel/id.ts'
import { activateSealingKey } from '../../../src/releases/keys/store.ts'
import { wallet, writtenAddresses } from '../../support/addresses.ts'
import { freshNumber, writeClaim } from '../../support/claims.ts'
import type { TestServer } from '../../support/server.ts'
import type { Dice } from './dice.ts'

export type Kind = 'identity' | 'alias' | 'endpoint' | 'consent_grant' | 'api_key' | string
type Known = { id: string; identity?: string; value?: string; type?: string; webhook?: string }

const prefixes: Record<string, string> = {
  identity: 'idn',
  alias: 'als',
  endpoint: 'end',
  consent_grant: 'cgr',
  api_key: 'key',
  consumer: 'apc',
  consent_request: 'crq',
  challenge: 'chl',
  claim: 'clm',
  claimed: 'clm',
  webhook: 'whk',
  event: 'evt',
  audit_entry: 'aud',
  webhook_delivery: 'whd',
  payee_name: 'pnm',
  sealing_key: 'slk',
  release: 'rel',
}

/** Records of one caller so far: real ids for later requests. */
export class Pool {
  readonly key: string
  readonly consumer: string
  private readonly known = new Map<Kind, Known[]>()
  /** Records that releases need until the end: they are in no list, so that no request removes them. */
  private readonly kept = new Set<string>()

  constructor(key: string, consumer: string) {
    this.key = key
    this.consumer = consumer
  }

  add(record: Record<string, unknown>): void {
    const { object, id, identity, value, type, status, webhook } = record as Record<string, string>
    if (typeof object !== 'string' || typeof id !== 'string' || this.kept.has(id)) return
    const list = this.known.get(object) ?? []
    this.known.set(object, list)
    const isGone = record.deleted === true || status === 'closed' || status === 'released' || status === 'revoked'
    const at = list.findIndex((one) => one.id === id)
    if (isGone && at >= 0) list.splice(at, 1)
    else if (!isGone && at < 0) list.push({ id, identity: identity!, value: value!, type: type!, webhook: webhook! })
    if (list.length > 60) list.shift()
  }

  keep(...ids: string[]): void {
    for (const id of ids) this.kept.add(id)
  }

  all = (kind: Kind): readonly Known[] => this.known.get(kind) ?? []

  /** A webhook with one of its deliveries. */
  delivery(dice: Dice): { webhook: string; id: string } {
    const known = this.all('webhook_delivery')
    if (known.length === 0) return { webhook: absentId('webhook', dice), id: absentId('webhook_delivery', dice) }
    const { webhook, id } = dice.pick(known)
    return { webhook: webhook!, id }
  }

  /** An alias that a challenge of this method is for. */
  provable(method: string, dice: Dice): string {
    const known = this.all('alias').filter(({ type }) => type === (method === 'sms_code' ? 'phone' : 'email'))
    return known.length > 0 ? dice.pick(known).id : absentId('alias', dice)
  }

  /** An endpoint that may be released, an alias that shows it, and a key to seal it to: mostly such, else some that are not. */
  payable(dice: Dice): { alias: string; endpoint: string; sealingKey: string } {
    const [known] = this.all('payable')
    const isMeant = known !== undefined && dice.chance(0.7)
    return {
      alias: dice.chance(0.8) && known !== undefined ? `@${known.value}` : '@nobody',
      endpoint: isMeant ? known.type! : this.id('endpoint', dice),
      sealingKey: isMeant ? known.webhook! : this.id('sealing_key', dice),
    }
  }

  id(kind: Kind, dice: Dice): string {
    if (kind === 'consumer') return this.consumer
    const known = this.all(kind)
    return known.length > 0 ? dice.pick(known).id : absentId(kind, dice)
  }
}

export function absentId(kind: Kind, dice: Dice): string {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  return `${prefixes[kind] ?? 'idn'}_${dice.below(8)}${Array.from({ length: 25 }, () => dice.pick([...letters])).join('')}`
}

export type Callers = {
  pools: readonly Pool[]
  scopeless: string
  revoked: string
  expired: string
}

export async function makeCallers(server: TestServer): Promise<Callers> {
  const pools: Pool[] = []
  for (const [consumer, livemode] of [
    ['a', false],
    ['a', true],
    ['b', false],
  ] as const) {
    const { key, consumer: id } = await server.key({ consumer, livemode })
    pools.push(new Pool(key, id))
  }
  const revoked = await server.key({ consumer: 'a' })
  await server.send('DELETE', `/v1/api_keys/${revoked.keyId}`, { key: pools[0]!.key })
  return {
    pools,
    scopeless: (await server.key({ consumer: 'a', scopes: [] })).key,
    revoked: revoked.key,
    expired: (await server.key({ consumer: 'a', expiresAt: new Date(Date.now() - 1000) })).key,
  }
}

let serial = 0
const words = ['alpha', 'bravo', 'delta', 'echo', 'hotel', 'kilo', 'metro', 'omega', 'tango', 'zebra']

/** An alias of a type as people write it; mostly a new one, of its own kind of valid. */
export function aliasText(type: string, dice: Dice): string {
  const name = `${dice.pick(words)}-${(++serial).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`
  switch (type) {
    case 'phone':
      return `+1 (212) ${2_000_000 + (serial % 8_000_000)}`
    case 'email':
      return `${name}@Example.com`
    case 'payment_link':
      return `https://pay.example/${name}`
    default:
      return dice.chance(0.5) ? `@${name.toUpperCase()}` : name
  }
}

export const addresses: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.entries(writtenAddresses).map(([type, address]) => [type, [address]])),
  crypto_wallet: [wallet, wallet.toLowerCase(), 'an-address-of-a-network-unknown'],
  bank_account: ['DE89 3704 0044 0532 0130 00', '12345678', 'GB82WEST12345698765432'],
  payment_pointer: ['$pay.example/ann', 'https://pay.example/bob'],
  upi: ['Ann.Smith@okbank'],
  pix_key: ['529.982.247-25', '+5511987654321', 'ann.smith@example.com', '123e4567-e89b-42d3-a456-426614174000'],
  lightning_address: ['Ann.Smith@pay.example'],
}
/** A wallet whose control can be asked for. */
export const aWallet = {
  type: 'crypto_wallet',
  address: wallet,
  capabilities: [{ asset: 'USDC', network: 'base', rail: 'onchain' }],
}
export const aliasTypes = ['username', 'phone', 'email', 'merchant_handle', 'payment_link'] as const

/** Open claims of each caller's numbers, which only a worker opens. */
export async function stockClaims(server: TestServer, { pools }: Callers): Promise<void> {
  for (const [at, { key }] of pools.entries()) {
    const livemode = key.startsWith('spk_live')
    const claimer = await server.key({ consumer: `claimer ${at}`, livemode })
    const post = async (by: string, path: string, body: object) =>
      (await server.send('POST', path, { key: by, body })).body.id as string
    for (let n = 0; n < 24; n++) {
      const identity = await post(key, '/v1/identities', { type: 'user' })
      const value = freshNumber()
      const alias = await post(key, '/v1/aliases', { identity, type: 'phone', value })
      const own = {
        consumerId: claimer.consumerId,
        identity: await post(claimer.key, '/v1/identities', { type: 'user' }),
      }
      pools[at]!.add({ object: 'claimed', id: await writeClaim(server, { claimer: own, value, alias, livemode }) })
    }
  }
}

export const aName = { kind: 'legal', name: 'Ann Tester' }

/** A public key that is registered nowhere. */
export function freshJwk(): { kty: string; crv: string; x: string } {
  const { kty, crv, x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  return { kty: kty!, crv: crv!, x: x! }
}

/** For each caller some challenges that wait for their code. */
export async function stockChallenges(server: TestServer, { pools }: Callers): Promise<void> {
  for (const pool of pools) {
    const post = async (path: string, body: object) => (await server.send('POST', path, { key: pool.key, body })).body
    const { id: identity } = await post('/v1/identities', { type: 'user' })
    for (let n = 0; n < 4; n++) {
      const { id } = await post('/v1/aliases', { identity, type: 'phone', value: freshNumber() })
      pool.add(await post(`/v1/aliases/${id}/challenges`, { method: 'sms_code' }))
    }
  }
}

/** For each caller an endpoint whose address it may be sent, and a key of its own; a live caller's key still waits. */
export async function stockReleases(server: TestServer, { pools }: Callers): Promise<void> {
  for (const [at, pool] of pools.entries()) {
    const post = async (path: string, body: object) =>
      (await server.send('POST', path, { key: pool.key, body })).body.id as string
    const identity = await post('/v1/identities', { type: 'user' })
    const value = `payable.${'abc'[at]}`
    const alias = await post('/v1/aliases', { identity, type: 'username', value, privacy_level: 'public' })
    const endpoint = await post('/v1/endpoints', {
      identity,
      type: 'mobile_money',
      address: '+254712345678',
      privacy_level: 'public',
      release: 'public',
    })
    const sealingKey = await post('/v1/sealing_keys', { jwk: freshJwk() })
    if (pool.key.startsWith('spk_test')) await activateSealingKey(server.app.db, decodeId('sealingKey', sealingKey)!)
    for (let n = 0; n < 3; n++) {
      pool.add({ object: 'sealing_key', id: await post('/v1/sealing_keys', { jwk: freshJwk() }) })
      pool.add({ object: 'payee_name', id: await post(`/v1/identities/${identity}/payee_names`, aName) })
    }
    pool.add({ object: 'payable', id: endpoint, value, type: endpoint, webhook: sealingKey })
    pool.keep(identity, alias, endpoint, sealingKey)
  }
}
