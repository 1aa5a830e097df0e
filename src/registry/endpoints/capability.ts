import { isDeepStrictEqual } from 'node:util'
import Type from 'typebox'
import { snakeName } from '../../kernel/camel.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { mustBeAmount, mustBeBoolean, requireObject } from '../../kernel/input.ts'
import { as, flag, type KindOf, number, optional, parts, text } from '../../kernel/record.ts'
import type { SnakeOf } from '../../kernel/record-bodies.ts'

const noAmount = 'In units of the asset: routing context only, never a charge'

/** Payment that an endpoint can take, in answers and in bodies. Amounts are in units of the asset. */
export const capability = parts(
  {
    asset: text(),
    network: optional(text()),
    rail: text(),
    supportsInstant: optional(flag()),
    minAmount: optional(number(noAmount)),
    maxAmount: optional(number(noAmount)),
  },
  { additionalProperties: false },
)
export type Capability = KindOf<typeof capability>
/** As a body has them. */
export const sentCapabilities = as<SnakeOf<Capability>[]>(Type.Array(capability.schema, { maxItems: 50 }))

/** The part of a capability that resolve shows. */
export type DisclosedCapability = Pick<Capability, 'asset' | 'network' | 'rail'>

const maximumCapabilities = 50
const maximumText = 64
const maximumDigits = 15

type FieldRule = { required: boolean; accepts: (value: unknown) => boolean; rule: string }

const textRule = `The value must be text of 1 to ${maximumText} visible characters.`

const fields = {
  asset: { required: true, accepts: isCapabilityText, rule: textRule },
  network: { required: false, accepts: isCapabilityText, rule: textRule },
  rail: { required: true, accepts: isCapabilityText, rule: textRule },
  supportsInstant: { required: false, accepts: (value) => typeof value === 'boolean', rule: mustBeBoolean },
  minAmount: { required: false, accepts: isAmount, rule: mustBeAmount },
  maxAmount: { required: false, accepts: isAmount, rule: mustBeAmount },
} as const satisfies Record<keyof Capability, FieldRule>

/** Reads a caller's capabilities, with fields in camelCase. Undefined counts as none; null is an error. */
export function parseCapabilities(value: unknown): Capability[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > maximumCapabilities) {
    throw invalid('capabilities', `The value must be a list of at most ${maximumCapabilities} objects.`)
  }
  return value.map((item, index) => parseCapability(item, `capabilities.${index}`))
}

/** Reads stored capabilities: an entry without asset and rail is left out, and so is each invalid field. */
export const readCapabilities = (stored: unknown): Capability[] =>
  Array.isArray(stored)
    ? stored.filter((item) => isCapabilityText(item?.asset) && isCapabilityText(item?.rail)).map(readCapability)
    : []

/** Stored capabilities with the names of REST, as exports and released addresses have them. */
export const sentCapabilitiesOf = (stored: unknown): SnakeOf<Capability>[] =>
  readCapabilities(stored).map(
    (one) =>
      Object.fromEntries(Object.entries(one).map(([name, value]) => [snakeName(name), value])) as SnakeOf<Capability>,
  )

function readCapability({ asset, network, rail, supportsInstant, minAmount, maxAmount }: Capability): Capability {
  const capability: Capability = typeof network === 'string' ? { asset, network, rail } : { asset, rail }
  if (typeof supportsInstant === 'boolean') capability.supportsInstant = supportsInstant
  if (Number.isFinite(minAmount)) capability.minAmount = minAmount!
  if (Number.isFinite(maxAmount)) capability.maxAmount = maxAmount!
  return capability
}

/** Canonical form of capabilities, from a row or a snapshot: lists with the same meaning have the same form. */
export const canonicalCapabilities = (capabilities: readonly Capability[]): readonly unknown[] =>
  capabilities.map(({ asset, network = null, rail, supportsInstant = false, minAmount = null, maxAmount = null }) => [
    asset,
    network,
    rail,
    supportsInstant,
    minAmount,
    maxAmount,
  ])

/** The part of a capability that resolve shows. */
export function discloseCapability({ asset, network, rail }: Capability): DisclosedCapability {
  return network === undefined ? { asset, rail } : { asset, network, rail }
}

/**
 * Compares sent capabilities with stored ones, regardless of the order of keys, which jsonb loses. Undefined changes
 * nothing.
 */
export const isSameCapabilities = (sent: readonly Capability[] | undefined, stored: readonly Capability[]): boolean =>
  sent === undefined || isDeepStrictEqual(sent, stored)

function parseCapability(item: unknown, path: string): Capability {
  const sent = requireObject(item, path)
  refuseOthers(sent, Object.keys(fields), path)
  const kept = Object.entries<FieldRule>(fields).flatMap(([name, { required, accepts, rule }]) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (value === undefined && required) throw new SignpostError('parameter_missing', { param: `${path}.${name}` })
    if (value === undefined) return []
    if (!accepts(value)) throw invalid(`${path}.${name}`, rule)
    return [[name, value === 0 ? 0 : value]]
  })
  const capability: Capability = Object.fromEntries(kept)
  if ((capability.minAmount ?? 0) > (capability.maxAmount ?? Infinity)) {
    throw invalid(`${path}.maxAmount`, 'The value must not be below the minimum amount.')
  }
  return capability
}

/** INVARIANT (no echo): a field's name is repeated only if it looks like one: an address in its place has digits. */
export function refuseOthers(sent: object, known: readonly string[], path: string): void {
  const other = Object.keys(sent).find((name) => !known.includes(name))
  if (other === undefined) return
  const param = /^[a-z_]{1,32}$/i.test(other) ? `${path}.${other}` : path
  throw new SignpostError('parameter_unknown', { param })
}

/** Reads a text of a capability. */
export function isCapabilityText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= maximumText &&
    value.trim() !== '' &&
    !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value)
  )
}

/** Reads an amount of a capability. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && isExactAmount(String(value))
}

/**
 * Checks that a decimal, as written, has at most 15 significant digits: a double returns these unchanged.
 *
 * INVARIANT (linear): the text may be as long as a body, and a pattern for the zeros at its end would try each of them.
 */
export function isExactAmount(decimal: string): boolean {
  if (decimal.length <= maximumDigits) return true
  let [digits, first, last] = [0, 0, -1]
  for (let at = 0; at < decimal.length; at += 1) {
    const code = decimal.charCodeAt(at)
    if (code === 0x45 || code === 0x65) break
    if (code < 0x30 || code > 0x39) continue
    if (code !== 0x30) {
      if (last < 0) first = digits
      last = digits
    }
    digits += 1
  }
  return last - first < maximumDigits
}

const amountNames = new Set(['priority', 'amount', 'min_amount', 'max_amount', 'minAmount', 'maxAmount'])
/** Matches the text of every number of more than 15 digits, and few other texts. */
export const longNumber = /\d[\d.]{15,}/

export const isAmountName = (name: string): boolean => amountNames.has(name)

type Source = { source?: string }

/**
 * Keeps the amounts of a parsed JSON text exact: an amount that the nearest double would silently change becomes NaN, which every
 * schema refuses. `isExact` selects the names that hold such numbers.
 */
export function withExactAmounts(text: string, parsed: unknown, isExact = isAmountName): unknown {
  if (!longNumber.test(text)) return parsed
  const reviver = (name: string, value: unknown, { source = '' }: Source) =>
    typeof value === 'number' && isExact(name) && !isExactAmount(source) ? Number.NaN : value
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''), reviver as Parameters<typeof JSON.parse>[1])
  } catch {
    // Nested too deep for a reviver; no amount is that deep.
    return parsed
  }
}

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })
