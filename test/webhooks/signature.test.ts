import { createHmac, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newSigningSecret } from '../../src/vault/secret.ts'
import { SignatureVerificationError, verifySignature } from '../../src/verifier/verify.ts'
import { verifySignature as verifyOnWebCrypto } from '../../src/verifier/verify-web.ts'
import { serviceSignature, standardSignature } from '../../src/webhooks/signature.ts'

const body = '{"id":"evt_1","type":"alias.verified","data":{"note":"ünï ☃"}}'
const now = 1_790_000_000
const secret = newSigningSecret()
const other = newSigningSecret()
const header = serviceSignature(body, [secret], now)

describe.each([
  ['the exported verifier', verifySignature],
  ['the verifier on Web Crypto', verifyOnWebCrypto],
])('%s', (_, verify) => {
  /** The reason of a refusal, or the signed time. */
  async function verdict(...[text, given, key, options]: Parameters<typeof verifySignature>): Promise<string | number> {
    try {
      return await verify(text, given, key, { now, ...options })
    } catch (error) {
      if (error instanceof SignatureVerificationError) return error.reason
      throw error
    }
  }

  test('accepts bytes and text alike', async () => {
    expect(await verdict(body, header, secret)).toBe(now)
    expect(await verdict(Buffer.from(body), header, secret)).toBe(now)
  })

  test.each([
    ['a changed byte', body.replace('1', '2'), header, secret],
    ['another secret', body, header, other],
    ['another time under the same signature', body, header.replace(String(now), String(now + 1)), secret],
    ['an upper-case signature', body, header.replace(/v1=.*/, (match) => `v1=${match.slice(3).toUpperCase()}`), secret],
    ['a cut signature', body, header.slice(0, -2), secret],
    ['a signature with more behind it', body, `${header}00`, secret],
  ])('refuses %s', async (_, text, given, key) => {
    expect(await verdict(text, given, key)).toBe('signature_mismatch')
  })

  test.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['no time', header.replace(/t=\d+,/, '')],
    ['no v1', `t=${now}`],
    ['a v0 only', header.replace('v1=', 'v0=')],
    ['two times', `t=${now},${header}`],
    ['a time that is no number', header.replace(String(now), 'soon')],
    ['a time in another notation', header.replace(String(now), '0x10')],
  ])('refuses a header with %s', async (_, given) => {
    expect(await verdict(body, given, secret)).toBe('header_invalid')
  })

  test('holds the time to the tolerance, both ways', async () => {
    expect(await verdict(body, header, secret, { now: now + 300 })).toBe(now)
    expect(await verdict(body, header, secret, { now: now - 300 })).toBe(now)
    expect(await verdict(body, header, secret, { now: now + 301 })).toBe('time_out_of_tolerance')
    expect(await verdict(body, header, secret, { now: now - 301 })).toBe('time_out_of_tolerance')
    expect(await verdict(body, header, secret, { now: now + 500, tolerance: 500 })).toBe(now)
  })

  test('accepts either of two signatures during a rotation', async () => {
    const both = serviceSignature(body, [other, secret], now)
    expect(both.match(/v1=/g)).toHaveLength(2)
    expect(await verdict(body, both, secret)).toBe(now)
    expect(await verdict(body, both, other)).toBe(now)
    expect(await verdict(body, both, newSigningSecret())).toBe('signature_mismatch')
  })
})

describe('the standardwebhooks package', () => {
  const fresh = Math.floor(Date.now() / 1000)
  const headers = (secrets: string[]) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(fresh),
    'webhook-signature': standardSignature('evt_1', body, secrets, fresh),
  })

  test('accepts ours, also during a rotation', () => {
    expect(new Webhook(secret).verify(body, headers([secret]))).toEqual(JSON.parse(body))
    expect(new Webhook(secret).verify(body, headers([other, secret]))).toEqual(JSON.parse(body))
  })

  test('refuses a changed byte and a wrong secret', () => {
    expect(() => new Webhook(secret).verify(body.replace('1', '2'), headers([secret]))).toThrow()
    expect(() => new Webhook(other).verify(body, headers([secret]))).toThrow()
  })
})

describe('receivers that split the header naively, during a rotation', () => {
  const matches = (signature: string | undefined, key: string) => {
    const expected = createHmac('sha256', key).update(`${now}.${body}`).digest('hex')
    return signature?.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  }
  const both = serviceSignature(body, [other, secret], now)

  test('one that keeps the last v1 holds with the old secret, and with the new one once the overlap is over', () => {
    const last = (text: string) => Object.fromEntries(text.split(',').map((part) => part.split('='))).v1
    expect(matches(last(both), secret)).toBe(true)
    expect(matches(last(both), other)).toBe(false)
    expect(matches(last(serviceSignature(body, [other], now)), other)).toBe(true)
  })

  test('one that takes the first v1 holds with the new secret only', () => {
    const first = (text: string) => /v1=([0-9a-f]+)/.exec(text)?.[1]
    expect(matches(first(both), other)).toBe(true)
    expect(matches(first(both), secret)).toBe(false)
  })

  test('one that takes the second part as the signature holds with the new secret only', () => {
    const second = (text: string) => text.split(',')[1]?.slice('v1='.length)
    expect(matches(second(both), other)).toBe(true)
    expect(matches(second(both), secret)).toBe(false)
  })
})
