import { describe, expect, it } from 'vitest'
import { errorCatalogue, SignpostError } from '../../../../src/kernel/errors.ts'
import { aliasTypes } from '../../../../src/registry/aliases/normalization/alias-types.ts'
import {
  normalizeAlias,
  normalizeForCreate,
  normalizeIdentifier,
} from '../../../../src/registry/aliases/normalization/normalize.ts'
import { outcome } from './outcome.ts'

const types = Object.keys(aliasTypes)

/** Repeated units that tempt a pattern to backtrack, between starts and ends that make it fail late. */
const heads = ['', '@', '+1', 'tel:+44', 'a@', 'a@b.', 'https://', 'https://a.com/', 'a.com?', 'link:']
const units = [
  'a',
  '.',
  '-',
  '/',
  '?',
  '%',
  '@',
  '1',
  '1 ',
  '( ',
  'a.',
  'a-',
  '%2e/',
  '../',
  '%2',
  'xn--a.',
  'i\u0307',
  'a\u0301',
  '\u0430',
  '\u0660',
  '\u0966',
  '\u200b',
  '\u200c\u0646',
  '\u05d0',
  '\u00fc',
  '\ufdfa',
]
const tails = ['', '!', '\u0966', '@a.com', '.com', '\u0000', '#']

function fill(head: string, unit: string, tail: string, length: number): string {
  return head + unit.repeat(Math.max(1, Math.floor((length - head.length - tail.length) / unit.length))) + tail
}

function fastest(work: () => unknown, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

describe('hostile input', () => {
  it('no string within the limit takes more than 25 ms, for any type', () => {
    for (const head of heads)
      for (const unit of units)
        for (const tail of tails) {
          const raw = fill(head, unit, tail, 512)
          for (const type of types) {
            const cost = fastest(() => outcome(() => normalizeAlias(type, raw, { defaultRegion: 'US' })), 2)
            if (cost > 25) expect([type, head, unit, tail, cost]).toBe('under 25 ms')
          }
        }
  })

  it('cost grows with length, not with its square: four times the string takes less than ten times the time', () => {
    const sweep = (length: number) => () => {
      for (const head of heads)
        for (const unit of units)
          for (const tail of tails) {
            const raw = fill(head, unit, tail, length)
            for (const type of types) outcome(() => normalizeAlias(type, raw, { defaultRegion: 'US' }))
          }
    }
    sweep(512)()
    expect(fastest(sweep(512), 3) / fastest(sweep(128), 3)).toBeLessThan(10)
  })

  it('beyond the limit the length decides before any pattern runs: 64 MB cost as much as 1 KB', () => {
    const refuseOften = (raw: string) => () => {
      for (let call = 0; call < 2000; call += 1) outcome(() => normalizeIdentifier(raw))
    }
    const [short, long] = ['a.'.repeat(512), 'a.'.repeat(32 << 20)]
    expect(outcome(() => normalizeIdentifier(long))).toEqual({ error: 'alias_too_long' })
    refuseOften(short)()
    expect(fastest(refuseOften(long), 3) / fastest(refuseOften(short), 3)).toBeLessThan(10)
  })

  it('no error carries the value, nor a stack that does', () => {
    const secret = 'sekrit-value'
    const blemishes = ['\u0000', '\ud800', ' !', '@@', '#', '\u0301', 'x'.repeat(600)]
    for (const type of [...types, secret])
      for (const blemish of blemishes) {
        const caught = (() => {
          try {
            return normalizeForCreate(type, `${secret}${blemish}`)
          } catch (error) {
            return error
          }
        })() as SignpostError
        expect(caught).toBeInstanceOf(SignpostError)
        expect(caught.message).toBe(errorCatalogue[caught.code].message)
        expect(caught.cause).toBeUndefined()
        expect(`${caught.stack}${JSON.stringify(caught)}`).not.toContain(secret)
      }
  })
})
