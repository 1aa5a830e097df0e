import { describe, expect, it } from 'vitest'
import { normalizeAlias, normalizeForCreate } from '../../../../src/registry/aliases/normalization/normalize.ts'
import { reservedWords } from '../../../../src/registry/aliases/normalization/reserved.ts'
import { outcome } from './outcome.ts'

const create = (raw: string, type = 'username') => outcome(() => normalizeForCreate(type, raw))
const refused = { error: 'alias_reserved' }

describe('reserved words', () => {
  it('are lower-case letters and no more, about 120', () => {
    for (const word of reservedWords) expect(word).toMatch(/^[a-z]{2,64}$/)
    expect(reservedWords.size).toBeGreaterThan(110)
    expect(reservedWords.size).toBeLessThan(140)
  })

  it('are refused on create for usernames and merchant handles, in capitals and with a sigil too', () => {
    for (const word of reservedWords) {
      expect([word, create(word), create(`@${word.toUpperCase()}`), create(`$${word}`, 'merchant_handle')]).toEqual([
        word,
        refused,
        refused,
        refused,
      ])
    }
  })

  it.each([
    ['separators', ['a.d-m_i.n', '_root_', 'web-hook', 'no.reply']],
    [
      'digits for letters',
      ['r00t', 'supp0rt', '5upp0rt', 'adm1n', 'b1lling', 'bi11ing', 'h3lp', 'b4nk', '51gnp05t', 'p4ym3nt5'],
    ],
    ['rn for m', ['adrnin', 'ad.r-nin', 'payrnent', 'rnerchant', '4drn1n']],
    ['confusable letters', ['\u0430dmin', '\u0455upport', 'ad\u043cin', 'r\u043e\u043et', 'b\u0430nk']],
  ])('are refused behind %s', (_, spellings) => {
    for (const spelling of spellings) expect([spelling, create(spelling)]).toEqual([spelling, refused])
  })

  it.each([
    'test',
    'shop',
    'store',
    'user',
    'ali',
    'all',
    'alice',
    'admin_fan',
    'supporter',
    'modern',
    'corn',
    'pau1',
    'bankole',
  ])('%s stays free', (value) => {
    expect(create(value)).toHaveProperty('value', value)
  })

  it('are a rule of create only', () => {
    expect(normalizeAlias('username', 'admin').value).toBe('admin')
  })

  it('do not touch codes, mailboxes and numbers', () => {
    expect(create('admin', 'payment_link')).toHaveProperty('value', 'admin')
    expect(create('admin@example.com', 'email')).toHaveProperty('value', 'admin@example.com')
  })
})
