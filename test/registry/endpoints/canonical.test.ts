import { describe, expect, test } from 'vitest'
import { readSpellings } from '../../../src/registry/endpoints/canonical.ts'
import type { Capability } from '../../../src/registry/endpoints/capability.ts'
import { networks } from '../../../src/registry/endpoints/catalogue/names.ts'
import { type EndpointType, endpointTypeNames } from '../../../src/registry/endpoints/endpoint-types.ts'
import { guessType } from '../../../src/registry/endpoints/guess.ts'
import {
  classic,
  evm,
  isSame,
  muxed,
  on,
  refusedDestinations,
  sealed,
  spelled,
  stellarAccount,
  tagged,
  type Written,
} from '../../support/spellings.ts'

type Table = {
  type: EndpointType
  capabilities?: readonly Capability[]
  /** The first is registered. */
  same: readonly Written[]
  other: readonly Written[]
}

const hash = 'ab'.repeat(32)

const tables: Record<string, Table> = {
  'an IBAN': {
    type: 'bank_account',
    same: [
      'DE89370400440532013000',
      'DE89 3704 0044 0532 0130 00',
      'de89370400440532013000',
      ' DE89-3704-0044-0532-0130-00 ',
      'De89\u00a03704\u202f0044 0532 0130 00',
      ['DE89370400440532013000', { bankCode: { scheme: 'bic', value: 'COBADEFF' } }],
      ['DE89370400440532013000', { holderName: 'Acme', country: 'DE' }],
    ],
    other: [
      'DE02120300000000202051',
      'GB82WEST12345698765432',
      '370400440532013000',
      '0532013000',
      'FR1420041010050500013M02606',
    ],
  },
  'an account with a bank code': {
    type: 'bank_account',
    same: [
      ['12345678', { bankCode: { scheme: 'sort_code', value: '200415' } }],
      ['1234 5678', { bankCode: { scheme: 'sort_code', value: '20-04-15' } }],
      ['12-34-56-78', { bankCode: { scheme: 'sort_code', value: '20 04 15' }, holderName: 'X', country: 'gb' }],
    ],
    other: [
      '12345678',
      ['12345678', { bankCode: { scheme: 'bsb', value: '200415' } }],
      ['12345678', { bankCode: { scheme: 'sort_code', value: '200416' } }],
      ['012345678', { bankCode: { scheme: 'sort_code', value: '200415' } }],
    ],
  },
  'an account without one': {
    type: 'bank_account',
    same: ['12345678', '1234-5678', '1 2 3 4 5 6 7 8', ['12345678', { holderName: 'X' }]],
    other: ['0012345678', ['12345678', { bankCode: { scheme: 'bsb', value: '200415' } }], '12345679'],
  },
  'a phone number of mobile money': {
    type: 'mobile_money',
    same: [
      '+254712345678',
      '+254 712 345678',
      '+254 (712) 345-678',
      '+254.712.345.678',
      ['+254712345678', { operator: 'M-Pesa', country: 'KE' }],
    ],
    other: ['+254712345679', '+255712345678'],
  },
  'a payment pointer': {
    type: 'payment_pointer',
    same: [
      '$pay.example.com/alice',
      'https://pay.example.com/alice',
      '$PAY.example.com/alice',
      'HTTPS://pay.EXAMPLE.com/alice',
      '$pay.example.com/x/../alice',
    ],
    other: ['$pay.example.com/Alice', '$pay.example.com/alice/', '$pay.example.com', '$example.com/alice'],
  },
  'a payment pointer without a path': {
    type: 'payment_pointer',
    same: [
      '$pay.example.com',
      '$pay.example.com/',
      '$pay.example.com/.well-known/pay',
      'https://pay.example.com/.well-known/pay',
    ],
    other: ['https://pay.example.com/', '$example.com'],
  },
  'a UPI address': {
    type: 'upi',
    same: ['alice@okbank', 'Alice@OKBank', ' ALICE@okbank '],
    other: ['alice1@okbank', 'alice@okbank1', 'a.lice@okbank'],
  },
  'a Pix key that is a tax number': {
    type: 'pix_key',
    same: ['52998224725', '529.982.247-25', '529 982 247 25'],
    other: ['11144477735', 'alice@example.com', '+5511912345678'],
  },
  'a Pix key that is random': {
    type: 'pix_key',
    same: ['123e4567-e12b-12d1-a456-426655440000', '123E4567-E12B-12D1-A456-426655440000'],
    other: ['123e4567-e12b-12d1-a456-426655440001'],
  },
  'a Lightning address': {
    type: 'lightning_address',
    same: ['alice@getalby.com', 'ALICE@GetAlby.com', ' alice@getalby.com'],
    other: ['alice+tips@getalby.com', 'bob@getalby.com', 'alice@getalby.co'],
  },
  'an EVM wallet': {
    type: 'crypto_wallet',
    capabilities: on('base'),
    same: [evm, evm.toLowerCase(), `0x${evm.slice(2).toUpperCase()}`, ` ${evm} `],
    other: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0x0000000000000000000000000000000000000000'],
  },
  'a SegWit address': {
    type: 'crypto_wallet',
    capabilities: on('bitcoin'),
    same: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
    other: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  },
  'a wallet of a network that nobody checks': {
    type: 'crypto_wallet',
    capabilities: on('algorand'),
    same: ['VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA'],
    other: [
      'vcmjkwoy5p5p7skmzffoceropjczotijmniynuckh7lro45jmjp6uybija',
      ['VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA', { memo: '1' }],
    ],
  },
  'an XRP address with a tag': {
    type: 'crypto_wallet',
    capabilities: on('xrpl'),
    same: [
      [classic, { memo: '1' }],
      [classic, { memo: '01' }],
      [classic, { memo: ' 0001 ' }],
    ],
    other: [
      classic,
      [classic, { memo: '2' }],
      [classic, { memo: '10' }],
      ['rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1', { memo: '1' }],
    ],
  },
  'a Stellar account with an id': {
    type: 'crypto_wallet',
    capabilities: on('stellar'),
    same: [
      [stellarAccount, { memo: '1234' }],
      [stellarAccount, { memo: '1234', memoType: 'id' }],
      [stellarAccount, { memo: '0001234', memoType: 'id' }],
      [stellarAccount, { memo: ' 1234 ' }],
    ],
    other: [
      muxed,
      stellarAccount,
      [stellarAccount, { memo: '1234', memoType: 'text' }],
      [stellarAccount, { memo: '1235' }],
    ],
  },
  'a muxed Stellar account': {
    type: 'crypto_wallet',
    same: [muxed, [stellarAccount, { memo: '0' }], [stellarAccount, { memo: '000', memoType: 'id' }]],
    other: [stellarAccount, [stellarAccount, { memo: '0', memoType: 'text' }], [stellarAccount, { memo: '1' }]],
  },
  'a Stellar account with a hash': {
    type: 'crypto_wallet',
    same: [
      [stellarAccount, { memo: hash }],
      [stellarAccount, { memo: hash.toUpperCase() }],
      [stellarAccount, { memo: hash, memoType: 'hash' }],
    ],
    other: [stellarAccount, [stellarAccount, { memo: hash.slice(0, 28), memoType: 'text' }]],
  },
  'a Stellar account with a text': {
    type: 'crypto_wallet',
    same: [
      [stellarAccount, { memo: 'order 12' }],
      [stellarAccount, { memo: 'order 12', memoType: 'text' }],
    ],
    other: [[stellarAccount, { memo: 'Order 12' }], [stellarAccount, { memo: 'order  12' }], muxed, stellarAccount],
  },
}

