import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SignpostError } from '../../../src/kernel/errors.ts'
import type { Capability } from '../../../src/registry/endpoints/capability.ts'
import { parseDetails, readDestination, writeDestination } from '../../../src/registry/endpoints/details/details.ts'
import { type EndpointType, endpointTypeNames, ruleOf } from '../../../src/registry/endpoints/endpoint-types.ts'

const on = (network?: string): Capability[] => [{ asset: 'ANY', rail: 'onchain', ...(network ? { network } : {}) }]
const iban = 'DE89370400440532013000'
const place = { address: iban, capabilities: [] }

function refused(attempt: () => unknown): [string, string | undefined] {
  try {
    attempt()
  } catch (error) {
    if (error instanceof SignpostError) return [error.code, error.param]
    throw error
  }
  throw new Error('accepted')
}

const bank = (scheme: string, value: string) =>
  parseDetails('bank_account', { bankCode: { scheme, value } }, place)?.bank_code?.value

// Published numbers: of central banks, of standards' own examples and of the banks' sites.
const bankCodes = {
  bic: {
    valid: [
      ['DEUTDEFF', 'DEUTDEFF'],
      ['deutdeff500', 'DEUTDEFF500'],
      ['NEDS ZA JJ XXX', 'NEDSZAJJXXX'],
      ['CHASUS33', 'CHASUS33'],
      ['NCBKXKPR', 'NCBKXKPR'],
    ],
    invalid: ['DEUTDEF', 'DEUTDEFF5', 'DEUTZZFF', 'DEUTDEFF5000', 'DEUT1EFF', 'DÉUTDEFF', ''],
  },
  aba: {
    valid: [
      ['021000021', '021000021'],
      ['0210-0002-1', '021000021'],
      ['011401533', '011401533'],
      ['122105278', '122105278'],
      ['322271627', '322271627'],
    ],
    invalid: ['021000022', '000000000', '131000026', '991000021', '02100002', '0210000210', '٠٢١٠٠٠٠٢١'],
  },
  sort_code: {
    valid: [
      ['20-00-00', '200000'],
      ['089999', '089999'],
      ['20 00 00', '200000'],
    ],
    invalid: ['20-00-0', '2000000', '20-00-0A', '20/00/00'],
  },
  ifsc: {
    valid: [
      ['SBIN0000001', 'SBIN0000001'],
      ['hdfc0000123', 'HDFC0000123'],
      ['ICIC0SF0002', 'ICIC0SF0002'],
    ],
    invalid: ['SBIN1000001', 'SBI00000001', 'SBIN000001', 'SBIN00000011'],
  },
  bsb: {
    valid: [
      ['062-000', '062000'],
      ['733000', '733000'],
    ],
    invalid: ['06200', '062-00A', '0620000'],
  },
  clabe: {
    valid: [
      ['032180000118359719', '032180000118359719'],
      ['002010077777777771', '002010077777777771'],
      ['0321 8000 0118 3597 19', '032180000118359719'],
    ],
    invalid: ['032180000118359718', '032180000118359', '000000000000000000', '0321800001183597190'],
  },
} as const

describe('bank codes', () => {
  test.each(Object.entries(bankCodes))('%s: published ones in one spelling, altered ones refused', (scheme, codes) => {
    for (const [written, code] of codes.valid) {
      expect(bank(scheme, written), written).toBe(code)
      expect(bank(scheme, code), 'a code is its own spelling').toBe(code)
    }
    for (const written of codes.invalid)
      expect(refused(() => bank(scheme, written))).toEqual(['parameter_invalid', 'details.bankCode.value'])
  })

  test('no digit of an ABA number or a CLABE can be replaced', () => {
    for (const scheme of ['aba', 'clabe'] as const) {
      const [[, code]] = bankCodes[scheme].valid
      for (let at = 0; at < code.length; at++) {
        for (const digit of '0123456789') {
          if (digit === code[at]) continue
          const other = code.slice(0, at) + digit + code.slice(at + 1)
          expect(
            refused(() => bank(scheme, other)),
            other,
          ).toEqual(['parameter_invalid', 'details.bankCode.value'])
        }
      }
    }
  })

  test('an unknown scheme, and half a code, are refused', () => {
    const parse = (bankCode: unknown) => () => parseDetails('bank_account', { bankCode }, place)
    for (const scheme of ['swift', 'toString', '__proto__', null, 7])
      expect(refused(parse({ scheme, value: 'DEUTDEFF' }))).toEqual(['parameter_invalid', 'details.bankCode.scheme'])
    expect(refused(parse({ scheme: 'bic' }))).toEqual(['parameter_missing', 'details.bankCode.value'])
    expect(refused(parse({ value: 'DEUTDEFF' }))).toEqual(['parameter_missing', 'details.bankCode.scheme'])
    expect(refused(parse({ scheme: 'bic', value: 'DEUTDEFF', kind: 1 }))).toEqual([
      'parameter_unknown',
      'details.bankCode.kind',
    ])
    for (const value of ['DEUTDEFF', null, []])
      expect(refused(parse(value))).toEqual(['parameter_invalid', 'details.bankCode'])
  })
})

