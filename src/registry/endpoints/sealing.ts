import { hash } from 'node:crypto'
import { type AddressSealer, markOrigin } from '../../vault/address-key.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { type EndpointPlace, endpointRecord, markEndpoint } from '../binding.ts'
import { type Canonical, canonicalOf } from './canonical.ts'
import type { Capability } from './capability.ts'
import { type Destination, writeDestination } from './details/details.ts'
import { type EndpointType, ruleOf } from './endpoint-types.ts'

/** Fingerprints that detect another address or other details. Null if unknown, or without details. */
export type Fingerprints = { address_fingerprint: Buffer | null; details_fingerprint: Buffer | null }

/** The stored columns of a destination besides the sealed one. */
export type SealedPrints = Fingerprints & { destination_fingerprint: Buffer | null }

/** Sorts names: equal details have one text, in whatever order they were written. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/**
 * The fingerprints of an endpoint's destination.
 *
 * INVARIANT (fingerprints): each is bound to its endpoint, so that the tables don't show equal addresses of two
 * endpoints. The key is never rotated: with another one every address would seem new.
 */
export function fingerprintsOf(
  keyring: Keyring,
  { id, livemode, type }: Pick<EndpointPlace, 'id' | 'livemode' | 'type'>,
  { address, details }: Destination,
) {
  const print = (text: string) => keyring.hash('address_fingerprint', livemode, `${id}|${text}`)
  return {
    address_fingerprint: print(`${type}|${address}`),
    details_fingerprint: details === null ? null : print(`details|${textOf(details)}`),
  }
}

/**
 * The keyed hash of a canonical destination for an identity, as text. Address and routing are one hash, so that a memo can't be guessed
 * by itself. Its key is never rotated.
 */
export const destinationSecret = (
  keyring: Keyring,
  { identityId, type, livemode }: Omit<EndpointPlace, 'id' | 'consumerId'>,
  { address, routing }: Canonical,
): string =>
  keyring
    .hash('destination_fingerprint', livemode, `${identityId}|${type}|${JSON.stringify([address, routing])}`)
    .toString('base64')

/**
 * The stored fingerprint of a destination at one endpoint. A check makes fifty: a plain hash of the secret is cheaper than a keyed one.
 * Read from text, the bytes lie in a shared block, which costs a collection less than a block for each.
 */
export const destinationPrint = (secret: string, endpointId: string): Buffer =>
  Buffer.from(hash('sha256', `${secret}|${endpointId}`, 'hex'), 'hex')

export const isSamePrint = (stored: Uint8Array | null, print: Buffer | null): boolean =>
  stored === null || print === null ? stored === print : print.equals(stored)

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
  const secret = destinationSecret(keyring, place, canonicalOf(place.type, destination))
  return {
    address: await sealAddress(place, writeDestination(destination)),
    projection: keyring.seal('projection', endpointRecord(place), place.livemode, projection),
    mark: markEndpoint(keyring, place, capabilities),
    ...fingerprintsOf(keyring, place, destination),
    destination_fingerprint: destinationPrint(secret, place.id),
  }
}

/** Seals addresses to the public key if one is configured, else with the key ring. */
export const createSealAddress = (keyring: Keyring, sealer: AddressSealer | null): SealAddress =>
  sealer
    ? (place, destination) => {
        const { livemode } = place
        const record = endpointRecord(place)
        return sealer.seal(record, livemode, markOrigin(keyring, record, livemode, Buffer.from(destination)))
      }
    : async (place, destination) => keyring.seal('address', endpointRecord(place), place.livemode, destination)
