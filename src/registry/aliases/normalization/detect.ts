import type { AliasType } from './alias-types.ts'
import { loose } from './raw-alias.ts'

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i
const dialled = /^[\p{Nd}\p{Pd} ()./]+$/u

/**
 * Detects the type of a bare string: exactly one, whatever is registered. `read` is the result of `readRaw`.
 *
 * INVARIANT (no fallback): a string is never tried as a second type. That would leak a private username and let a
 * username shadow a merchant.
 */
export function detectAliasType(read: string): AliasType {
  const text = loose(read)
  if (/^link:/i.test(text)) return 'payment_link'
  if (text.startsWith('@')) return 'username'
  if (scheme.test(text)) return 'payment_link'
  if (/^tel:/i.test(text)) return 'phone'
  const at = text.indexOf('@')
  if (text.startsWith('$') && at < 0) return 'merchant_handle'
  if (text.startsWith('+') && at < 0) return 'phone'
  if (at >= 0 && !isLinkBefore(text, at)) return 'email'
  if (dialled.test(text)) return 'phone'
  if (/[/?]/.test(text)) return 'payment_link'
  return 'username'
}

/** Checks whether the first `@` is in the path or query of a host: `pay.example/@bob`, but not `a/b@example.com`. */
function isLinkBefore(text: string, at: number): boolean {
  const end = text.search(/[/?]/)
  return end >= 0 && end < at && text.slice(0, end).includes('.')
}