describe.each(Object.entries(tables))('%s', (_, { type, capabilities = [], same, other }) => {
  test('is the same destination in each of its spellings, and no other', () => {
    const endpoint = sealed(type, same[0]!, capabilities)
    for (const written of same) expect([written, isSame(type, endpoint, written)]).toEqual([written, true])
    for (const written of other) expect([written, isSame(type, endpoint, written)]).toEqual([written, false])
  })

  test('matches with any capabilities of its endpoint: those of the candidate don’t count', () => {
    for (const network of ['algorand', 'unheard of']) {
      const endpoint = sealed(type, same[0]!, type === 'crypto_wallet' ? on(network) : [])
      for (const written of same)
        expect([network, written, isSame(type, endpoint, written)]).toEqual([network, written, true])
    }
  })
})

type Family = { type: EndpointType; least: number; written: readonly Written[] }

const spaces = [' ', '\u00a0', '\u1680', '\u2003', '\u202f', '\u3000']
/** With spaces of every kind around it, or none. */
const padded = (text: string): string[] =>
  ['', ...spaces].flatMap((left) => ['', ...spaces].map((right) => left + text + right))
/** Its letters in upper or lower case, in 40 ways. */
const cased = (text: string): string[] =>
  Array.from({ length: 40 }, (_, n) =>
    text.replace(/[a-z]/gi, (letter, at) =>
      (Math.imul(n, 0x9e3779b1) >>> (at % 31)) & 1 ? letter.toUpperCase() : letter.toLowerCase(),
    ),
  )
