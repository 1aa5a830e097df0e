import { isSignature, judge, parseHeader, requireSecret, type VerifyOptions } from './signature-header.ts'

export { SignatureVerificationError, type VerifyFailure, type VerifyOptions } from './signature-header.ts'

const encoder = new TextEncoder()

/** The signed text as bytes: the time, a dot, the body. */
function signedBytes(time: string, rawBody: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${time}.`)
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

const hexBytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/**
 * The verifier of `@signpost/client/verify` on Web Crypto, for runtimes without Node's own: edge workers, Deno, browsers.
 *
 * @returns the Unix time that was signed
 * @throws SignatureVerificationError, with a `reason` · TypeError without a secret
 */
export async function verifySignature(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  options: VerifyOptions = {},
): Promise<number> {
  requireSecret(secret)
  const { time, signatures } = parseHeader(header)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['verify'])
  const signed = signedBytes(time, rawBody)
  const judged = await Promise.all(
    signatures.filter(isSignature).map((hex) => crypto.subtle.verify('HMAC', key, hexBytes(hex), signed)),
  )
  return judge(judged.includes(true), time, options)
}
