import { hash } from 'node:crypto'
import type { Keyring } from '../../vault/keyring.ts'
import type { EndpointPlace } from '../binding.ts'
import { type Canonical, canonicalOf } from './canonical.ts'
import type { Destination } from './details/destination.ts'
import type { Details } from './details/details.ts'

/** Fingerprints that detect another address or other details. Null if unknown, or without details. */
export type Fingerprints = { address_fingerprint: Buffer | null; details_fingerprint: Buffer | null }

/** The stored columns of a destination besides the sealed one. */
export type SealedPrints = Fingerprints & { destination_fingerprint: Buffer | null }

type Place = { readonly id: string; readonly livemode: boolean; readonly type: string }

/** Sorts names: equal details have one text, in whatever order they were written. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const detailsPrint = (keyring: Keyring, { id, livemode }: Place, details: Details): Buffer =>
  keyring.hash('address_fingerprint', livemode, `${id}|details|${textOf(details)}`)

/**
 * The fingerprints of an endpoint's destination.
 *
 * INVARIANT (fingerprints): each is bound to its endpoint, so that the tables don't show equal addresses of two
 * endpoints. The key is never rotated: with another one every address would seem new.
 */
export const fingerprintsOf = (
  keyring: Keyring,
  place: Place,
  { address, details }: Destination,
): { address_fingerprint: Buffer; details_fingerprint: Buffer | null } => ({
  address_fingerprint: keyring.hash('address_fingerprint', place.livemode, `${place.id}|${place.type}|${address}`),
  details_fingerprint: details === null ? null : detailsPrint(keyring, place, details),
})

type Owned = Pick<EndpointPlace, 'id' | 'identityId' | 'type' | 'livemode'>

/**
 * The keyed hash of a canonical destination for an identity, as text. Address and routing are one hash, so that a memo can't be guessed
 * by itself. Its key is never rotated.
 */
export const destinationSecret = (
  keyring: Keyring,
  { identityId, type, livemode }: Omit<Owned, 'id'>,
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

/** All fingerprints of a destination that is about to be sealed. */
export const sealedPrintsOf = (keyring: Keyring, place: EndpointPlace, destination: Destination): SealedPrints => ({
  ...fingerprintsOf(keyring, place, destination),
  destination_fingerprint: destinationPrint(
    destinationSecret(keyring, place, canonicalOf(place.type, destination)),
    place.id,
  ),
})

export const isSamePrint = (stored: Uint8Array | null, print: Buffer | null): boolean =>
  stored === null || print === null ? stored === print : print.equals(stored)
