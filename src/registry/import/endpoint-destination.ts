import { type Capability, readCapabilities } from '../endpoints/capability.ts'
import type { Destination } from '../endpoints/details/destination.ts'
import { type EndpointType, isEndpointType } from '../endpoints/endpoint-types.ts'
import { requireDestination } from '../endpoints/input.ts'
import { fingerprintsOf, isSamePrint } from '../endpoints/sealing.ts'
import type { EndpointState, IdentityState, Plan } from './batch-context.ts'
import { inSpelling } from './fields.ts'
import { type EndpointPatch, missing } from './line.ts'

export type Typed = { type: EndpointType; destination: Destination }

/** In an import null details mean none. The address is present. */
export const destinationOf = (
  { address, details }: EndpointPatch,
  type: EndpointType,
  capabilities: readonly Capability[],
) => inSpelling(() => requireDestination(type, { address: address!, details: details ?? undefined }, capabilities))

/** Warns of an address that another endpoint of the identity has; `id` is the line's own endpoint. */
export function warnOfRepeated(
  { keyring, world, warn }: Plan,
  home: IdentityState,
  id: string | null,
  typed: Typed,
): void {
  const { type, destination } = typed
  const isRepeated = world.held.get(home.id)?.some((other) => {
    if (other.id === id || other.type !== type || world.endpoints.byId.get(other.id)?.isRemoved) return false
    const { address_fingerprint: print } = fingerprintsOf(keyring, { ...other, livemode: home.livemode }, destination)
    return isSamePrint(other.address_fingerprint, print)
  })
  if (isRepeated) warn({ code: 'address_repeated', param: 'address', message: addressRepeated })
}

const addressRepeated = 'Another endpoint of this identity has the same address.'

/**
 * Returns the line's new destination; null if the sealed one stays. The sealed one can't be read back, so a line that
 * changes a part of it must repeat all of it. @throws SignpostError parameter_missing if a part would be lost
 */
export function otherDestination(
  plan: Plan,
  found: EndpointState,
  home: IdentityState,
  line: EndpointPatch,
): Typed | null {
  const { keyring } = plan
  const type = line.type ?? found.type
  if (line.address === undefined) {
    if (line.details !== undefined || type !== found.type) throw missing('address')
    return null
  }
  if (!isEndpointType(type)) throw missing('type')
  const destination = destinationOf(line, type, line.capabilities ?? readCapabilities(found.capabilities))
  warnOfRepeated(plan, home, found.id, { type, destination })
  const prints = fingerprintsOf(keyring, { id: found.id, livemode: found.livemode, type }, destination)
  const isSameAddress = isSamePrint(found.address_fingerprint, prints.address_fingerprint)
  if (isSameAddress && line.details === undefined) return null
  if (isSameAddress && isSamePrint(found.details_fingerprint, prints.details_fingerprint)) return null
  if (line.details === undefined && found.details_fingerprint !== null) throw missing('details')
  return { type, destination }
}
