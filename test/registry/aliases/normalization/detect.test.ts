import { describe, expect, it } from 'vitest'
import {
  canonicalAlias,
  detectAliasType,
  normalizeIdentifier,
} from '../../../../src/registry/aliases/normalization/normalize.ts'
import { outcome } from './outcome.ts'

describe('the type of a bare string', () => {
  it.each([
    ['link:inv-42', 'payment_link'],
    ['LINK:@x', 'payment_link'],
    ['@bob', 'username'],
    ['@+1415', 'username'],
    ['@a://b', 'username'],
    ['@bob@example.com', 'username'],
    ['ftp://x', 'payment_link'],
    ['https://a@b.co/', 'payment_link'],
    ['tel://+1', 'payment_link'],
    ['tel:+14155550100', 'phone'],
    ['TEL:4155550100', 'phone'],
    ['tel:a@b.co', 'phone'],
    ['$acme', 'merchant_handle'],
    ['$acme/x', 'merchant_handle'],
    ['$', 'merchant_handle'],
    ['$x@example.com', 'email'],
    ['+1 415', 'phone'],
    ['+bob', 'phone'],
    ['+1@example.com', 'email'],
    ['a/b@example.com', 'email'],
    ['a?b@example.com', 'email'],
    ['a/b.c/d@example.com', 'email'],
    ['pay.example/@bob', 'payment_link'],
    ['pay.example?to=@bob', 'payment_link'],
    ['a@b/c', 'email'],
    ['4155550100', 'phone'],
    ['(415) 555.01-00', 'phone'],
    ['030/1234', 'phone'],
    ['415\u2011555\u20130100', 'phone'],
    ['\u0664\u0661\u0665', 'phone'],
    ['pay.example/x', 'payment_link'],
    ['who?', 'payment_link'],
    ['bob', 'username'],
    ['bob.example', 'username'],
    ['7eleven', 'username'],
    ['javascript:alert(1)', 'username'],
    [' \u200b\uff20bob', 'username'],
    ['\u200b\uff0b1 415', 'phone'],
  ])('%j is read as %s', (raw, type) => {
    expect(detectAliasType(raw)).toBe(type)
  })

  it('an error of a bare string names the parameter alias', () => {
    expect(() => normalizeIdentifier('bob@localhost')).toThrow(
      expect.objectContaining({ code: 'email_invalid', param: 'alias' }),
    )
    expect(() => normalizeIdentifier(undefined)).toThrow(
      expect.objectContaining({ code: 'alias_value_required', param: 'alias' }),
    )
  })
})

describe('the canonical spelling', () => {
  it.each([
    ['username', 'alice', '@alice'],
    ['merchant_handle', 'acme', '$acme'],
    ['phone', '+14155550100', '+14155550100'],
    ['email', 'a/b@example.com', 'a/b@example.com'],
    ['payment_link', 'https://pay.example/@bob', 'https://pay.example/@bob'],
    ['payment_link', 'inv-42', 'link:inv-42'],
    ['payment_link', 'https', 'link:https'],
  ] as const)('of the %s %s is %s, and reads back', (type, value, canonical) => {
    expect(canonicalAlias({ type, value })).toBe(canonical)
    expect(outcome(() => normalizeIdentifier(canonical))).toMatchObject({ type, value })
  })
})
