import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SignpostError } from '../../../src/kernel/errors.ts'
import type { Capability } from '../../../src/registry/endpoints/capability.ts'
import {
  endpointTypeNames,
  endpointTypes,
  isEndpointType,
  ruleOf,
} from '../../../src/registry/endpoints/endpoint-types.ts'
import vectors from '../../vectors/addresses.json' with { type: 'json' }

type Vectors = { valid: string[][]; invalid: string[] }

const onNetworks = (...networks: (string | null)[]): Capability[] =>
  networks.map((network) => ({ asset: 'ANY', rail: 'onchain', ...(network === null ? {} : { network }) }))

function refusal(attempt: () => unknown): SignpostError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof SignpostError) return error
    throw error
  }
  throw new Error('accepted')
}

function expectRefused(attempt: () => unknown, address: string): void {
  const error = refusal(attempt)
  expect([error.code, error.param]).toEqual(['address_invalid', 'address'])
  expect(error.cause).toBeUndefined()
  if (address.trim().length > 5) expect(`${error.stack}`).not.toContain(address.trim())
}

const wallets = vectors.wallets.flatMap(({ networks, valid, invalid }: Vectors & { networks: (string | null)[] }) =>
  networks.map((network) => ({ network, valid, invalid })),
)

describe('wallets', () => {
  const { normalizes } = endpointTypes.crypto_wallet

  test.each(wallets)('on $network: published addresses are accepted, altered ones refused', (group) => {
    for (const [written = '', sealed = written] of group.valid) {
      expect(normalizes(written, onNetworks(group.network)), written).toBe(sealed)
    }
    for (const written of group.invalid) expectRefused(() => normalizes(written, onNetworks(group.network)), written)
  })

  test('the vectors hold 60 valid addresses and more', () => {
    expect(vectors.wallets.flatMap(({ valid }) => valid).length).toBeGreaterThanOrEqual(60)
  })

  test('an address with any one character replaced is refused, where its checksum is of 16 bits and more', () => {
    const strong = vectors.wallets.filter(({ networks }) => !['ethereum', 'solana', null].includes(networks[0] ?? null))
    const cases = strong.flatMap(({ networks, valid }) =>
      valid.filter(([, sealed]) => sealed === undefined).map(([address = '']) => ({ network: networks[0], address })),
    )
    const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.nat(),
        fc.constantFrom(...letters),
        ({ network, address }, at, letter) => {
          const index = at % address.length
          const mutated = address.slice(0, index) + letter + address.slice(index + 1)
          fc.pre(mutated !== address)
          expectRefused(() => normalizes(mutated, onNetworks(network ?? null)), mutated)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a mixed-case EVM address with the case of any one letter changed is refused', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    for (let index = 2; index < address.length; index++) {
      const letter = address[index] ?? ''
      const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const mutated = address.slice(0, index) + flipped + address.slice(index + 1)
      if (mutated !== address) expectRefused(() => normalizes(mutated, onNetworks('ethereum')), mutated)
    }
  })

  test('an address must be valid on every known network that is named', () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(normalizes(usdc, onNetworks('ethereum', 'polygon', 'some-new-chain', null))).toBe(usdc)
    expectRefused(() => normalizes(usdc, onNetworks('ethereum', 'solana')), usdc)
  })
})

const written = endpointTypeNames.filter((type) => type !== 'crypto_wallet')
describe.each(written)('%s', (type) => {
  test('written forms are sealed in one spelling, bad ones refused', () => {
    for (const [written = '', sealed] of vectors[type].valid) expect(ruleOf(type).normalizes(written, [])).toBe(sealed)
    for (const written of vectors[type].invalid) expectRefused(() => ruleOf(type).normalizes(written, []), written)
  })

  test('a sealed address is its own normal form', () => {
    for (const [, sealed = ''] of vectors[type].valid) expect(ruleOf(type).normalizes(sealed, [])).toBe(sealed)
  })
})

test('no character of a CPF or CNPJ can be replaced', () => {
  const { normalizes } = ruleOf('pix_key')
  for (const key of ['52998224725', '11222333000181', '12ABC34501DE35']) {
    expect(normalizes(key, [])).toBe(key)
    for (let at = 0; at < key.length; at++) {
      for (const character of key.length === 11 ? '0123456789' : '0123456789ABCXYZ') {
        const other = key.slice(0, at) + character + key.slice(at + 1)
        // Two characters whose values differ by a multiple of 11 weigh alike.
        if ((character.charCodeAt(0) - key.charCodeAt(at)) % 11 === 0) continue
        expectRefused(() => normalizes(other, []), other)
      }
    }
  }
})

describe('every type', () => {
  const types = Object.keys(endpointTypes).filter(isEndpointType)

  test('refuses values that are no text, too long, or have control characters', () => {
    for (const type of types) {
      for (const value of [
        null,
        12345678901234,
        {},
        ['x'],
        '1'.repeat(513),
        '1234567\u0000',
        '12345\u202e67',
        '1\n234567',
      ]) {
        const error = refusal(() => ruleOf(type).normalizes(value as string, []))
        expect(error.code, `${type} ${JSON.stringify(value)}`).toBe('address_invalid')
      }
    }
  })

  test('answers any text with a normal form or address_invalid', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 140 }),
    )
    const network = fc.constantFrom(null, 'ethereum', 'bitcoin', 'solana', 'tron', 'xrp', 'stellar', '__proto__')
    fc.assert(
      fc.property(fc.constantFrom(...types), text, network, (type, address, name) => {
        try {
          expect(typeof ruleOf(type).normalizes(address, onNetworks(name))).toBe('string')
        } catch (error) {
          expect((error as SignpostError).code).toBe('address_invalid')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('names no inherited property as a type', () => {
    for (const name of ['toString', '__proto__', 'constructor', 'card', '', null])
      expect(isEndpointType(name)).toBe(false)
  })
})
