import { type Cidr, isAllowed, isGlobalUnicast } from './address.ts'
import { webhookLimits } from './rules.ts'

const publicPorts = new Set(['', '443', '8443'])

/** True for a URL in the form of the public internet; any other is for opened networks only. */
export const isPublicForm = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): boolean =>
  protocol === 'https:' && publicPorts.has(port)

/**
 * Reads a webhook URL; null when it can never be one: not http(s), user information, too long. The parser already turns
 * decimal, octal, hexadecimal and full-width spellings of an address into the address.
 */
export function readWebhookUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > webhookLimits.urlLength || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url
}

/**
 * True if a URL of this form may be sent to all addresses of its name. INVARIANT (egress): every answer must pass, so a name that
 * answers with one good and one bad address is refused.
 */
export function mayDial(
  url: Pick<URL, 'protocol' | 'port'>,
  addresses: readonly string[],
  allowed: readonly Cidr[],
): boolean {
  const isPublic = isPublicForm(url)
  return (
    addresses.length > 0 &&
    addresses.every((address) => isAllowed(address, allowed) || (isPublic && isGlobalUnicast(address)))
  )
}
