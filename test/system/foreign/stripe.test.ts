import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { newSigningSecret } from '../../../src/vault/secret.ts'
import { serviceSignature } from '../../../src/webhooks/signature.ts'

const body = '{"id":"evt_1","type":"alias.verified","data":{"note":"ünï ☃"}}'
const now = 1_790_000_000
const secret = newSigningSecret()
const other = newSigningSecret()
const header = serviceSignature(body, [secret], now)

describe('the stripe package', () => {
  const { webhooks } = new Stripe('sk_test_none')
  const judge = (text: string, given: string, key: string, at = now) =>
    webhooks.constructEvent(text, given, key, 300, undefined, at * 1000)

  test('accepts our header and body', () => {
    expect(judge(body, header, secret)).toEqual(JSON.parse(body))
    expect(judge(body, serviceSignature(body, [other, secret], now), secret)).toEqual(JSON.parse(body))
  })

  test.each([
    ['a changed byte', () => judge(body.replace('1', '2'), header, secret)],
    ['a stale time', () => judge(body, header, secret, now + 301)],
    ['a wrong secret', () => judge(body, header, other)],
  ])('refuses %s', (_, judging) => {
    expect(judging).toThrow()
  })
})
