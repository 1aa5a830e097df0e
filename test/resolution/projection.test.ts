import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpointTypes, ruleOf } from '../../src/registry/endpoints/endpoint-types.ts'
import { discloseEndpoint } from '../../src/resolution/endpoints.ts'

const shown = (text: string | undefined): number => (text ?? '').replaceAll(/[…•]/g, '').length

const capabilities = [
  { asset: 'USDC', network: 'ethereum', rail: 'onchain', supportsInstant: true, minAmount: 1, maxAmount: 2 },
  { asset: 'EUR', rail: 'sepa' },
]
const disclosed = [
  { asset: 'USDC', network: 'ethereum', rail: 'onchain' },
  { asset: 'EUR', rail: 'sepa' },
]

describe('projections', () => {
  test('a wallet shows its first 6 and last 4, an account its last 4', () => {
    const { crypto_wallet, bank_account, mobile_money, payment_pointer } = endpointTypes
    expect(crypto_wallet.projects('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({ address: '0x5aAe…eAed' })
    expect(bank_account.projects('DE89370400440532013000')).toEqual({ last4: '3000' })
    expect(mobile_money.projects('+254712345678')).toEqual({ last4: '5678' })
    expect(payment_pointer.projects('https://example.com/alice')).toEqual({ url: 'https://example.com/alice' })
  })

  test('an abbreviated wallet shows a third of the address at most, of 0 to 200 characters', () => {
    const { projects, preview } = ruleOf('crypto_wallet')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789'), maxLength: 200 }), (address) => {
        const projection = projects(address)
        const third = Math.floor(address.length / 3)
        expect(shown(projection.address)).toBe(Math.min(10, third))
        expect(shown(preview(projection))).toBe(Math.min(10, third))
      }),
    )
  })

  test('an account shows its last four characters when it has eight, and none otherwise', () => {
    for (const type of ['bank_account', 'mobile_money'] as const) {
      for (let length = 0; length <= 40; length++) {
        const address = '1234567890'.repeat(4).slice(0, length)
        const last4 = length < 8 ? null : address.slice(-4)
        const projection = ruleOf(type).projects(address)
        expect(projection).toEqual({ last4 })
        expect(ruleOf(type).preview(projection)).toBe(`••••${last4 ?? ''}`)
        expect(discloseEndpoint({ id: 'end', type, capabilities: [] }, projection)).toMatchObject({ last4 })
      }
    }
    expect(ruleOf('mobile_money').projects('+1234567')).toEqual({ last4: null })
  })

  test('a name at a provider shows a third of the name at most, and nothing of fewer than six letters', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789'), minLength: 2, maxLength: 60 })
    const kinds = [
      ['upi', 'okbank'],
      ['lightning_address', 'pay.example'],
      ['pix_key', 'mail.example'],
    ] as const
    fc.assert(
      fc.property(name, fc.constantFrom(...kinds), (name, [type, provider]) => {
        const { projects, preview } = ruleOf(type)
        const projection = projects(`${name}@${provider}`)
        const shows = name.length < 6 ? '' : name.slice(0, Math.min(10, Math.floor(name.length / 3)))
        expect(projection).toEqual({ masked: `${shows}…@${provider}` })
        expect(preview(projection)).toBe(projection.masked)
      }),
    )
  })

  test.each([
    ['+5511987654321', '…21'],
    ['52998224725', '…25'],
    ['11222333000181', '…81'],
    ['123e4567-e89b-42d3-a456-426614174000', '…4000'],
    ['pix@example.com', '…@example.com'],
    ['maria.silva@example.com', 'mar…@example.com'],
    // A tag and separators make no short name a long one.
    ['bob+invoices2026@example.com', '…@example.com'],
    ['maria+cobranca@example.com', '…@example.com'],
    ['a.b-c_d@example.com', '…@example.com'],
    ['mariana+tag@example.com', 'ma…@example.com'],
  ])('of the Pix key %s shows %s', (key, masked) => {
    expect(ruleOf('pix_key').projects(ruleOf('pix_key').normalizes(key, []))).toEqual({ masked })
  })

  test.each(['bank_account', 'mobile_money'] as const)('of a short address for %s shows no digits', (type) => {
    for (const projection of [ruleOf(type).projects('1234567'), {}]) {
      expect(discloseEndpoint({ id: 'end', type, capabilities: [] }, projection).last4).toBeNull()
      expect(ruleOf(type).preview(projection)).toBe('••••')
    }
  })

  test('the preview is the owner’s view', () => {
    const { crypto_wallet, bank_account, payment_pointer } = endpointTypes
    expect(crypto_wallet.preview({ address: '0x5aAe…eAed' })).toBe('0x5aAe…eAed')
    expect(bank_account.preview({ last4: '3000' })).toBe('••••3000')
    expect(payment_pointer.preview({ url: 'https://example.com/alice' })).toBe('https://example.com/alice')
  })
})

describe('a disclosed endpoint', () => {
  const endpoint = (type: string) => ({ id: 'end_1', type, capabilities })
  const everything = { address: '0x5aAe…eAed', last4: '3000', url: 'https://example.com/alice', masked: 'al…@bank' }

  test('has the fields of its type and no other', () => {
    const base = { id: 'end_1', capabilities: disclosed }
    expect(discloseEndpoint(endpoint('crypto_wallet'), everything, 'tok_1')).toEqual({
      ...base,
      type: 'crypto_wallet',
      address: '0x5aAe…eAed',
    })
    expect(discloseEndpoint(endpoint('bank_account'), everything, 'tok_1')).toEqual({
      ...base,
      type: 'bank_account',
      last4: '3000',
      token: 'tok_1',
    })
    expect(discloseEndpoint(endpoint('bank_account'), everything)).toMatchObject({ token: null })
    expect(discloseEndpoint(endpoint('mobile_money'), everything, 'tok_1')).toEqual({
      ...base,
      type: 'mobile_money',
      last4: '3000',
    })
    for (const type of ['upi', 'pix_key', 'lightning_address']) {
      const shown = { ...base, type, masked: 'al…@bank' }
      expect(discloseEndpoint(endpoint(type), everything, 'tok_1')).toEqual(shown)
    }
    expect(discloseEndpoint(endpoint('payment_pointer'), everything, 'tok_1')).toEqual({
      ...base,
      type: 'payment_pointer',
      url: 'https://example.com/alice',
    })
  })

  test('of an unknown type, or without a projection, has id, type and capabilities only', () => {
    for (const type of ['carrier_pigeon', 'toString', '__proto__']) {
      expect(discloseEndpoint(endpoint(type), everything, 'tok_1')).toEqual({
        id: 'end_1',
        type,
        capabilities: disclosed,
      })
    }
    const sealedAway = discloseEndpoint(endpoint('bank_account'), null, 'tok_1')
    expect(sealedAway).toEqual({ id: 'end_1', type: 'bank_account', capabilities: disclosed })
  })

  test('passes on no other property of the record', () => {
    const record = { ...endpoint('crypto_wallet'), sealedAddress: 'secret', privacyLevel: 'public' }
    expect(Object.keys(discloseEndpoint(record, { address: 'a…b' }))).toEqual(['id', 'type', 'capabilities', 'address'])
  })
})
