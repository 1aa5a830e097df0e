import { toASCII } from 'tr46'

const strict = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
}

const publicName = /^(?:[a-z0-9-]+\.)+(?:[a-z]+|xn--[a-z0-9-]+)$/

/**
 * The A-label form of a public DNS name (UTS #46, non-transitional), or null.
 *
 * At least two labels and an alphabetic or `xn--` top level: no IP address in any notation, no `localhost`.
 */
export function readDomainName(name: string): string | null {
  const ascii = toASCII(name, strict)
  return ascii !== null && publicName.test(ascii) ? ascii : null
}
