export type VerifyOptions = {
  /** Tolerance in seconds for the signature's time, in both directions. */
  tolerance?: number
  /** The current time in Unix seconds; the system clock by default. */
  now?: number
}

/** The reason for a refused signature. */
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

/** Anyone could sign with an empty secret, such as that of an unset variable. @throws TypeError */
export function requireSecret(secret: unknown): void {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('The signing secret is missing')
}

/** Parses a `Service-Signature` header. @throws SignatureVerificationError header_invalid */
export function parseHeader(header: string | null | undefined): { time: string; signatures: string[] } {
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
  if (time === undefined || second !== undefined || !/^\d{1,12}$/.test(time) || signatures.length === 0) {
    throw new SignatureVerificationError('header_invalid')
  }
  return { time, signatures }
}

/** True for a well-formed signature: 32 bytes in lower-case hex. */
export const isSignature = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Returns the signed time if a signature matches. @throws SignatureVerificationError */
export function judge(
  matches: boolean,
  time: string,
  { tolerance = 300, now = Math.floor(Date.now() / 1000) }: VerifyOptions,
): number {
  if (!matches) throw new SignatureVerificationError('signature_mismatch')
  if (Math.abs(now - Number(time)) > tolerance) throw new SignatureVerificationError('time_out_of_tolerance')
  return Number(time)
}
