import { CompactEncrypt, importJWK, SignJWT } from 'jose'
import { encodeId } from '../kernel/id.ts'
import { type EndpointPlace, endpointRecord } from '../registry/binding.ts'
import { sentCapabilitiesOf } from '../registry/endpoints/capability.ts'
import { readDestination } from '../registry/endpoints/details/details.ts'
import { readEndpointType } from '../registry/endpoints/endpoint-types.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { SealingJwk } from './keys/rules.ts'
import { type SigningJwk, type SigningSeed, signingJwkOf, signingJwks, signingKeyOf } from './signing.ts'

/** Lifetime of a released address in seconds: its `exp`, and the time in which the payer may read the release again. */
export const releaseSeconds = 600

/** An address that is released. Ids are uuids. */
export type ToRelease = {
  readonly id: string
  readonly place: EndpointPlace
  readonly capabilities: unknown
  /** The sealed address. */
  readonly sealed: Buffer
  /** The consumer that it is released to. */
  readonly holderId: string
  /** The alias of the payment: the payer compares it with the requested one. Null in an owner's export. */
  readonly alias: { readonly type: string; readonly value: string } | null
  readonly reference: string | null
  /** Unix milliseconds. */
  readonly now: number
  /** The key and its public name. */
  readonly recipient: { readonly id: string; readonly jwk: SealingJwk }
}

const claimsOf = ({ id, place, capabilities, holderId, alias, reference }: ToRelease) => ({
  aud: encodeId('consumer', holderId),
  sub: encodeId('identity', place.identityId),
  alias: alias && { type: alias.type, value: alias.value },
  endpoint: encodeId('endpoint', place.id),
  type: readEndpointType(place.type),
  capabilities: sentCapabilitiesOf(capabilities),
  reference,
  livemode: place.livemode,
  jti: encodeId('release', id),
})

/** The opener's secrets: the function that opens an address, given its binding, and the seed of its signing key. */
export type OpenerSecrets = {
  /** @throws SignpostError decryption_failed */
  open(record: string, livemode: boolean, sealed: Buffer): Buffer | Promise<Buffer>
  signingSeed: SigningSeed
}

/**
 * The built-in opener's secrets: both come from data keys, so a writer of the database alone can't make or change one.
 */
export const builtInSecrets = (keyring: Keyring): OpenerSecrets => ({
  open: (record, livemode, sealed) => keyring.opening(() => keyring.open('address', record, livemode, sealed)),
  signingSeed: (livemode) => keyring.hash('release_signing', livemode, 'Ed25519 key of the opener'),
})

/**
 * Opens addresses for permitted payers.
 *
 * INVARIANT (one function): except for re-encryption, `release` is the only place that opens an address. The opened
 * address leaves it only inside a JWS that is sealed to the payer's key; it is in no error, log or record.
 */
export function createOpener({ open, signingSeed }: OpenerSecrets, issuer: string) {
  return {
    /** @throws SignpostError decryption_failed */
    async release(order: ToRelease): Promise<string> {
      const { place, recipient } = order
      const claims = claimsOf(order)
      const now = Math.floor(order.now / 1000)
      const opened = await open(endpointRecord(place), place.livemode, order.sealed)
      const seed = signingSeed(place.livemode)
      const signed = await new SignJWT({ ...claims, ...readDestination(opened) })
        .setProtectedHeader({ alg: 'EdDSA', kid: signingJwkOf(seed).kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt(now)
        .setExpirationTime(now + releaseSeconds)
        .sign(signingKeyOf(seed))
      opened.fill(0)
      return new CompactEncrypt(Buffer.from(signed))
        .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: recipient.id, cty: 'JWT' })
        .encrypt(await importJWK({ ...recipient.jwk }, 'ECDH-ES+A256KW'))
    },

    /** Signing keys for payers to pin, one for each environment. */
    jwks: (): SigningJwk[] => signingJwks(signingSeed),
  }
}

export type Opener = ReturnType<typeof createOpener>
