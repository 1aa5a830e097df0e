import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ensureKeyFile,
  type KeyProvider,
  localKeyProvider,
  parseKey,
  readKeyFile,
  withFormer,
  withRetries,
} from '../../src/vault/key-provider.ts'
import { OpeningFailed } from '../../src/vault/seal.ts'
import { folderForTests } from '../support/folder.ts'

const folder = folderForTests('keys')

describe('a key in memory', () => {
  const provider = localKeyProvider(randomBytes(32))

  test('unwraps its own keys, for their context alone', async () => {
    const dataKey = randomBytes(32)
    const wrapped = await provider.wrap(dataKey, 'a')
    expect(await provider.unwrap(wrapped, 'a')).toEqual(dataKey)
    expect(wrapped.includes(dataKey)).toBe(false)
    await expect(provider.unwrap(wrapped, 'b')).rejects.toThrow(OpeningFailed)
    await expect(localKeyProvider(randomBytes(32)).unwrap(wrapped, 'a')).rejects.toThrow(OpeningFailed)
    for (const length of [0, 1, 40]) {
      await expect(provider.unwrap(wrapped.subarray(0, length), 'a')).rejects.toThrow(OpeningFailed)
    }
  })

  test('has an id that reveals nothing of the key', () => {
    const key = randomBytes(32)
    expect(localKeyProvider(key).id).toBe(localKeyProvider(key).id)
    expect(localKeyProvider(key).id).toMatch(/^local:[0-9a-f]{12}$/)
    expect(key.toString('hex')).not.toContain(localKeyProvider(key).id.slice(6))
  })

  test('with the former key unwraps keys of both, and wraps with the new one', async () => {
    const former = localKeyProvider(randomBytes(32))
    const both = withFormer(provider, former)
    const dataKey = randomBytes(32)
    for (const wrapping of [provider, former]) {
      expect(await both.unwrap(await wrapping.wrap(dataKey, 'a'), 'a')).toEqual(dataKey)
    }
    expect(await provider.unwrap(await both.wrap(dataKey, 'a'), 'a')).toEqual(dataKey)
  })
})

describe('the text of a key', () => {
  const key = randomBytes(32)

  test.each(['base64', 'base64url', 'hex'] as const)('is read as %s', (encoding) => {
    expect(parseKey(` ${key.toString(encoding)}\n`)).toEqual(key)
  })

  test.each([
    '',
    'short',
    'x'.repeat(43).replace('x', '!'),
    key.toString('hex').slice(2),
    randomBytes(33).toString('base64'),
  ])('is refused without being repeated (%#)', (text) => {
    expect(() => parseKey(text)).toThrow(
      /^The encryption key must be 32 bytes, as base64 or as 64 hex digits: openssl rand -base64 32 makes one\.$/,
    )
  })
})

describe('a key file', () => {
  test.each([0o600, 0o400])('of mode %o is read', (mode) => {
    const path = join(folder, `fine-${mode}`)
    writeFileSync(path, randomBytes(32).toString('base64'), { mode })
    expect(readKeyFile(path)).toHaveLength(32)
  })

  test.each([0o640, 0o604, 0o660, 0o644, 0o700])('of mode %o is refused', (mode) => {
    const path = join(folder, `open-${mode}`)
    writeFileSync(path, randomBytes(32).toString('base64'))
    chmodSync(path, mode)
    expect(() => readKeyFile(path)).toThrow(/chmod 600/)
  })

  test('that is missing is reported as such', () => {
    expect(() => readKeyFile(join(folder, 'absent'))).toThrow(/^There is no key file /)
  })

  test('of our own is made once', () => {
    const path = join(folder, 'own')
    expect(ensureKeyFile(path)).toEqual(ensureKeyFile(path))
  })
})

describe('a provider far away', () => {
  const wrapped = (answers: (() => Promise<Buffer>)[]): KeyProvider & { asked: number } => ({
    id: 'kms:fake',
    asked: 0,
    wrap: async (dataKey) => dataKey,
    unwrap() {
      this.asked++
      return answers.shift()!()
    },
  })
  const fails = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1'))
  const never = () => new Promise<Buffer>(() => undefined)
  const quick = { timeoutMs: 50, pausesMs: [1, 1, 1] }

  test('is asked again when it fails or doesn’t answer', async () => {
    const kms = wrapped([fails, never, async () => Buffer.from('key')])
    expect(await withRetries(kms, quick).unwrap(Buffer.alloc(1), 'a')).toEqual(Buffer.from('key'))
    expect(kms.asked).toBe(3)
  })

  test('a provider that does not answer is named in a plain sentence', async () => {
    const kms = wrapped([fails, fails, fails, fails])
    await expect(withRetries(kms, quick).unwrap(Buffer.alloc(1), 'a')).rejects.toThrow(
      /^The key provider kms:fake does not answer \(asked 4 times\)\.$/,
    )
  })

  test('is not asked again when the key is another one', async () => {
    const kms = wrapped([() => Promise.reject(new OpeningFailed('not authentic'))])
    await expect(withRetries(kms, quick).unwrap(Buffer.alloc(1), 'a')).rejects.toThrow(OpeningFailed)
    expect(kms.asked).toBe(1)
  })
})
