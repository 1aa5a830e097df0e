import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignpostError } from '../../../src/kernel/errors.ts'
import { parseCapabilities } from '../../../src/registry/endpoints/capability.ts'

const minimal = { asset: 'USDC', rail: 'onchain' }

function refusal(value: unknown): [string, string | undefined] | 'accepted' {
  try {
    parseCapabilities(value)
    return 'accepted'
  } catch (error) {
    const { code, param } = error as SignpostError
    return [code, param]
  }
}

/** Writes a number without an exponent, as PostgreSQL prints a `numeric`. */
function inFull(text: string): string {
  const [mantissa = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`
}

const hasFifteenDigits = (amount: number) => Number(amount.toPrecision(15)) === amount

describe('capabilities', () => {
  test('are read as sent, all fields or the required ones', () => {
    const full = { ...minimal, network: 'base', supportsInstant: false, minAmount: 0.1, maxAmount: 1e21 }
    expect(parseCapabilities([full, minimal])).toEqual([full, minimal])
    expect(parseCapabilities(undefined)).toEqual([])
    expect(parseCapabilities(Array(50).fill(minimal))).toHaveLength(50)
    expect(Object.keys(parseCapabilities([minimal])[0]!)).toEqual(['asset', 'rail'])
  })

  test.each([
    [null, 'capabilities'],
    [{}, 'capabilities'],
    ['x', 'capabilities'],
    [Array(51).fill(minimal), 'capabilities'],
    [[null], 'capabilities.0'],
    [[minimal, []], 'capabilities.1'],
    [[{ ...minimal, asset: '' }], 'capabilities.0.asset'],
    [[{ ...minimal, asset: '  ' }], 'capabilities.0.asset'],
    [[{ ...minimal, asset: 'A'.repeat(65) }], 'capabilities.0.asset'],
    [[{ ...minimal, asset: 'A\u0000' }], 'capabilities.0.asset'],
    [[{ ...minimal, asset: '\ud800' }], 'capabilities.0.asset'],
    [[{ ...minimal, asset: null }], 'capabilities.0.asset'],
    [[{ ...minimal, rail: 7 }], 'capabilities.0.rail'],
    [[{ ...minimal, network: null }], 'capabilities.0.network'],
    [[{ ...minimal, network: '' }], 'capabilities.0.network'],
    [[{ ...minimal, supportsInstant: null }], 'capabilities.0.supportsInstant'],
    [[{ ...minimal, supportsInstant: 'true' }], 'capabilities.0.supportsInstant'],
    [[{ ...minimal, minAmount: null }], 'capabilities.0.minAmount'],
    [[{ ...minimal, minAmount: '1' }], 'capabilities.0.minAmount'],
    [[{ ...minimal, minAmount: -1 }], 'capabilities.0.minAmount'],
    [[{ ...minimal, minAmount: Number.NaN }], 'capabilities.0.minAmount'],
    [[{ ...minimal, maxAmount: Number.POSITIVE_INFINITY }], 'capabilities.0.maxAmount'],
    [[{ ...minimal, maxAmount: 1234567890123456 }], 'capabilities.0.maxAmount'],
    [[{ ...minimal, maxAmount: 0.1234567890123456 }], 'capabilities.0.maxAmount'],
    [[minimal, { ...minimal, minAmount: 2, maxAmount: 1 }], 'capabilities.1.maxAmount'],
  ])('%j is parameter_invalid at %s', (value, param) => {
    expect(refusal(value)).toEqual(['parameter_invalid', param])
  })

  test('a missing or unknown field is named by its path', () => {
    expect(refusal([minimal, { rail: 'sepa' }])).toEqual(['parameter_missing', 'capabilities.1.asset'])
    expect(refusal([{ asset: 'EUR' }])).toEqual(['parameter_missing', 'capabilities.0.rail'])
    expect(refusal([{ ...minimal, foo: 1 }])).toEqual(['parameter_unknown', 'capabilities.0.foo'])
    expect(refusal([{ ...minimal, 'what is this?': 1 }])).toEqual(['parameter_unknown', 'capabilities.0'])
    expect(refusal(JSON.parse('[{"asset":"A","rail":"B","__proto__":{}}]'))).toEqual([
      'parameter_unknown',
      'capabilities.0.__proto__',
    ])
  })

  test.each([0, 0.1, 1e-7, 1e21, 123456789012345, 12345678901234500000, 5e-324, 1.7e308])(
    'the amount %d survives numeric exactly',
    (amount) => {
      expect(refusal([{ ...minimal, minAmount: amount }])).toBe('accepted')
      expect(Number(inFull(String(amount)))).toBe(amount)
    },
  )

  test('every amount that is accepted survives numeric exactly', () => {
    const amounts = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      fc
        .tuple(fc.nat({ max: 999_999_999_999_999 }), fc.integer({ min: -30, max: 30 }))
        .map(([n, e]) => Number(`${n}e${e}`)),
    )
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(Number(inFull(String(amount)))).toBe(amount + 0)
        expect(refusal([{ ...minimal, minAmount: amount }]) === 'accepted').toBe(hasFifteenDigits(amount))
      }),
      { numRuns: 2000 },
    )
  })

  test('minus zero is stored as zero', () => {
    expect(Object.is(parseCapabilities([{ ...minimal, minAmount: -0 }])[0]?.minAmount, 0)).toBe(true)
  })
})
