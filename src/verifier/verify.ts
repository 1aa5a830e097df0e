import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSignature, judge, parseHeader, requireSecret, type VerifyOptions } from './signature-header.ts'

export { SignatureVerificationError, type VerifyFailure, type VerifyOptions } from './signature-header.ts'

/**
 * Verifies one delivery. Pass the body exactly as it arrived (bytes, or text that was not re-serialized), the
 * `Service-Signature` header and the webhook's `whsec_…` secret. Any of several `v1` may match, so a rotation needs no
 * change; the comparison takes constant time.
 *
 * @returns the Unix time that was signed @throws SignatureVerificationError, with a `reason` · TypeError without a secret
 */
export function verifySignature(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  options: VerifyOptions = {},
): number {
  requireSecret(secret)
  const { time, signatures } = parseHeader(header)
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  let matches = false
  for (const signature of signatures) {
    if (isSignature(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected)) matches = true
  }
  return judge(matches, time, options)
}
