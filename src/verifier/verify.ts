import { createHmac, timingSafeEqual } from 'node:crypto'

export type VerifyOptions = {
  /** Seconds that the signature's time may be off, either way. */
  tolerance?: number
  /** The current time in Unix seconds; the clock when absent. */
  now?: number
}

/** Why a signature was refused. */
export type VerifyFailure = 'header_invalid' | 'time_out_of_tolerance' | 'signature_mismatch'

export class SignatureVerificationError extends Error {
  readonly reason: VerifyFailure

  constructor(reason: VerifyFailure) {
    super(
      {
        header_invalid: 'The Service-Signature header is missing or malformed.',
        time_out_of_tolerance: 'The signature was made too long ago, or in the future.',
        signature_mismatch: 'No signature matches the body under this secret.',
      }[reason],
    )
    this.name = 'SignatureVerificationError'
    this.reason = reason
  }
}

type Parsed = { time: string; signatures: string[] }

function parseHeader(header: string | null | undefined): Parsed | null {
  const times: string[] = []
  const signatures: string[] = []
  for (const part of (header ?? '').split(',')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    const value = part.slice(at + 1).trim()
    if (at > 0 && name === 't') times.push(value)
    if (at > 0 && name === 'v1') signatures.push(value)
  }
  const [time, second] = times
  if (time === undefined || second !== undefined || !/^\d{1,12}$/.test(time) || signatures.length === 0) return null
  return { time, signatures }
}

/**
 * Verifies one delivery. Give it the body exactly as it arrived (bytes, or text that nobody re-serialized), the
 * `Service-Signature` header and the webhook's `whsec_…` secret. Any of several `v1` may match, so a rotation needs no
 * change; the comparison takes the same time wherever two signatures differ.
 *
 * @returns the Unix time that was signed
 * @throws SignatureVerificationError, with a `reason`
 */
export function verifySignature(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  { tolerance = 300, now = Math.floor(Date.now() / 1000) }: VerifyOptions = {},
): number {
  const parsed = parseHeader(header)
  if (parsed === null) throw new SignatureVerificationError('header_invalid')
  const expected = createHmac('sha256', secret).update(`${parsed.time}.`).update(rawBody).digest()
  let matches = false
  for (const signature of parsed.signatures) {
    const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
    if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true
  }
  if (!matches) throw new SignatureVerificationError('signature_mismatch')
  const time = Number(parsed.time)
  if (Math.abs(now - time) > tolerance) throw new SignatureVerificationError('time_out_of_tolerance')
  return time
}
