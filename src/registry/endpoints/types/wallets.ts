import type { Capability } from '../capability.ts'
import { foldName, networkName, networks } from '../catalogue/names.ts'
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

/** The networks whose checksums are known, by their names in capabilities: lower case, letters and digits. */
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
 * Normalizes a wallet address. It must be valid on every known network that the capabilities name, so an address of
 * Ethereum and Bitcoin at once is invalid.
 *
 * DECISION: `bitcoin` means mainnet; a testnet address needs a capability that names the test network, in either
 * environment: value sent to a testnet address is lost.
 *
 * DECISION: if no known network is named, an address of an unmistakable form (0x and 40 hex digits, bc1…, tb1…, G…)
 * must still have that form's checksum: it is more likely a typing error than a network unknown to us.
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

/** Network that defines the memos of a wallet's payments: `none` if it has none, or if the address contains its own. */
export type MemoNetwork = 'xrp' | 'stellar' | 'none' | 'other'

const memoless: ReadonlySet<NetworkRule> = new Set([evm, bitcoin, bitcoinTestnet, bitcoinRegtest])

/** The network whose memo rules apply to a normalized address. A classic XRP address is recognised by its checksum. */
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

/** Family of the key that signs for the wallet; null if it is unknown or not the only one. */
export function walletFamily(wallet: string, capabilities: readonly Capability[]): WalletFamily | null {
  const [rule, ...others] = rulesFor(wallet, capabilities)
  if (others.length > 0) return null
  if (rule === evm) return 'evm'
  return rule === solana ? 'solana' : null
}
