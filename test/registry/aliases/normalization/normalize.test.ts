import { describe, expect, it } from 'vitest'
import { normalizeAlias } from '../../../../src/registry/aliases/normalization/normalize.ts'
import { isAccepted, outcome } from './outcome.ts'

type Case = [raw: unknown, expected: string]

/** The value, or the code of the refusal. */
function read(type: string, raw: unknown, defaultRegion?: string): string {
  const result = outcome(() => normalizeAlias(type, raw, { defaultRegion }))
  return isAccepted(result) ? result.value : result.error
}

describe('every type', () => {
  it.each<Case>([
    [undefined, 'alias_value_required'],
    [null, 'alias_value_required'],
    ['', 'alias_value_required'],
    [' \t\u00a0', 'alias_value_required'],
    ['\u200b \u2060', 'alias_value_required'],
    [42, 'alias_invalid_characters'],
    [{ toString: () => 'bob' }, 'alias_invalid_characters'],
    [' '.repeat(513), 'alias_too_long'],
    [`${'a'.repeat(512)}\ud800`, 'alias_too_long'],
    ['\udc00', 'alias_invalid_characters'],
    ['a\ud800@example.com', 'alias_invalid_characters'],
  ])('%j is %s', (raw, expected) => {
    for (const type of ['username', 'merchant_handle', 'phone', 'email', 'payment_link']) {
      expect([type, read(type, raw)]).toEqual([type, expected])
    }
  })

  it.each(['', 'Username', 'toString', '__proto__', 'constructor', undefined, null, 7, {}])(
    'the type %j is unsupported',
    (type) => {
      expect(read(type as string, 'bob')).toBe('alias_type_unsupported')
    },
  )

  it('namespaces are per type', () => {
    expect(normalizeAlias('username', 'Acme')).toEqual({ type: 'username', value: 'acme', skeleton: 'acme' })
    expect(normalizeAlias('merchant_handle', 'Acme')).toEqual({
      type: 'merchant_handle',
      value: 'acme',
      skeleton: 'acme',
    })
  })
})

describe('handles', () => {
  it.each<Case>([
    ['@@bob', 'alias_invalid_characters'],
    ['@ bob', 'alias_invalid_characters'],
    ['@\u200bbob', 'bob'],
    ['\u200b@bob', 'bob'],
    ['  @Bob\u200b ', 'bob'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), 'alias_too_long'],
    [`@${'a'.repeat(64)}`, 'a'.repeat(64)],
    ['ß'.repeat(32), 's'.repeat(64)],
    ['ß'.repeat(33), 'alias_too_long'],
    ['!', 'alias_invalid_characters'],
    ['æ', 'ae'],
    ['_a', '_a'],
    ['a_', 'a_'],
    ['a-', 'alias_invalid_format'],
    ['a.', 'alias_invalid_format'],
    ['a--b', 'a--b'],
    ['a...b', 'alias_invalid_format'],
    ['a._.b', 'a._.b'],
    ['1_1', 'alias_invalid_format'],
    ['\u0130stanbul', 'istanbul'],
    ['\u0131stanbul', 'istanbul'],
    ['i\u0307\u0307stanbul', 'alias_invalid_characters'],
    ['\u0456\u0307van', 'alias_invalid_characters'],
    ['i\u0345\u0307', 'ii'],
    ['i\u0345\u200b\u0307', 'ii'],
    ['a\u2026b', 'alias_invalid_format'],
    ['a\u2212b', 'alias_invalid_characters'],
    ['a\u301cb', 'a-b'],
    ['a\u00adb', 'ab'],
    ['bob\u0661', 'alias_invalid_characters'],
    ['bo\u0000b', 'alias_invalid_characters'],
    ['\u04a1ate', 'alias_invalid_characters'],
    ['e\u0301', 'alias_invalid_characters'],
  ])('the username %j is %s', (raw, expected) => {
    expect(read('username', raw)).toBe(expected)
  })

  it.each<Case>([
    ['@acme', 'acme'],
    ['$acme', 'acme'],
    ['@$acme', 'alias_invalid_characters'],
    ['$@acme', 'alias_invalid_characters'],
    ['\ufe69acme', 'acme'],
    ['$', 'alias_too_short'],
  ])('the merchant handle %j is %s', (raw, expected) => {
    expect(read('merchant_handle', raw)).toBe(expected)
  })
})

describe('phones', () => {
  it.each<Case>([
    ['TEL:+1-415-555-0100', '+14155550100'],
    ['\uff0b1 415 555 0100', '+14155550100'],
    ['+1 415 555\u20130100', '+14155550100'],
    ['+43 (0)0 8348646', '+438348646'],
    ['+43 (0) 8348646', '+438348646'],
    ['+1 415 555 0100;ext=5', 'phone_invalid'],
    ['+1 415 555 0100 x5', 'phone_invalid'],
    ['+1 415 555 0100#5', 'phone_invalid'],
    ['+1\t415 555 0100', 'phone_invalid'],
    ['1+4155550100', 'phone_invalid'],
    ['+0 415 555 0100', 'phone_invalid'],
    ['+', 'phone_invalid'],
    ['bob', 'phone_invalid'],
    ['tel:4155550100', 'phone_country_code_required'],
    [`+1${' '.repeat(400)}4155550100`, '+14155550100'],
    ['+91 \u096f\u096e\u096d\u096c\u096b \u096a\u0969\u0968\u0967\u0966', 'phone_invalid'],
    ['+4915123456789012', 'phone_invalid'],
  ])('%j is %s', (raw, expected) => {
    expect(read('phone', raw)).toBe(expected)
  })

  it('a national number is read in the default region, and an international prefix beats it', () => {
    expect(read('phone', '(020) 7946-0958', 'GB')).toBe('+442079460958')
    expect(read('phone', '011 44 20 7946 0958', 'US')).toBe('+442079460958')
    expect(read('phone', '112', 'DE')).toBe('phone_invalid')
    expect(read('phone', '020 7946 0958', '')).toBe('phone_country_code_required')
    expect(read('phone', '020 7946 0958', 'XX')).toBe('phone_invalid')
  })
})

