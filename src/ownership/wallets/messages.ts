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
