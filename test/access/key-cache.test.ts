import { expect, test } from 'vitest'
import { KeyCache } from '../../src/access/key-cache.ts'
import type { Caller } from '../../src/kernel/call.ts'

const caller = (keyId: string): Caller => ({
  consumerId: 'consumer',
  consumerName: 'owner',
  keyId,
  livemode: false,
  scopes: ['*'],
  router: false,
})

test('a key is cached for at most 10 s after it was read', () => {
  const cache = new KeyCache()
  cache.know('hash', caller('key'), 1_000, null)
  expect(cache.find('hash', 10_999)).toMatchObject({ keyId: 'key' })
  expect(cache.find('hash', 11_000)).toBeUndefined()
})

test('a key that ends sooner is cached until it ends', () => {
  const cache = new KeyCache()
  cache.know('hash', caller('key'), 1_000, 250)
  expect(cache.find('hash', 1_249)).toMatchObject({ keyId: 'key' })
  expect(cache.find('hash', 1_250)).toBeUndefined()
})

test('a refusal is cached for 2 s', () => {
  const cache = new KeyCache()
  cache.refuse('hash', 'api_key_invalid', 1_000)
  expect(cache.find('hash', 2_999)).toBe('api_key_invalid')
  expect(cache.find('hash', 3_000)).toBeUndefined()
})

test('guesses push out no caller, and both stores are bounded', () => {
  const cache = new KeyCache({ size: 10 })
  cache.know('hash', caller('key'), 0, null)
  for (let n = 0; n < 1_000; n++) cache.refuse(`guess ${n}`, 'api_key_invalid', 0)
  expect(cache.find('hash', 1)).toMatchObject({ keyId: 'key' })
  expect(cache.sizes).toEqual({ known: 1, refused: 10 })
  for (let n = 0; n < 1_000; n++) cache.know(`hash ${n}`, caller(`key ${n}`), 0, null)
  expect(cache.sizes).toEqual({ known: 10, refused: 10 })
})

test('a full cache evicts the key that was used longest ago', () => {
  const cache = new KeyCache({ size: 2 })
  cache.know('a', caller('a'), 0, null)
  cache.know('b', caller('b'), 0, null)
  cache.find('a', 1)
  cache.know('c', caller('c'), 0, null)
  expect([cache.find('a', 1), cache.find('b', 1), cache.find('c', 1)].map(Boolean)).toEqual([true, false, true])
})

test('one key is forgotten by its id, the others stay, and a reader notices', () => {
  const cache = new KeyCache()
  cache.know('a', caller('key-a'), 0, null)
  cache.know('b', caller('key-b'), 0, null)
  const before = cache.generation
  cache.forget('key-a')
  expect(cache.find('a', 1)).toBeUndefined()
  expect(cache.find('b', 1)).toMatchObject({ keyId: 'key-b' })
  expect(cache.generation).not.toBe(before)
  cache.clear()
  expect(cache.sizes).toEqual({ known: 0, refused: 0 })
})

test('that a key worked outlives its entry and every announcement, until it is refused', () => {
  const cache = new KeyCache({ size: 2 })
  cache.know('a', caller('key-a'), 0, null)
  cache.forget('key-a')
  cache.clear()
  expect([cache.find('a', 1), cache.hasWorked('a'), cache.hasWorked('b')]).toEqual([undefined, true, false])
  for (let n = 0; n < 9; n++) cache.know(`hash ${n}`, caller(`key ${n}`), 0, null)
  expect(cache.hasWorked('a')).toBe(true)
  cache.refuse('a', 'api_key_revoked', 1)
  expect(cache.hasWorked('a')).toBe(false)
  for (let n = 0; n < 99; n++) cache.know(`other ${n}`, caller(`key ${n}`), 0, null)
  expect(cache.hasWorked('hash 0')).toBe(false)
})
