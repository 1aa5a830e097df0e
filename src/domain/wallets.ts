import { addressInvalid, readAddress } from './address.ts'
import type { Capability } from './capability.ts'

export function normalizeWallet(address: unknown, _capabilities: readonly Capability[]): string {
  const wallet = readAddress(address)
  if (!/^[!-~]{12,128}$/.test(wallet)) throw addressInvalid()
  return wallet
}
