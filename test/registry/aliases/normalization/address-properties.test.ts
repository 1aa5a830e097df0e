import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { toASCII } from 'tr46'
import { describe, expect, it } from 'vitest'
import { normalizeAlias } from '../../../../src/registry/aliases/normalization/normalize.ts'
import { emailSpelling, holds, phoneDigits, RUNS, respelled, timeout } from './arbitraries.ts'
import { isAccepted, outcome } from './outcome.ts'

describe(`properties of phones and mailboxes, ${RUNS} runs each`, timeout, () => {
  it('9: every spelling of a phone number gives one E.164', () => {
    let accepted = 0
    holds(
      fc.property(
        phoneDigits.chain((digits) => fc.tuple(fc.constant(digits), respelled(digits))),
        ([digits, spelled]) => {
          const plain = outcome(() => normalizeAlias('phone', digits))
          if (isAccepted(plain)) accepted += 1
          expect(outcome(() => normalizeAlias('phone', spelled))).toEqual(plain)
          expect(outcome(() => normalizeAlias('phone', spelled, { defaultRegion: 'US' }))).toEqual(plain)
        },
      ),
    )
    expect(accepted).toBeGreaterThan(RUNS / 5)
  })

  it('9: the mobile number of every country, in nine spellings, gives one E.164', () => {
    const countries = getCountries()
    expect(countries.length).toBeGreaterThanOrEqual(245)
    for (const region of countries) {
      const example = getExampleNumber(region, examples)!
      const digits = example.number.slice(1)
      const national = example.formatNational()
      const spellings = [
        example.number,
        example.formatInternational(),
        example.formatInternational().replaceAll(' ', '-'),
        example.formatInternational().replaceAll(' ', '.'),
        example.formatInternational().replaceAll(' ', '\u2011'),
        example.getURI(),
        `\u202a${example.formatInternational()}\u202c`,
        `+${[...digits].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('')}`,
        `+${[...digits].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(' ')}`,
      ]
      for (const spelled of spellings)
        expect([region, spelled, normalizeAlias('phone', spelled).value]).toEqual([region, spelled, example.number])
      expect([region, normalizeAlias('phone', national, { defaultRegion: region }).value]).toEqual([
        region,
        example.number,
      ])
    }
  })

  it('9: mailboxes share a value only when lower local part and A-label are the same', () => {
    const strict = {
      checkBidi: true,
      checkHyphens: true,
      checkJoiners: true,
      useSTD3ASCIIRules: true,
      verifyDNSLength: true,
    }
    const mailbox = (raw: string) => {
      const [local, domain] = raw.split('@')
      return JSON.stringify([local!.toLowerCase(), toASCII(domain!, strict)])
    }
    const pair = emailSpelling.chain((raw) =>
      fc.tuple(
        fc.constant(raw),
        fc.oneof(
          emailSpelling,
          fc.constant(raw.toUpperCase()),
          fc.constant(raw.normalize('NFD')),
          fc.constant(raw.replace(/[.+]/, '')),
        ),
      ),
    )
    let compared = 0
    holds(
      fc.property(pair, ([one, other]) => {
        const [a, b] = [one, other].map((raw) => outcome(() => normalizeAlias('email', raw)))
        if (!isAccepted(a!) || !isAccepted(b!)) return
        compared += 1
        expect(a.value === b.value).toBe(mailbox(one) === mailbox(other))
        expect(a.skeleton === b.skeleton).toBe(a.value === b.value)
      }),
    )
    expect(compared).toBeGreaterThan(RUNS / 50)
  })
})
