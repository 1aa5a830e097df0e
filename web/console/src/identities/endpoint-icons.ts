import { AtSign, CircleHelp, KeyRound, Landmark, Link, Smartphone, Wallet, Zap } from 'lucide-react'
import type { EndpointType } from '../generated/documents.ts'

const icons: Partial<Record<EndpointType, typeof Wallet>> = {
  CRYPTO_WALLET: Wallet,
  BANK_ACCOUNT: Landmark,
  MOBILE_MONEY: Smartphone,
  PAYMENT_POINTER: Link,
  UPI: AtSign,
  PIX_KEY: KeyRound,
  LIGHTNING_ADDRESS: Zap,
}

/** The icon of a type; a type needs none of its own. */
export const endpointIcon = (type: EndpointType) => icons[type] ?? CircleHelp
