import { type Capability, type DisclosedCapability, discloseCapability } from '../registry/endpoints/capability.ts'
import { isEndpointType, type Projection, ruleOf } from '../registry/endpoints/endpoint-types.ts'
import { wholeLastFour } from '../registry/endpoints/types/address.ts'

export type DisclosedEndpoint = {
  id: string
  type: string
  capabilities: DisclosedCapability[]
  address?: string
  /** Null for an address that is too short to show so much of it. */
  last4?: string | null
  url?: string
  /** The most of it left out. */
  masked?: string
  token?: string | null
}

type Disclosable = { readonly id: string; readonly type: string; readonly capabilities: readonly Capability[] }

/**
 * What resolve shows of an endpoint: `id`, `type`, `capabilities`, and of the opened projection the fields that its type
 * discloses. `token` is the caller's token for a bank account under consent, null without.
 *
 * INVARIANT (allow-list): a type outside the catalogue, or a projection that is not there, adds no field.
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
