import type { Call } from '../kernel/call.ts'
import { type Capability, type DisclosedCapability, discloseCapability } from '../registry/endpoints/capability.ts'
import { isEndpointType, type Projection, ruleOf } from '../registry/endpoints/endpoint-types.ts'
import { wholeLastFour } from '../registry/endpoints/types/address.ts'
import type { Keyring } from '../vault/keyring.ts'
import { covers, type GrantFacts } from './policy.ts'

export type DisclosedEndpoint = {
  id: string
  type: string
  capabilities: DisclosedCapability[]
  address?: string
  /** Null for an address that is too short to show that part of it. */
  last4?: string | null
  url?: string
  /** Mostly masked. */
  masked?: string
  token?: string | null
}

type Disclosable = { readonly id: string; readonly type: string; readonly capabilities: readonly Capability[] }

/**
 * Renders an endpoint: `id`, `type`, `capabilities`, and those fields of the opened projection that its type discloses.
 * `token` is the caller's token for a bank account under consent, null without.
 *
 * INVARIANT (allow-list): a type outside the catalogue, or a missing projection, adds no field.
 */
export function discloseEndpoint(
  { id, type, capabilities }: Disclosable,
  projection: Projection | null,
  token: string | null = null,
): DisclosedEndpoint {
  const endpoint: DisclosedEndpoint = { id, type, capabilities: capabilities.map(discloseCapability) }
  if (!isEndpointType(type) || projection === null) return endpoint
  for (const field of ruleOf(type).discloses) {
    if (field === 'token') endpoint.token = token
    else if (field === 'last4') endpoint.last4 = wholeLastFour(projection.last4)
    else if (projection[field] !== undefined) endpoint[field] = projection[field]
  }
  return endpoint
}

/** SPEC: a bank account's token is null unless an active grant covers the endpoint. */
export const hasToken = ({ id, type }: Pick<Disclosable, 'id' | 'type'>, grant: GrantFacts | null): boolean =>
  type === 'bank_account' && covers(grant, 'endpoints', id)

/** Tokens of two consumers never correlate. */
export function tokenOf(
  keyring: Keyring,
  { consumerId, livemode }: Pick<Call['caller'], 'consumerId' | 'livemode'>,
  { id, type }: { readonly id: string; readonly type: string },
  grant: GrantFacts | null,
): string | null {
  if (!hasToken({ id, type }, grant)) return null
  return `tok_${keyring.hash('endpoint_token', livemode, `${id}|${consumerId}`).toString('base64url').slice(0, 32)}`
}

/** An upper bound of the JSON of these: names, quotes and ids, and twice each text, whose quotes may be escaped. */
export function sizeOf(endpoints: readonly DisclosedEndpoint[]): number {
  let bytes = 1_000
  for (const { capabilities, url = '', masked = '' } of endpoints) {
    bytes += 400 + 2 * Buffer.byteLength(url) + 2 * Buffer.byteLength(masked)
    for (const { asset, network = '', rail } of capabilities)
      bytes += 100 + 2 * (Buffer.byteLength(asset) + Buffer.byteLength(network) + Buffer.byteLength(rail))
  }
  return bytes
}
