import type { Capability } from '../capability.ts'
import { networks } from '../catalogue/networks.ts'
import { foldName, networkName } from '../catalogue/row.ts'
import { addressInvalid, readAddress } from './address.ts'
import {
  bitcoin,
  bitcoinRegtest,
  bitcoinTestnet,
  evm,
  type NetworkRule,
  solana,
  stellar,
  xrp,
  xrpTestnet,
} from './networks.ts'

/** The networks whose checksums are known, by the names that capabilities give them: lower case, letters and digits. */
const rules: ReadonlyMap<string, NetworkRule> = new Map(
  networks.flatMap(({ name, names, rule }) =>
    rule === null ? [] : [name, ...names].map((one) => [foldName(one), rule] as const),
  ),
)

const visibleAscii = /^[!-~]{12,128}$/

const unmistakable: readonly { shape: RegExp; rule: NetworkRule }[] = [
  { shape: /^0x[0-9a-f]{40}$/i, rule: evm },
  { shape: /^(?:bc1[a-z0-9]{11,87}|BC1[A-Z0-9]{11,87})$/, rule: bitcoin },
  { shape: /^(?:tb1[a-z0-9]{11,87}|TB1[A-Z0-9]{11,87})$/, rule: bitcoinTestnet },
  { shape: /^G[A-Z2-7]{55}$/, rule: stellar },
]

/**
 * A wallet address as sealed. It must be valid on every known network that the capabilities name, so one of Ethereum and
 * Bitcoin at once is none.
 *
 * DECISION: `bitcoin` means mainnet; a testnet address needs a capability that names the test network, in either
 * environment: value sent to a testnet address is lost.
 *
 * DECISION: where no known network is named, an address of an unmistakable shape (0x and 40 hex digits, bc1…, tb1…, G…)
 * must still hold that shape's checksum, as it is a typing error sooner than a network unknown to us.
 */
export function normalizeWallet(address: unknown, capabilities: readonly Capability[]): string {
  const wallet = readAddress(address)
  if (!visibleAscii.test(wallet)) throw addressInvalid()
  return rulesFor(wallet, capabilities).reduce((spelling, rule) => {
    const canonical = rule(spelling)
    if (canonical === null) throw addressInvalid()
    return canonical
  }, wallet)
}

function rulesFor(wallet: string, capabilities: readonly Capability[]): NetworkRule[] {
  const known = capabilities.flatMap(({ network }) => rules.get(networkName(network ?? '')) ?? [])
  if (known.length > 0) return [...new Set(known)]
  return unmistakable.filter(({ shape }) => shape.test(wallet)).map(({ rule }) => rule)
}

/** Network that defines the memos of a wallet's payments: `none` where they have none, or the address holds its own. */
export type MemoNetwork = 'xrp' | 'stellar' | 'none' | 'other'

const memoless: ReadonlySet<NetworkRule> = new Set([evm, bitcoin, bitcoinTestnet, bitcoinRegtest])

/** The network by whose rules a normalized address takes a memo. A classic XRP address is known by its checksum. */
export function memoNetworkOf(wallet: string, capabilities: readonly Capability[]): MemoNetwork {
  const rules = rulesFor(wallet, capabilities)
  if (rules.some((rule) => memoless.has(rule))) return 'none'
  if (rules.includes(stellar)) return wallet.startsWith('G') ? 'stellar' : 'none'
  if (rules.includes(xrp) || rules.includes(xrpTestnet)) return wallet.startsWith('r') ? 'xrp' : 'none'
  if (rules.length > 0) return 'other'
  if (stellar(wallet) !== null) return 'none'
  if (xrp(wallet) === null && xrpTestnet(wallet) === null) return 'other'
  return wallet.startsWith('r') ? 'xrp' : 'none'
}

export type WalletFamily = 'evm' | 'solana'

/** Family of the key that signs for the wallet; null where it is unknown or not the only one. */
export function walletFamily(wallet: string, capabilities: readonly Capability[]): WalletFamily | null {
  const [rule, ...others] = rulesFor(wallet, capabilities)
  if (others.length > 0) return null
  if (rule === evm) return 'evm'
  return rule === solana ? 'solana' : null
}
