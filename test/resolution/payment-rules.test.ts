import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SignpostError } from '../../src/kernel/errors.ts'
import { choose, readPaymentContext } from '../../src/resolution/payment.ts'

const euro = { asset: 'EUR', rail: 'sepa' }
const endpoint = (priority: number, ...capabilities: object[]) => ({ priority, capabilities: capabilities as never })

test('one capability must accept all named fields, in any case', () => {
  const endpoints = [
    endpoint(0, { ...euro, network: 'sct' }),
    endpoint(0, { asset: 'USD', rail: 'sepa' }, { asset: 'EUR', rail: 'card' }),
    endpoint(0),
  ]
  expect(choose({ asset: 'eur', rail: 'SEPA' }, endpoints)).toEqual([0])
  expect(choose({ asset: 'EUR' }, endpoints)).toEqual([0, 1])
  expect(choose({ asset: 'EUR', network: 'sct' }, endpoints)).toEqual([0])
  expect(choose({ rail: 'sepa' }, endpoints)).toEqual([0, 1])
  expect(choose({ asset: 'BTC' }, endpoints)).toEqual([])
})

test('an amount lies within the limits, both included; an absent limit does not count', () => {
  const of = (amount: number, limits: object) => choose({ asset: 'EUR', amount }, [endpoint(0, { ...euro, ...limits })])
  expect(of(10, { minAmount: 10, maxAmount: 20 })).toEqual([0])
  expect(of(20, { minAmount: 10, maxAmount: 20 })).toEqual([0])
  expect(of(9.99, { minAmount: 10 })).toEqual([])
  expect(of(20.01, { maxAmount: 20 })).toEqual([])
  expect(of(1e15, {})).toEqual([0])
})

test('highest priority first, instant before not, then age', () => {
  const instant = { ...euro, supportsInstant: true }
  const endpoints = [
    endpoint(1, euro),
    endpoint(2, euro),
    endpoint(2, instant),
    endpoint(1, instant),
    endpoint(1, euro),
  ]
  expect(choose({ asset: 'EUR' }, endpoints)).toEqual([2, 1, 3, 0, 4])
})

test('an instant capability that cannot take the payment moves nothing', () => {
  const endpoints = [endpoint(0, euro), endpoint(0, euro, { asset: 'USD', rail: 'x', supportsInstant: true })]
  expect(choose({ asset: 'EUR' }, endpoints)).toEqual([0, 1])
})

test.each([
  [null, 'parameter_invalid', 'for'],
  ['EUR', 'parameter_invalid', 'for'],
  [[], 'parameter_invalid', 'for'],
  [{ asset: 5 }, 'parameter_invalid', 'for.asset'],
  [{ asset: null }, 'parameter_invalid', 'for.asset'],
  [{ rail: ' ' }, 'parameter_invalid', 'for.rail'],
  [{ amount: 5 }, 'parameter_missing', 'for.asset'],
  [{ asset: 'EUR', amount: -1 }, 'parameter_invalid', 'for.amount'],
  [{ asset: 'EUR', amount: '5' }, 'parameter_invalid', 'for.amount'],
  [{ assets: 'EUR' }, 'parameter_unknown', 'for'],
])('%j is refused as %s at %s', (sent, code, param) => {
  try {
    readPaymentContext(sent)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(SignpostError)
    expect(error).toMatchObject({ code, param })
  }
})

test('no fields are no payment', () => {
  expect(readPaymentContext(undefined)).toBeNull()
  expect(readPaymentContext({})).toBeNull()
  expect(readPaymentContext({ asset: undefined })).toBeNull()
})

test('the chosen endpoints are a subset without repetition, in the order of priority', () => {
  const text = fc.constantFrom('EUR', 'eur', 'USD', 'sepa')
  const capability = fc.record(
    {
      asset: text,
      rail: text,
      network: text,
      supportsInstant: fc.boolean(),
      minAmount: fc.nat(9),
      maxAmount: fc.nat(9),
    },
    { requiredKeys: ['asset', 'rail'] },
  )
  const many = fc.array(fc.record({ priority: fc.nat(2), capabilities: fc.array(capability, { maxLength: 3 }) }))
  fc.assert(
    fc.property(many, text, fc.nat(9), (endpoints, asset, amount) => {
      const chosen = choose({ asset, amount }, endpoints)
      expect(new Set(chosen).size).toBe(chosen.length)
      const priorities = chosen.map((at) => endpoints[at]!.priority)
      expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
      for (const [at, { capabilities }] of endpoints.entries()) {
        const takes = capabilities.some(
          (one) =>
            one.asset.toLowerCase() === asset.toLowerCase() &&
            amount >= (one.minAmount ?? 0) &&
            amount <= (one.maxAmount ?? 99),
        )
        expect(chosen.includes(at)).toBe(takes)
      }
    }),
  )
})
