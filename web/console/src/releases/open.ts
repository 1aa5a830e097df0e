import { compactDecrypt, createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'

/** The opened release; docs/how-to/releases.md has all claims. */
export type Opened = { type: string; address: string; details: Record<string, string> | null }

type Asked = { jwe: string; privateKey: CryptoKey; release: string; consumer: string }

/**
 * Opens a release, and checks that the service signed it, for this consumer and this release.
 *
 * @throws Error if one of them is wrong
 */
export async function openRelease({ jwe, privateKey, release, consumer }: Asked): Promise<Opened> {
  const { plaintext } = await compactDecrypt(jwe, privateKey)
  const published = (await (await fetch('/.well-known/signpost-jwks.json')).json()) as JSONWebKeySet
  const { payload } = await jwtVerify(new TextDecoder().decode(plaintext), createLocalJWKSet(published), {
    audience: consumer,
    algorithms: ['EdDSA', 'Ed25519'],
  })
  if (payload.jti !== release) throw new Error('It is the address of another release.')
  return payload as unknown as Opened
}