const account = {
  xrp: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
  xAddress: 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H',
  stellar: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  muxed: 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
  evm: '0x52908400098527886E0F7030069857D2E4169EE7',
}

describe('memos', () => {
  const read = (address: string, network: string | undefined, memo: unknown, memoType?: unknown) =>
    parseDetails('crypto_wallet', { memo, memoType }, { address, capabilities: on(network) })
  const invalid = ['parameter_invalid', 'details.memo']

  test.each(['xrp', undefined])('of XRP (named: %s) is a number of 32 bits', (network) => {
    const tag = (memo: unknown) => read(account.xrp, network, memo)
    expect(tag('0')).toEqual({ memo: '0' })
    expect(tag(' 4294967295 ')).toEqual({ memo: '4294967295' })
    expect(tag('007')).toEqual({ memo: '7' })
    for (const memo of ['4294967296', '-1', '1.0', '1e3', '0x10', 'tag', '', '١٢', 7, null])
      expect(
        refused(() => tag(memo)),
        String(memo),
      ).toEqual(invalid)
    expect(refused(() => read(account.xrp, network, '7', 'id'))).toEqual(['parameter_unknown', 'details.memoType'])
  })

  test.each(['stellar', undefined])(
    'of Stellar (named: %s) is text of 28 bytes, an id of 64 bits, or a hash',
    (network) => {
      const memo = (...given: [unknown, unknown?]) => read(account.stellar, network, ...given)
      expect(memo('Invoice 7')).toEqual({ memo: 'Invoice 7' })
      expect(memo('x'.repeat(28))).toEqual({ memo: 'x'.repeat(28) })
      expect(memo('ä'.repeat(14))).toEqual({ memo: 'ä'.repeat(14) })
      expect(memo('18446744073709551615')).toEqual({ memo: '18446744073709551615' })
      expect(memo('AB'.repeat(32))).toEqual({ memo: 'ab'.repeat(32) })
      expect(memo('123', 'text')).toEqual({ memo: '123', memo_type: 'text' })
      expect(memo('0123', 'id')).toEqual({ memo: '123', memo_type: 'id' })
      expect(memo('cd'.repeat(32), 'hash')).toEqual({ memo: 'cd'.repeat(32), memo_type: 'hash' })
      for (const given of ['x'.repeat(29), 'ä'.repeat(15), '18446744073709551616', 'a\u202eb', '', '   ', 7])
        expect(
          refused(() => memo(given)),
          String(given),
        ).toEqual(invalid)
      expect(refused(() => memo('x', 'id'))).toEqual(invalid)
      expect(refused(() => memo('18446744073709551616', 'id'))).toEqual(invalid)
      expect(refused(() => memo('ab'.repeat(31), 'hash'))).toEqual(invalid)
      expect(refused(() => memo('x', 'return'))).toEqual(['parameter_invalid', 'details.memoType'])
    },
  )

  test('digits that begin with a zero need a kind', () => {
    expect(refused(() => read(account.stellar, 'stellar', '0123'))).toEqual(['parameter_missing', 'details.memoType'])
    expect(read(account.stellar, 'stellar', '0123', 'text')).toEqual({ memo: '0123', memo_type: 'text' })
    expect(read(account.stellar, 'stellar', '0')).toEqual({ memo: '0' })
  })

  test('an address that holds its own, and a network without memos, take none', () => {
    for (const network of ['xrp', undefined])
      expect(refused(() => read(account.xAddress, network, '7'))).toEqual(invalid)
    for (const network of ['stellar', undefined])
      expect(refused(() => read(account.muxed, network, '7'))).toEqual(invalid)
    for (const network of ['ethereum', 'base', undefined])
      expect(refused(() => read(account.evm, network, '7'))).toEqual(invalid)
  })

  test('of a network that is not known is text', () => {
    expect(read('cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls', 'cosmoshub', '105')).toEqual({ memo: '105' })
    expect(refused(() => read('cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls', 'cosmoshub', 'x'.repeat(257)))).toEqual(
      invalid,
    )
  })

  test('a kind without a memo is refused', () => {
    const parse = () =>
      parseDetails('crypto_wallet', { memoType: 'id' }, { address: account.stellar, capabilities: [] })
    expect(refused(parse)).toEqual(['parameter_missing', 'details.memo'])
  })
})

