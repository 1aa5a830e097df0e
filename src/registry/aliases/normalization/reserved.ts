import { type AliasType, aliasTypes } from './alias-types.ts'
import { refuse } from './raw-alias.ts'

/** Spelled without `.`, `_` and `-`: the comparison removes them. Common names and trades (`shop`, `store`, `user`) stay free. */
const words = `
  admin admins administrator administrators root superuser sudo sysadmin system operator owner moderator staff official
  verified verify verification trust safety security secure fraud abuse compliance legal privacy audit
  support helpdesk help helpcenter customerservice customersupport service contact info about status
  signpost signpostofficial signpostsupport signposthelp signpostteam signpostsecurity signpostadmin
  pay payment payments paymentlink payout payouts checkout bank banks banking wallet wallets treasury billing
  invoice invoices refund refunds chargeback dispute disputes escrow settlement transfer transfers deposit withdrawal
  account accounts finance
  merchant merchants identity identities alias aliases username endpoint endpoints resolve resolver consent consents
  webhook webhooks token tokens apikey apikeys secret secrets
  api graphql oauth auth login signin signup logout register password dashboard console settings config developer developers
  www mail email localhost postmaster hostmaster webmaster noreply donotreply mailerdaemon
  anonymous everyone nobody unknown none null undefined nan true false
`
  .trim()
  .split(/\s+/)

export const reservedWords: ReadonlySet<string> = new Set(words)

const lookalikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's' }

/** Hosts without an owner in the public DNS: special-use (RFC 6761, 6762, 7686, 8375) and internal names. */
const specialHost = /^https:\/\/(?:[^/?]*\.)?(?:localhost|local|internal|home\.arpa|invalid|onion)(?:[/?]|$)/

/**
 * Refuses a reserved word with `alias_reserved` and a link to a special-use host with `payment_link_invalid`: on create only, so
 * that resolving one stays the uniform miss.
 *
 * `i` and `l` are never merged in general: `ali` is not `all`.
 */
export function checkReserved({ type, value }: { type: AliasType; value: string }): void {
  if (type === 'payment_link' && specialHost.test(value)) refuse('payment_link_invalid')
  if (aliasTypes[type].reserves && readings(value).some((word) => reservedWords.has(word))) refuse('alias_reserved')
}

/**
 * Readings that a person may mistake the handle for: unchanged, digits read as letters, and each with `rn` read as `m`.
 */
function readings(value: string): string[] {
  const plain = value.replace(/[._-]/g, '')
  const asL = plain.replace(/[01345]/g, (digit) => lookalikes[digit]!)
  const asI = plain.replaceAll('1', 'i').replace(/[0345]/g, (digit) => lookalikes[digit]!)
  return [plain, asL, asI].flatMap((word) => [word, word.replaceAll('rn', 'm')])
}
