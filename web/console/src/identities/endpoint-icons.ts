import { AtSign, KeyRound, Landmark, Link, Smartphone, Wallet, Zap } from 'lucide-react'
import type { EndpointType } from '../generated/documents.ts'

export const endpointIcons: Record<EndpointType, typeof Wallet> = {
  CRYPTO_WALLET: Wallet,
  BANK_ACCOUNT: Landmark,
  MOBILE_MONEY: Smartphone,
  PAYMENT_POINTER: Link,
  UPI: AtSign,
  PIX_KEY: KeyRound,
  LIGHTNING_ADDRESS: Zap,
}
