import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorCatalogue, SignpostError } from '../../../../src/kernel/errors.ts'
import {
  canonicalAlias,
  detectAliasType,
  normalizeAlias,
  normalizeForCreate,
  normalizeIdentifier,
} from '../../../../src/registry/aliases/normalization/normalize.ts'
import { garbage, holds, RUNS, timeout, typedSpelling } from './arbitraries.ts'
import { isAccepted, outcome } from './outcome.ts'

const charsets = {
  username: /^[a-z0-9_](?:[a-z0-9._-]{0,62}[a-z0-9_])$/,
  merchant_handle: /^[a-z0-9_](?:[a-z0-9._-]{0,62}[a-z0-9_])$/,
  phone: /^\+[1-9]\d{6,14}$/,
  email: /^[!#-'*+\-./0-9=?^-~]{1,64}@(?:[a-z0-9-]{1,63}\.)+(?:[a-z]+|xn--[a-z0-9-]+)$/,
  payment_link: /^(?:https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d{1,5})?(?:[/?][!-"$-@[\]-~]*)?|[a-z0-9][a-z0-9_-]+)$/,
}

/** A dotted local part before `/` or `?` reads as a host with a path: rule 6 gives it to payment links. */
function readsAsLink(email: string): boolean {
  return /^[^/?@]*\.[^/?@]*[/?]/.test(email)
}

describe(`properties of every alias type, ${RUNS} runs each`, timeout, () => {
  it('1: a normalized value normalizes to itself, with the same skeleton', () => {
    let accepted = 0
    holds(
      fc.property(typedSpelling, ([type, raw]) => {
        const first = outcome(() => normalizeAlias(type, raw))
        if (!isAccepted(first)) return
        accepted += 1
        expect(normalizeAlias(type, first.value)).toEqual(first)
      }),
    )
    expect(accepted).toBeGreaterThan(RUNS / 5)
  })

  it('5: every value is ASCII and matches the charset and the length of its type', () => {
    holds(
      fc.property(typedSpelling, ([type, raw]) => {
        const result = outcome(() => normalizeAlias(type, raw))
        if (!isAccepted(result)) return
        expect(result.value).toMatch(charsets[type])
        expect(result.value.length).toBeLessThanOrEqual(512)
      }),
    )
  })

  it('7: the type of the canonical spelling is detected, and it reads back as the value', () => {
    holds(
      fc.property(typedSpelling, ([type, raw]) => {
        const result = outcome(() => normalizeAlias(type, raw))
        if (!isAccepted(result) || (type === 'email' && readsAsLink(result.value))) return
        const canonical = canonicalAlias(result)
        expect(detectAliasType(canonical)).toBe(type)
        expect(normalizeIdentifier(canonical)).toEqual(result)
        expect(normalizeAlias(type, canonical)).toEqual(result)
      }),
    )
  })

  it('10: any input throws alias errors only, with the catalogue’s message', () => {
    const anything = fc.oneof(garbage, fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }))
    const attempt = fc.oneof(
      typedSpelling.map(
        ([type, raw]) =>
          () =>
            normalizeForCreate(type, raw),
      ),
      fc.tuple(typedSpelling, anything).map(
        ([[type], raw]) =>
          () =>
            normalizeForCreate(type, raw),
      ),
      fc.tuple(anything, anything).map(
        ([type, raw]) =>
          () =>
            normalizeForCreate(type as string, raw),
      ),
      anything.map((raw) => () => normalizeIdentifier(raw)),
      typedSpelling.map(
        ([, raw]) =>
          () =>
            normalizeIdentifier(raw, { defaultRegion: 'GB' }),
      ),
    )
    holds(
      fc.property(attempt, (work) => {
        try {
          work()
        } catch (error) {
          expect(error).toBeInstanceOf(SignpostError)
          const { code, message } = error as SignpostError
          expect(code).toMatch(/^(?:alias_(?:value|type|too|invalid|reserved)|phone_|email_|payment_link_)/)
          expect(message).toBe(errorCatalogue[code].message)
        }
      }),
    )
  })
})
