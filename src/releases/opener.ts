import { createPrivateKey } from 'node:crypto'
import { CompactEncrypt, calculateJwkThumbprint, importJWK, SignJWT } from 'jose'
import { readDestination } from '../registry/endpoints/details/destination.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { SealingJwk } from './keys/rules.ts'

/** How long a released address may be used: the payer's side judges by `exp`. */
export const releaseSeconds = 600

export type ReleaseClaims = {
  readonly aud: string
  readonly sub: string
  readonly endpoint: string
  readonly type: string
  readonly capabilities: readonly object[]
  readonly reference: string | null
  readonly livemode: boolean
  readonly jti: string
}

export type ToRelease = {
  readonly endpointId: string
  readonly livemode: boolean
  /** The sealed address. */
  readonly sealed: Buffer
  readonly claims: ReleaseClaims
  /** Unix seconds. */
  readonly now: number
  readonly recipient: { readonly id: string; readonly jwk: SealingJwk }
}

/** The public half of what releases are signed with, for payers to pin. */
export type SigningJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' }

/** An Ed25519 private key in PKCS #8 is this and its 32 bytes. Source: RFC 8410 */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signing key of an environment comes out of a data key: who can write the database alone can't make or change one. */
const privateKeyOf = (keyring: Keyring, livemode: boolean) => {
  const seed = keyring.hash('release_signing', livemode, 'Ed25519 key of the opener')
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

async function publicJwkOf(keyring: Keyring, livemode: boolean): Promise<SigningJwk> {
  const { x } = privateKeyOf(keyring, livemode).export({ format: 'jwk' }) as { x: string }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'EdDSA' }
}

/**
 * Opens addresses for those who may pay to them.
 *
 * INVARIANT (one function): but for re-encryption, `release` is the only place that opens an address. What it opens leaves it
 * only inside a JWS that is sealed to the payer's key; it is in no error, log or record.
 */
export function createOpener({ keyring, issuer }: { keyring: Keyring; issuer: string }) {
  return {
    /** @throws SignpostError decryption_failed */
    async release({ endpointId, livemode, sealed, claims, now, recipient }: ToRelease): Promise<string> {
      const opened = await keyring.opening(() => keyring.open('address', endpointId, livemode, sealed))
      const { kid } = await publicJwkOf(keyring, livemode)
      const signed = await new SignJWT({ ...claims, ...readDestination(opened) })
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt(now)
        .setExpirationTime(now + releaseSeconds)
        .sign(privateKeyOf(keyring, livemode))
      opened.fill(0)
      return new CompactEncrypt(Buffer.from(signed))
        .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: recipient.id, cty: 'JWT' })
        .encrypt(await importJWK({ ...recipient.jwk }, 'ECDH-ES+A256KW'))
    },

    /** What payers pin: a key for each environment. */
    jwks: async (): Promise<{ keys: SigningJwk[] }> => ({
      keys: await Promise.all([false, true].map((livemode) => publicJwkOf(keyring, livemode))),
    }),
  }
}

export type Opener = ReturnType<typeof createOpener>
