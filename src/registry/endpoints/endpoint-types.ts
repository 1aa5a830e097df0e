import { SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'
import { readStored } from '../../kernel/stored.ts'
import type { Capability } from './capability.ts'
import { abbreviate, lastFour, maskName } from './types/address.ts'
import { normalizeBankAccount } from './types/bank-accounts.ts'
import { maskPixKey, normalizePixKey } from './types/pix-keys.ts'
import {
  normalizeLightningAddress,
  normalizeMobileMoney,
  normalizePaymentPointer,
  normalizeUpi,
} from './types/provider-accounts.ts'
import { type EndpointTypeRow, endpointTypeTable } from './types/table.ts'
import { normalizeWallet } from './types/wallets.ts'

/** Sealed projection of an address for resolve and the owner's preview: the address itself only for public names. */
export type Projection = {
  readonly address?: string
  readonly last4?: string | null
  readonly url?: string
  readonly masked?: string
}

const isText = (value: unknown) => value === undefined || typeof value === 'string'

function isProjection(value: unknown): value is Projection {
  if (!isRecord(value)) return false
  const { address, last4, url, masked } = value
  return isText(address) && (last4 === null || isText(last4)) && isText(url) && isText(masked)
}

/**
 * Parses an opened projection. A value of another form is treated as undecryptable.
 *
 * INVARIANT (no echo): the error contains none of the text, not even as its cause.
 *
 * @throws SignpostError decryption_failed
 */
export function readProjection(opened: Buffer): Projection {
  let value: unknown
  try {
    value = JSON.parse(opened.toString('utf8'))
  } catch {
    value = undefined
  }
  if (!isProjection(value)) throw new SignpostError('decryption_failed', { cause: new Error('It is no projection.') })
  return value
}

/**
 * - `normalizes` takes the address as sent and returns its sealed form, or throws `address_invalid`.
 * - `projects` takes the normalized address.
 * - `preview` is the owner's masked `address_preview`.
 */
export type EndpointTypeRule = EndpointTypeRow & {
  normalizes: (address: string, capabilities: readonly Capability[]) => string
  projects: (address: string) => Projection
  preview: (projection: Projection) => string
}

const lastFourOf = ({ last4 }: Projection) => `••••${last4 ?? ''}`

/** A name at a provider: shown and previewed masked, in one form. */
const maskedAs = (masks: (address: string) => string): Pick<EndpointTypeRule, 'projects' | 'preview'> => ({
  projects: (address) => ({ masked: masks(address) }),
  preview: ({ masked = '…' }) => masked,
})

export const endpointTypes = {
  crypto_wallet: {
    ...endpointTypeTable.crypto_wallet,
    normalizes: normalizeWallet,
    projects: (address) => ({ address: abbreviate(address) }),
    preview: ({ address = '…' }) => address,
  },
  bank_account: {
    ...endpointTypeTable.bank_account,
    normalizes: normalizeBankAccount,
    projects: (address) => ({ last4: lastFour(address) }),
    preview: lastFourOf,
  },
  mobile_money: {
    ...endpointTypeTable.mobile_money,
    normalizes: normalizeMobileMoney,
    projects: (address) => ({ last4: lastFour(address.replace('+', '')) }),
    preview: lastFourOf,
  },
  payment_pointer: {
    ...endpointTypeTable.payment_pointer,
    normalizes: normalizePaymentPointer,
    projects: (address) => ({ url: address }),
    preview: ({ url = '…' }) => url,
  },
  upi: { ...endpointTypeTable.upi, normalizes: normalizeUpi, ...maskedAs(maskName) },
  pix_key: { ...endpointTypeTable.pix_key, normalizes: normalizePixKey, ...maskedAs(maskPixKey) },
  lightning_address: {
    ...endpointTypeTable.lightning_address,
    normalizes: normalizeLightningAddress,
    ...maskedAs(maskName),
  },
} satisfies Record<keyof typeof endpointTypeTable, EndpointTypeRule>

export type EndpointType = keyof typeof endpointTypes

export const endpointTypeNames = Object.keys(endpointTypes) as readonly EndpointType[]

export const isEndpointType = (value: unknown): value is EndpointType =>
  typeof value === 'string' && Object.hasOwn(endpointTypes, value)

/** An unknown type reads as `bank_account`, which shows least. */
export const readEndpointType = (stored: unknown): EndpointType => readStored(endpointTypeNames, stored, 'bank_account')

export const endpointStatuses = ['active', 'disabled'] as const
export type EndpointStatus = (typeof endpointStatuses)[number]

/** The status alone decides that an endpoint is removed. */
export const endpointStates = [...endpointStatuses, 'removed'] as const
export type EndpointState = (typeof endpointStates)[number]

/** An unknown status reads as `disabled`, and so does the status of an endpoint with an unknown type. */
export const readEndpointStatus = ({ type, status }: { type: unknown; status: unknown }): EndpointStatus =>
  isEndpointType(type) ? readStored(endpointStatuses, status, 'disabled') : 'disabled'

/** True for a type whose endpoints have a token under a grant. */
export const hasTokens = (type: string): boolean => isEndpointType(type) && ruleOf(type).discloses.includes('token')

/** The catalogue's rule for a type. */
export const ruleOf = (type: EndpointType): EndpointTypeRule => endpointTypes[type]
