import { Account, Memo, MuxedAccount, StrKey } from '@stellar/stellar-base'
import { getAddress } from 'ethers'
import IBAN from 'iban'
import {
  classicAddressToXAddress,
  decodeXAddress,
  encodeAccountID,
  xAddressToClassicAddress,
} from 'ripple-address-codec'
import { expect, test } from 'vitest'
import { isSame, on, sealed, spelled, type Written } from '../../support/spellings.ts'

/** Bytes that are the same in every run. */
function bytes(length: number, seed: number): Buffer {
  const out = Buffer.alloc(length)
  let state = (seed * 2_654_435_761) >>> 0
  for (let at = 0; at < length; at++) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    out[at] = state >>> 24
  }
  return out
}

const isTaken = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch {
    return false
  }
}

const only = (written: Written) => {
  const found = spelled('crypto_wallet', written)
  expect(found).toHaveLength(1)
  return found[0]!
}

test('X-addresses are the account and tag that ripple-address-codec reads of them, on both networks', () => {
  const tags = [false, 0, 1, 12, 2 ** 31, 4_294_967_295] as const
  for (let n = 0; n < 20; n++) {
    const account = encodeAccountID(bytes(20, n))
    for (const tag of tags)
      for (const isTest of [false, true]) {
        const written = classicAddressToXAddress(account, tag, isTest)
        const theirs = xAddressToClassicAddress(written)
        expect(decodeXAddress(written).test).toBe(isTest)
        expect(only(written)).toEqual({
          address: theirs.classicAddress,
          routing: theirs.tag === false ? '' : `tag:${theirs.tag}`,
        })
        const plain: Written = tag === false ? account : [account, { memo: String(tag) }]
        for (const network of ['xrpl', 'unheard of'])
          expect(isSame('crypto_wallet', sealed('crypto_wallet', plain, on(network)), written)).toBe(true)
        const other: Written = tag === false ? [account, { memo: '0' }] : account
        expect(isSame('crypto_wallet', sealed('crypto_wallet', other, on('xrpl')), written)).toBe(false)
      }
  }
})

test('muxed accounts are the account and id that stellar-base reads of them', () => {
  const ids = ['0', '1', '1234', '9223372036854775808', '18446744073709551615']
  for (let n = 0; n < 20; n++) {
    const account = StrKey.encodeEd25519PublicKey(bytes(32, n))
    for (const id of ids) {
      const written = new MuxedAccount(new Account(account, '0'), id).accountId()
      const theirs = MuxedAccount.fromAddress(written, '0')
      expect(only(written)).toEqual({ address: theirs.baseAccount().accountId(), routing: `id:${theirs.id()}` })
      for (const plain of [
        [account, { memo: id }],
        [account, { memo: id, memoType: 'id' }],
      ] as const)
        expect(isSame('crypto_wallet', sealed('crypto_wallet', plain, on('stellar')), written)).toBe(true)
      for (const other of [account, [account, { memo: id, memoType: 'text' }]] as const)
        expect(isSame('crypto_wallet', sealed('crypto_wallet', other, on('stellar')), written)).toBe(false)
    }
  }
})

const memoTexts = [
  ...['0', '1', '12', '007', '4294967296', '9223372036854775808', '18446744073709551615', '18446744073709551616'],
  ...['-1', '1.5', '1,000', '12a', '1_000', '99999999999999999999999', 'order 12', 'Order 12', 'a', 'é', 'ß', '日本語'],
  ...['x'.repeat(27), 'x'.repeat(28), 'x'.repeat(29), 'é'.repeat(14), 'é'.repeat(15), '日'.repeat(9), '日'.repeat(10)],
  ...['ab', 'AB', 'g'].map((digits) => digits.repeat(64 / digits.length)),
  ...['ab'.repeat(31), 'ab'.repeat(33), '0'.repeat(20), '1'.repeat(64), 'F'.repeat(64), 'f'.repeat(63)],
  ...['12.0', '1 2', '12 ab', '1+', '١٢', '１２'],
]

test('a memo of each kind is taken and read as stellar-base does: 40 texts and more, of each kind', () => {
  const account = StrKey.encodeEd25519PublicKey(bytes(32, 1))
  const theirs = {
    id: (text: string) => String(BigInt(Memo.id(text).value as string)),
    text: (text: string) => String(Memo.fromXDRObject(Memo.text(text).toXDRObject()).value),
    hash: (text: string) => Buffer.from(Memo.hash(text).value as Buffer).toString('hex'),
  }
  expect(memoTexts.length).toBeGreaterThanOrEqual(40)
  for (const [memoType, read] of Object.entries(theirs))
    for (const memo of memoTexts) {
      const written: Written = [account, { memo, memoType }]
      const isValid = isTaken(() => read(memo))
      expect([memoType, memo, isTaken(() => only(written))]).toEqual([memoType, memo, isValid])
      if (isValid) expect(only(written)).toEqual({ address: account, routing: `${memoType}:${read(memo)}` })
    }
})

test('EVM addresses match ethers in every accepted spelling, and its refusals are refused', () => {
  for (let n = 0; n < 40; n++) {
    const lower = `0x${bytes(20, n).toString('hex')}`
    const theirs = getAddress(lower)
    for (const written of [lower, theirs, `0x${lower.slice(2).toUpperCase()}`, ` ${theirs} `])
      expect(only(written)).toEqual({ address: theirs, routing: '' })
    const wrong = theirs.replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    expect(isTaken(() => only(wrong))).toBe(isTaken(() => getAddress(wrong)))
  }
})

test('IBANs in 25 and more spellings are the electronic form of the iban library', () => {
  const known = Object.values(IBAN.countries).map(({ example }) => example)
  const spaces = [' ', '-', '\u00a0', '\u202f', '  ']
  let spellings = 0
  for (const example of known.slice(0, 40)) {
    if (!IBAN.isValid(example)) continue
    const theirs = IBAN.electronicFormat(example)
    const written = new Set(
      spaces.flatMap((space) =>
        [4, 2, 6].flatMap((size) => {
          const parts = theirs.match(new RegExp(`.{1,${size}}`, 'g'))!.join(space)
          return [parts, parts.toLowerCase(), ` ${parts}`]
        }),
      ),
    )
    written.add(IBAN.printFormat(theirs, ' '))
    expect(written.size).toBeGreaterThanOrEqual(25)
    for (const one of written) {
      spellings++
      expect(spelled('bank_account', one)).toEqual([{ address: theirs, routing: '' }])
    }
  }
  expect(spellings).toBeGreaterThan(1_000)
})

test('no IBAN with another digit is an IBAN, to the iban library and here', () => {
  let compared = 0
  for (const { example } of Object.values(IBAN.countries).slice(0, 40))
    for (const { index } of example.matchAll(/[0-9]/g)) {
      const mutant = example.slice(0, index) + ((Number(example[index]) + 1) % 10) + example.slice(index + 1)
      compared++
      expect([mutant, IBAN.isValid(mutant), isTaken(() => spelled('bank_account', mutant))]).toEqual([
        mutant,
        false,
        false,
      ])
    }
  expect(compared).toBeGreaterThan(500)
})
