import { canonicalPaymentLink, normalizeEmail, normalizePaymentLink } from './domain-aliases.ts'
import { handleSkeleton, normalizeHandle } from './handle.ts'
import { normalizePhone } from './phone.ts'

/** Stored beside every value. A changed fold table or rule is a new version, with a re-normalization. */
export const NORM_VERSION = 1

/**
 * `defaultRegion` (ISO 3166-1 alpha-2, upper case) allows national phone numbers; without it they need a country code.
 */
export type NormalizeOptions = { defaultRegion?: string | undefined }

export type AliasTypeRule = {
  /** Takes trimmed text, returns the stored value (ASCII); refuses with an alias code. */
  normalize: (text: string, options: NormalizeOptions) => string
  /** The collision key of a normalized value. */
  skeleton: (value: string) => string
  /** The spelling of a normalized value that type detection reads. */
  canonical: (value: string) => string
  /** True if reserved words are refused on create. */
  reserves: boolean
}

const itself = (value: string) => value

export const aliasTypes = {
  username: {
    normalize: (text) => normalizeHandle(text, '@'),
    skeleton: handleSkeleton,
    canonical: (value) => `@${value}`,
    reserves: true,
  },
  phone: {
    normalize: (text, { defaultRegion }) => normalizePhone(text, defaultRegion),
    skeleton: itself,
    canonical: itself,
    reserves: false,
  },
  email: { normalize: (text) => normalizeEmail(text), skeleton: itself, canonical: itself, reserves: false },
  merchant_handle: {
    normalize: (text) => normalizeHandle(text, '@$'),
    skeleton: handleSkeleton,
    canonical: (value) => `$${value}`,
    reserves: true,
  },
  payment_link: {
    normalize: (text) => normalizePaymentLink(text),
    skeleton: itself,
    canonical: canonicalPaymentLink,
    reserves: false,
  },
} as const satisfies Record<string, AliasTypeRule>

export type AliasType = keyof typeof aliasTypes

export function isAliasType(type: unknown): type is AliasType {
  return typeof type === 'string' && Object.hasOwn(aliasTypes, type)
}

/** An unknown type reads as `username`: look-ups of other types never find its value. */
export const readAliasType = (stored: unknown): AliasType => (isAliasType(stored) ? stored : 'username')