/** In groups of one to five characters. */
const grouped = (text: string, separators: readonly string[]): string[] =>
  separators.flatMap((separator) =>
    [1, 2, 3, 4, 5].map((size) => text.match(new RegExp(`.{1,${size}}`, 'g'))!.join(separator)),
  )
const zeros = (digits: string): string[] => Array.from({ length: 20 }, (_, n) => '0'.repeat(n) + digits)
const pointers = (path: string): string[] =>
  ['$', 'https://', 'HTTPS://', 'hTTps://'].flatMap((scheme) =>
    ['pay.example.com', 'PAY.example.com', 'Pay.Example.COM'].flatMap((host) =>
      ['', '/x/..', '/.'].map((detour) => `${scheme}${host}${detour}${path}`),
    ),
  )
const account = (number: string, code: string): Written[] =>
  grouped(number, [' ', '-', '\u00a0']).flatMap((address) =>
    grouped(code, [' ', '-']).map((value) => [address, { bankCode: { scheme: 'sort_code', value } }] as const),
  )
const memos = (address: string, texts: readonly string[], memoType?: string): Written[] =>
  texts.flatMap((text) => padded(text).map((memo) => [address, { memo, ...(memoType && { memoType }) }] as const))

/** Destinations by type, each in many spellings: the first is registered, and none is one of another destination. */
const families: Record<string, Family> = {
  IBAN: {
    type: 'bank_account',
    least: 25,
    written: grouped('DE89370400440532013000', [' ', '-', '\u00a0', '  ', ' - ']),
  },
  'IBAN in any case': { type: 'bank_account', least: 25, written: cased('GB82WEST12345698765432').flatMap(padded) },
  account: { type: 'bank_account', least: 25, written: account('12345678', '200415') },
  'account at another bank': { type: 'bank_account', least: 25, written: account('12345678', '200416') },
  'account without a bank': {
    type: 'bank_account',
    least: 25,
    written: grouped('12345678', [' ', '-', '\u202f', ' - ', '--']),
  },
  phone: {
    type: 'mobile_money',
    least: 25,
    written: grouped('254712345678', [' ', '-', '.', ' - ', ') (']).map((digits) => `+${digits}`),
  },
  'another phone': {
    type: 'mobile_money',
    least: 25,
    written: grouped('254712345679', [' ', '-', '.', ' - ', ') (']).map((digits) => `+${digits}`),
  },
  pointer: { type: 'payment_pointer', least: 25, written: pointers('/alice') },
  'pointer to another': { type: 'payment_pointer', least: 25, written: pointers('/bob') },
  upi: { type: 'upi', least: 25, written: cased('alice.b@okbank').flatMap(padded) },
  'another upi': { type: 'upi', least: 25, written: cased('alice-b@okbank').flatMap(padded) },
  cpf: { type: 'pix_key', least: 25, written: grouped('52998224725', [' ', '.', '-', '/', '. ']) },
  cnpj: { type: 'pix_key', least: 25, written: grouped('11222333000181', [' ', '.', '-', '/', '. ']) },
  'Pix e-mail': { type: 'pix_key', least: 25, written: cased('ana.lima@example.com') },
  'Pix random': { type: 'pix_key', least: 25, written: cased('123e4567-e12b-12d1-a456-426655440000').flatMap(padded) },
  'Pix phone': {
    type: 'pix_key',
    least: 25,
    written: grouped('5511912345678', [' ', '-', '.', ' - ', ') (']).map((digits) => `+${digits}`),
  },
  lightning: { type: 'lightning_address', least: 25, written: cased('alice@getalby.com') },
  'another lightning': { type: 'lightning_address', least: 25, written: cased('alice@getalby.org') },
  evm: {
    type: 'crypto_wallet',
    least: 25,
    written: [evm, evm.toLowerCase(), `0x${evm.slice(2).toUpperCase()}`].flatMap(padded),
  },
  segwit: {
    type: 'crypto_wallet',
    least: 25,
    written: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'].flatMap(
      padded,
    ),
  },
  'base58 of Bitcoin': { type: 'crypto_wallet', least: 25, written: padded('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2') },
  'account of XRP': { type: 'crypto_wallet', least: 25, written: padded(classic) },
  'tag of XRP': { type: 'crypto_wallet', least: 40, written: memos(classic, zeros('12')) },
  'another tag': { type: 'crypto_wallet', least: 40, written: memos(classic, zeros('1')) },
  'X-address': { type: 'crypto_wallet', least: 40, written: padded(tagged) },
  'account of Stellar': { type: 'crypto_wallet', least: 25, written: padded(stellarAccount) },
  'id of Stellar': { type: 'crypto_wallet', least: 40, written: memos(stellarAccount, zeros('1234'), 'id') },
  'muxed account': {
    type: 'crypto_wallet',
    least: 40,
    written: [...padded(muxed), ...memos(stellarAccount, zeros('0'), 'id')],
  },
  'text of Stellar': { type: 'crypto_wallet', least: 40, written: memos(stellarAccount, ['1234'], 'text') },
  'hash of Stellar': { type: 'crypto_wallet', least: 40, written: memos(stellarAccount, cased(hash), 'hash') },
}

