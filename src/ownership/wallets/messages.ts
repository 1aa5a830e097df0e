import type { Capability } from '../../registry/endpoints/capability.ts'
import { publishedName } from '../../registry/endpoints/catalogue/catalogue.ts'
import { foldName } from '../../registry/endpoints/catalogue/names.ts'
import type { WalletFamily } from '../../registry/endpoints/types/wallets.ts'

/** Content of the message to sign. `consumer` and `identity` are public ids. */
export type ToSign = {
  family: WalletFamily
  origin: string
  address: string
  consumer: string
  consumerName: string
  identity: string
  chainId: number
  nonce: string
  /** In whole seconds. */
  issuedAt: number
  expiresAt: number
}

const accounts: Record<WalletFamily, string> = { evm: 'Ethereum', solana: 'Solana' }

/** EIP-4361 allows the characters of a URI, and spaces; a name with a line break would add lines. */
const inOneLine = (name: string): string => name.replace(/[^A-Za-z0-9 ._~:/?#@!$&'()*+,;=-]/g, '?')

const moment = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/** The message: EIP-4361 for an Ethereum account, and the same for Solana. It names its receiver and its purpose. */
export function messageOf(sign: ToSign): string {
  const { family, origin, address, consumer, consumerName, identity, chainId, nonce, issuedAt, expiresAt } = sign
  return [
    `${new URL(origin).host} wants you to sign in with your ${accounts[family]} account:`,
    address,
    '',
    `Prove to ${inOneLine(consumerName)} (${consumer}) that this wallet may be registered as an endpoint of ${identity}. It moves no money.`,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${family === 'evm' ? chainId : 'mainnet'}`,
    `Nonce: ${nonce}`,
    `Issued At: ${moment(issuedAt)}`,
    `Expiration Time: ${moment(expiresAt)}`,
  ].join('\n')
}

/** EIP-155 numbers, by the catalogue's names of networks. */
export const chainIds: Readonly<Record<string, number>> = {
  ethereum: 1,
  'ethereum-classic': 61,
  sepolia: 11_155_111,
  holesky: 17_000,
  hoodi: 560_048,
  goerli: 5,
  polygon: 137,
  'polygon-zkevm': 1_101,
  amoy: 80_002,
  base: 8_453,
  'base-sepolia': 84_532,
  arbitrum: 42_161,
  'arbitrum-nova': 42_170,
  'arbitrum-sepolia': 421_614,
  optimism: 10,
  'optimism-sepolia': 11_155_420,
  bsc: 56,
  'bsc-testnet': 97,
  opbnb: 204,
  avalanche: 43_114,
  fuji: 43_113,
  gnosis: 100,
  fantom: 250,
  sonic: 146,
  celo: 42_220,
  cronos: 25,
  linea: 59_144,
  scroll: 534_352,
  zksync: 324,
  mantle: 5_000,
  blast: 81_457,
  moonbeam: 1_284,
  moonriver: 1_285,
  aurora: 1_313_161_554,
  metis: 1_088,
  zora: 7_777_777,
  unichain: 130,
  worldchain: 480,
  berachain: 80_094,
  hyperevm: 999,
  monad: 143,
  ink: 57_073,
}

const caip2 = /^eip155:([1-9]\d{0,14})$/i

/**
 * The chain in the message: that of the first capability that names one, else Ethereum. An account's key is the same on
 * every chain; EIP-4361 requires a number.
 */
export function chainIdOf(capabilities: readonly Capability[]): number {
  for (const { network = '' } of capabilities) {
    const numbered = caip2.exec(network)?.[1]
    if (numbered !== undefined) return Number(numbered)
    // Folded first: `polygon:amoy` is Amoy, not Polygon.
    const known = chainIds[publishedName.network(foldName(network)) ?? '']
    if (known !== undefined) return known
  }
  return 1
}
