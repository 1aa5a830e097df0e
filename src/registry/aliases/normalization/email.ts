import { readDomainName } from './domain-name.ts'
import { lowerAscii } from './raw-alias.ts'
import { refuse } from './refusal.ts'

const MAX_LOCAL_LENGTH = 64
const MAX_LENGTH = 254

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
  if (domain === null || local.length + 1 + domain.length > MAX_LENGTH) refuse('email_invalid')
  return `${local}@${domain}`
}
