import { toASCII } from 'tr46'
import { lowerAscii, refuse } from './raw-alias.ts'

const MAX_LENGTH = 512

const code = /^[a-z0-9][a-z0-9_-]+$/
const codePrefix = /^link:/
/** WHATWG parsers drop or rewrite some of these silently, so they are refused before parsing. */
const forbidden = /[\s\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\\#]/u
const scheme = /^[a-z][a-z0-9+.-]*:\/\//
/**
 * `@`, `%` and brackets are refused: no user information, no escapes, no IPv6 literal. A port other than 443 is
 * refused, because a proof checks 443.
 */
const authorityShape = /^([^@%:[\]]+)(?::(?:0*443)?)?$/
const brokenEscape = /%(?![0-9a-f]{2})/
const unreserved = /[A-Za-z0-9._~-]/

/**
 * Normalizes a payment link: an https URL on a public DNS name, or an opaque code (also spelled `link:code`).
 *
 * Refuses with `payment_link_invalid`.
 */
export function normalizePaymentLink(text: string): string {
  if (forbidden.test(text)) refuse('payment_link_invalid')
  const lower = lowerAscii(text)
  const bare = lower.replace(codePrefix, '')
  if (code.test(bare)) return bare
  if (bare !== lower) refuse('payment_link_invalid')
  return normalizeUrl(lower)
}

/** The spelling for type detection: an https URL unchanged, a code with its prefix. */
export function canonicalPaymentLink(value: string): string {
  return value.startsWith('https://') ? value : `link:${value}`
}

function normalizeUrl(lower: string): string {
  const { host, tail } = splitUrl(lower)
  const url = URL.parse(`https://${host}${tail}`)
  if (url === null || url.hostname !== host) refuse('payment_link_invalid')
  const path = dropTrailingSlashes(decodeUnreserved(url.pathname))
  const value = lowerAscii(`https://${host}${path}${decodeUnreserved(url.search)}`)
  if (value.length > MAX_LENGTH) refuse('payment_link_invalid')
  return value
}

/** Splits by hand: a WHATWG parser would accept `https:///host` and read `0x7f.1` as an address. */
function splitUrl(lower: string): { host: string; tail: string } {
  const prefix = scheme.exec(lower)?.[0] ?? ''
  if (prefix !== '' && prefix !== 'https://') refuse('payment_link_invalid')
  const rest = lower.slice(prefix.length)
  const end = rest.search(/[/?]/)
  const authority = authorityShape.exec(end < 0 ? rest : rest.slice(0, end))
  const host = authority && readDomainName(authority[1]!)
  const tail = end < 0 ? '' : rest.slice(end)
  if (!host || brokenEscape.test(tail)) refuse('payment_link_invalid')
  return { host, tail }
}

/** RFC 3986, 6.2.2.2: escapes of unreserved characters are redundant. */
function decodeUnreserved(text: string): string {
  return text.replace(/%[0-9a-fA-F]{2}/g, (triplet) => {
    const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return unreserved.test(char) ? char : triplet
  })
}

/** All of them, so that the value reads as itself. */
function dropTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

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
function readDomainName(name: string): string | null {
  const ascii = toASCII(name, strict)
  return ascii !== null && publicName.test(ascii) ? ascii : null
}

const MAX_LOCAL_LENGTH = 64
const MAX_EMAIL_LENGTH = 254

/** RFC 5322 `dot-atom-text`, ASCII only. */
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/**
 * Normalizes an e-mail address: lower local part, A-label domain. Dots and plus tags stay, because providers differ.
 *
 * Refuses with `email_invalid`.
 */
export function normalizeEmail(text: string): string {
  const at = text.indexOf('@')
  if (at < 0 || at !== text.lastIndexOf('@')) refuse('email_invalid')
  const local = lowerAscii(text.slice(0, at))
  if (local.length > MAX_LOCAL_LENGTH || !dotAtom.test(local)) refuse('email_invalid')
  const domain = readDomainName(text.slice(at + 1))
  if (domain === null || local.length + 1 + domain.length > MAX_EMAIL_LENGTH) refuse('email_invalid')
  return `${local}@${domain}`
}
