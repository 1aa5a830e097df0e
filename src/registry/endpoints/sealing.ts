import type { Keyring } from '../../vault/keyring.ts'
import { type EndpointPlace, endpointRecord, markEndpoint } from '../binding.ts'
import type { Capability } from './capability.ts'
import { type Destination, writeDestination } from './details/destination.ts'
import { type EndpointType, ruleOf } from './endpoint-types.ts'
import { sealedPrintsOf } from './fingerprint.ts'

/** Seals a destination for one row; only re-encryption and the opener open it again. */
export type SealAddress = (place: EndpointPlace, destination: string) => Promise<Buffer>

/**
 * The columns derived from an endpoint's destination: sealed, marked and fingerprinted in this one place, for a create
 * and for an import alike.
 */
export async function sealEndpoint(
  { keyring, sealAddress }: { keyring: Keyring; sealAddress: SealAddress },
  place: EndpointPlace & { readonly type: EndpointType },
  destination: Destination,
  capabilities: readonly Capability[],
) {
  const projection = JSON.stringify(ruleOf(place.type).projects(destination.address))
  return {
    address: await sealAddress(place, writeDestination(destination)),
    projection: keyring.seal('projection', endpointRecord(place), place.livemode, projection),
    mark: markEndpoint(keyring, place, capabilities),
    ...sealedPrintsOf(keyring, place, destination),
  }
}