describe('details', () => {
  test('belong to a type: those of another type are unknown', () => {
    const all = { holderName: 'A', country: 'DE', bankCode: {}, memo: '1', memoType: 'id', operator: 'M' }
    const known: Record<EndpointType, string[]> = Object.fromEntries(
      endpointTypeNames.map((type) => [type, [...ruleOf(type).details]]),
    ) as never
    expect(known).toMatchObject({
      bank_account: ['holderName', 'country', 'bankCode'],
      crypto_wallet: ['memo', 'memoType'],
      mobile_money: ['operator', 'country'],
      payment_pointer: [],
      upi: [],
      pix_key: [],
      lightning_address: [],
    })
    for (const type of endpointTypeNames) {
      for (const [name, value] of Object.entries(all)) {
        if (known[type].includes(name)) continue
        expect(refused(() => parseDetails(type, { [name]: value }, place))).toEqual([
          'parameter_unknown',
          `details.${name}`,
        ])
      }
    }
  })

  test('are read into one spelling', () => {
    const bankDetails = { holderName: ' Jörg Müller ', country: 'de', bankCode: { scheme: 'bic', value: 'deutdeff' } }
    expect(parseDetails('bank_account', bankDetails, place)).toEqual({
      holder_name: 'Jörg Müller',
      country: 'DE',
      bank_code: { scheme: 'bic', value: 'DEUTDEFF' },
    })
    expect(parseDetails('mobile_money', { operator: 'M-Pesa', country: 'KE' }, place)).toEqual({
      operator: 'M-Pesa',
      country: 'KE',
    })
    for (const nothing of [undefined, {}, { country: undefined }])
      expect(parseDetails('bank_account', nothing, place)).toBeNull()
  })

  test('refuse names that do not show, countries that are none, and nulls', () => {
    const parse = (details: unknown) => () => parseDetails('bank_account', details, place)
    for (const holderName of ['', '  ', 'x'.repeat(141), 'a\u202eb', 'a\nb', null, 7])
      expect(refused(parse({ holderName }))).toEqual(['parameter_invalid', 'details.holderName'])
    for (const country of ['', 'D', 'DEU', 'ZZ', 'UK', 'EU', null, 49])
      expect(refused(parse({ country }))).toEqual(['parameter_invalid', 'details.country'])
    for (const value of [null, 'DE', 7, []]) expect(refused(parse(value))).toEqual(['parameter_invalid', 'details'])
  })

  test('never come back in an error', () => {
    const secret = 'Zaphod4711'
    const parse = (details: unknown) => () => parseDetails('bank_account', details, place)
    for (const details of [{ [secret]: 1 }, { country: secret }, { bankCode: { scheme: secret, value: secret } }]) {
      expect(refused(parse(details))[1]).not.toContain(secret)
      try {
        parse(details)()
      } catch (error) {
        expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(secret)
      }
    }
  })

  test('of any shape are read or refused with a code', () => {
    const value = fc.oneof(fc.string(), fc.jsonValue(), fc.constant(undefined))
    const details = fc.oneof(
      fc.jsonValue(),
      fc.record({ holderName: value, country: value, bankCode: value, memo: value, memoType: value, operator: value }),
      fc.record({ bankCode: fc.record({ scheme: fc.constantFrom(...Object.keys(bankCodes)), value: fc.string() }) }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...endpointTypeNames),
        details,
        fc.constantFrom(...Object.values(account)),
        (...given) => {
          const [type, sent, address] = given
          try {
            const read = parseDetails(type, sent, { address, capabilities: [] })
            if (read !== null)
              expect(readDestination(Buffer.from(writeDestination({ address, details: read })))).toEqual({
                address,
                details: read,
              })
          } catch (error) {
            expect((error as SignpostError).code).toMatch(/^parameter_(invalid|missing|unknown)$/)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('the sealed text of a destination', () => {
  test('without details is the address alone, and every address is read back unchanged', () => {
    for (const address of [iban, '{"address":"x","details":{}}', 'null', '"']) {
      expect(writeDestination({ address, details: null })).toBe(address)
      expect(readDestination(Buffer.from(address))).toEqual({ address, details: null })
    }
  })

  test('a destination with details begins as no address can', () => {
    const written = writeDestination({ address: iban, details: { country: 'DE' } })
    for (const type of endpointTypeNames)
      expect(refused(() => ruleOf(type).normalizes(written, []))[0]).toBe('address_invalid')
  })

  test('an error about an unreadable destination holds none of its content', () => {
    for (const text of ['\u0001', '\u0001{"address":"secret', '\u0001{"address":7,"details":{}}', '\u0001null']) {
      try {
        readDestination(Buffer.from(text))
        expect.unreachable()
      } catch (error) {
        expect((error as SignpostError).code).toBe('decryption_failed')
        expect(`${(error as Error).stack}${(error as Error).cause}`).not.toContain('secret')
      }
    }
  })
})
