import { SignpostError } from '../../kernel/errors.ts'
import type { Capability } from './capability.ts'
import { networks } from './catalogue/names.ts'
import { type Destination, type Details, parseDetails } from './details/details.ts'
import { stellarTypeOf } from './details/memo.ts'
import { type EndpointType, ruleOf } from './endpoint-types.ts'
import { isIban } from './types/bank-accounts.ts'
import { splitMuxedAccount, splitXAddress, stellar, xrp, xrpTestnet } from './types/networks.ts'

/**
 * One destination in its canonical spelling: its address, and the part that routes a payment there (the memo of a
 * wallet, the bank's code of an account without IBAN; else empty).
 */
export type Canonical = { readonly address: string; readonly routing: string }

/** The canonical form of a normalized endpoint. By its text alone: the named network doesn't count. */
export function canonicalOf(type: string, { address, details }: Destination): Canonical {
  if (type === 'crypto_wallet') return canonicalWallet(address, details)
  const code = type === 'bank_account' && !isIban(address) ? details?.bank_code : undefined
  return { address, routing: code ? `${code.scheme}:${code.value}` : '' }
}

function canonicalWallet(address: string, details: Details | null): Canonical {
  const extended = splitXAddress(address)
  if (extended) return { address: extended.account, routing: extended.tag === null ? '' : `tag:${extended.tag}` }
  const muxed = splitMuxedAccount(address)
  if (muxed) return { address: muxed.account, routing: `id:${muxed.id}` }
  const { memo, memo_type: kind } = details ?? {}
  if (memo === undefined) return { address, routing: '' }
  if (stellar(address) !== null) return { address, routing: `${kind ?? stellarTypeOf(memo)}:${memo}` }
  const isTag = xrp(address) !== null || xrpTestnet(address) !== null
  return { address, routing: `${isTag ? 'tag' : 'text'}:${memo}` }
}

/** One network for each rule of the catalogue, and none: the possible networks of an address. */
const readings: readonly (readonly Capability[])[] = [
  ...new Map(networks.flatMap(({ name, rule }) => (rule === null ? [] : [[rule, name] as const]))).values(),
]
  .map((network): Capability[] => [{ asset: '-', network, rail: '-' }])
  .concat([[]])

const mostSpellings = 3

/** Reports the error of a part as one of the whole. */
function within(error: unknown): SignpostError {
  if (!(error instanceof SignpostError)) throw error
  const { code, message: rule, param } = error
  return new SignpostError(code, { rule, param: param === undefined ? 'destination' : `destination.${param}` })
}

/**
 * Reads a payer's destination by the rule of its type under each network of the catalogue, by its text alone. The first
 * spelling is that of a known network if there is one.
 *
 * INVARIANT (three at most): all rules together give an address one spelling or two; a test checks every type and
 * network.
 *
 * @throws SignpostError address_invalid · parameter_* of details, with its place in `destination`
 */
export function readSpellings(type: EndpointType, written: string, details: unknown): readonly Canonical[] {
  const found = new Map<string, Canonical>()
  let refused: SignpostError | undefined
  for (const capabilities of type === 'crypto_wallet' ? readings : [[]]) {
    try {
      const address = ruleOf(type).normalizes(written, capabilities)
      const one = canonicalOf(type, { address, details: parseDetails(type, details, { address, capabilities }) })
      found.set(JSON.stringify(one), one)
    } catch (error) {
      const told = within(error)
      // If the address is valid on some network, the error of its details is more helpful.
      if (refused === undefined || refused.code === 'address_invalid') refused = told
    }
  }
  if (found.size === 0) throw refused!
  return [...found.values()].slice(0, mostSpellings)
}