test('25 and more spellings of each type, 40 and more with a memo, are one destination each, and never another', () => {
  const known = Object.entries(families).map(([name, family]) => {
    const [first] = family.written
    return { name, ...family, endpoint: sealed(family.type, first!) }
  })
  let compared = 0
  for (const { name, type, least, written, endpoint } of known) {
    const distinct = [...new Map(written.map((one) => [JSON.stringify(one), one])).values()]
    expect([name, distinct.length]).toEqual([name, Math.max(least, distinct.length)])
    const others = known.filter((one) => one.type === type && one.endpoint !== endpoint)
    for (const one of distinct) {
      const found = spelled(type, one).map((spelling) => JSON.stringify(spelling))
      expect([name, one, found.includes(JSON.stringify(endpoint))]).toEqual([name, one, true])
      const wrong = others.filter((other) => found.includes(JSON.stringify(other.endpoint)))
      expect([name, one, wrong.map((other) => other.name)]).toEqual([name, one, []])
      compared++
    }
  }
  expect(new Set(known.map(({ type }) => type))).toEqual(new Set(endpointTypeNames))
  console.log(`${compared} spellings of ${known.length} destinations, each is its own alone`)
})

test('a destination has three spellings at most, the first by a matching rule', () => {
  const addresses = Object.values(tables).flatMap(({ type, same, other }) =>
    [...same, ...other].map((one) => [type, one] as const),
  )
  for (const [type, written] of addresses) expect(spelled(type, written).length).toBeLessThanOrEqual(3)
  const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  expect(spelled('crypto_wallet', regtest.toUpperCase()).map(({ address }) => address)).toEqual([
    regtest,
    regtest.toUpperCase(),
  ])
  for (const { name } of networks)
    if (name !== 'bitcoin-regtest')
      expect(sealed('crypto_wallet', 'plain.wallet.of.nobody', [])).toEqual(
        spelled('crypto_wallet', 'plain.wallet.of.nobody')[0],
      )
})

test.each(refusedDestinations)('%s %j with %j is refused by its text alone', (type, address, details, code, param) => {
  expect(() => readSpellings(type, address, details)).toThrow(expect.objectContaining({ code, param }))
})

test('half of an EVM address is an address of a network without checks', () => {
  expect(spelled('crypto_wallet', '0x5290840009852788')).toHaveLength(1)
})

test.each([
  ['DE89 3704 0044 0532 0130 00', 'bank_account'],
  ['12345678', 'bank_account'],
  [evm, 'crypto_wallet'],
  [classic, 'crypto_wallet'],
  ['+254712345678', 'mobile_money'],
  ['$pay.example.com', 'payment_pointer'],
  ['https://pay.example.com/a', 'payment_pointer'],
  ['alice@okbank', 'upi'],
  ['alice@getalby.com', 'lightning_address'],
  ['123e4567-e12b-12d1-a456-426655440000', 'pix_key'],
])('%s is guessed to be a %s', (written, type) => {
  expect(guessType(written)).toBe(type)
})