describe('e-mail addresses', () => {
  it.each<Case>([
    ['BOB@EXAMPLE.COM', 'bob@example.com'],
    ['bob@sub.xn--bcher-kva.xn--p1ai', 'bob@sub.xn--bcher-kva.xn--p1ai'],
    ['bob@XN--BCHER-KVA.de', 'bob@xn--bcher-kva.de'],
    ['\u212aarl@example.com', 'email_invalid'],
    ['"bob"@example.com', 'email_invalid'],
    ['bob@[192.0.2.1]', 'email_invalid'],
    ['bob@example.c0m', 'email_invalid'],
    ['bob@-example.com', 'email_invalid'],
    ['bob@ab--c.com', 'email_invalid'],
    ['bob@exa_mple.com', 'email_invalid'],
    ['bob@.com', 'email_invalid'],
    ['bob@a..com', 'email_invalid'],
    ['.bob@example.com', 'email_invalid'],
    ['@example.com', 'email_invalid'],
    ['bob @example.com', 'email_invalid'],
    ['bob@ example.com', 'email_invalid'],
    ['bob@exam\u0000ple.com', 'email_invalid'],
    ['mailto:bob@example.com', 'email_invalid'],
    ['bob@\uff45xample\uff0ecom', 'bob@example.com'],
    ['bob@a\u200db.com', 'email_invalid'],
    [`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.com`, 'email_invalid'],
  ])('%j is %s', (raw, expected) => {
    expect(read('email', raw)).toBe(expected)
  })

  it('254 characters are taken and 255 are not', () => {
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`
    const longest = `${'a'.repeat(64)}@${domain}`
    expect(longest).toHaveLength(254)
    expect(read('email', longest)).toBe(longest)
    expect(read('email', longest.replace('d', 'dd'))).toBe('email_invalid')
  })
})

describe('payment links', () => {
  it.each<Case>([
    ['HTTPS://Pay.Example/X?ID=1', 'https://pay.example/x?id=1'],
    ['pay.example', 'https://pay.example'],
    ['pay.example:443/x', 'https://pay.example/x'],
    ['pay.example:0443/x', 'https://pay.example/x'],
    ['pay.example/x/', 'https://pay.example/x'],
    ['pay.example/x//', 'https://pay.example/x'],
    ['pay.example/x/?id=1', 'https://pay.example/x?id=1'],
    ['pay.example?id=1/', 'https://pay.example?id=1/'],
    ['pay.example/%7Ebob/%41%2D%2f', 'https://pay.example/~bob/a-%2f'],
    ['pay.example/a/%2E%2e/b/./c', 'https://pay.example/b/c'],
    ['pay.example/../../x', 'https://pay.example/x'],
    ['pay.example/%2541', 'https://pay.example/%2541'],
    ['pay.example/caf\u00e9', 'https://pay.example/caf%c3%a9'],
    ['pay.example/x?to=a@b', 'https://pay.example/x?to=a@b'],
    ['\uff50ay.example/x', 'https://pay.example/x'],
    ['b\u00fccher.de', 'https://xn--bcher-kva.de'],
    ['Inv_2024-7', 'inv_2024-7'],
    ['12345', '12345'],
    ['link:Inv-7', 'inv-7'],
    ['link:', 'payment_link_invalid'],
    ['link:link:x1', 'payment_link_invalid'],
    ['link:https://pay.example', 'payment_link_invalid'],
    ['link:pay.example/x', 'payment_link_invalid'],
    ['a', 'payment_link_invalid'],
    ['-ab', 'payment_link_invalid'],
    ['_ab', 'payment_link_invalid'],
    ['ftp://pay.example/x', 'payment_link_invalid'],
    ['https:pay.example/x', 'payment_link_invalid'],
    ['https:/pay.example/x', 'payment_link_invalid'],
    ['//pay.example/x', 'payment_link_invalid'],
    ['https://bob@pay.example/', 'payment_link_invalid'],
    ['https://bob:pw@pay.example/', 'payment_link_invalid'],
    ['https://pay%2eexample/', 'payment_link_invalid'],
    ['https://localhost/x', 'payment_link_invalid'],
    ['https://0x7f.1/', 'payment_link_invalid'],
    ['https://2130706433/', 'payment_link_invalid'],
    ['https://pay.example./', 'payment_link_invalid'],
    ['https://pay.example:99999/', 'payment_link_invalid'],
    ['https://pay.example:44a/', 'payment_link_invalid'],
    ['https://pay.example:443:443/', 'payment_link_invalid'],
    ['https://pay.example/a b', 'payment_link_invalid'],
    ['https://pay.example/a\u0085b', 'payment_link_invalid'],
    ['https://pay.example/a\u0000b', 'payment_link_invalid'],
    ['https://pay.example/a\\b', 'payment_link_invalid'],
    ['https://pay.example/?a=%', 'payment_link_invalid'],
    ['https://pay.example/?a#', 'payment_link_invalid'],
    ['https://exa\u00admple.com/', 'payment_link_invalid'],
    [`pay.example/${'x'.repeat(500)}`, 'payment_link_invalid'],
    [`https://pay.example/${'\u65e5'.repeat(100)}`, 'payment_link_invalid'],
  ])('%j is %s', (raw, expected) => {
    expect(read('payment_link', raw)).toBe(expected)
  })
})
