import { randomBytes, randomUUID } from 'node:crypto'
import { gcm } from '@noble/ciphers/aes.js'
import { describe, expect, test } from 'vitest'
import { Keyring, type OpenDataKey, type SealingPurpose, sealingPurposes } from '../../src/vault/keyring.ts'
import { OpeningFailed } from '../../src/vault/seal.ts'
import { openIndependently } from '../support/sealed.ts'

const dataKeys = sealingPurposes.flatMap((purpose) =>
  [false, true].map(
    (livemode): OpenDataKey => ({ id: randomUUID(), purpose, livemode, primary: true, key: randomBytes(32) }),
  ),
)
const keyring = new Keyring(dataKeys)
const rows = [randomUUID(), randomUUID()] as const
const secret = '{"address":"0x52908400098527886E0F7030069857D2E4169EE7"}'

/** Offsets of the parts of a record, and one byte past its end. */
const parts = (length: number): Record<string, [number, number]> => ({
  version: [0, 1],
  'data-key id': [1, 17],
  nonce: [17, 29],
  ciphertext: [29, length - 16],
  tag: [length - 16, length],
})

describe('10,000 tampered or moved values', () => {
  const refused = (purpose: SealingPurpose, id: string, livemode: boolean, value: Buffer) => {
    let opened: Buffer | undefined
    expect(() => {
      opened = keyring.open(purpose, id, livemode, value)
    }).toThrow(OpeningFailed)
    expect(opened).toBeUndefined()
  }

  test('each bit of each part, cut and grown, are refused', () => {
    let count = 0
    while (count < 7_000) {
      const sealed = keyring.seal('address', rows[0], false, secret)
      for (const [from, to] of Object.values(parts(sealed.length))) {
        for (let bit = 0; bit < (to - from) * 8; bit++, count++) {
          const tampered = Buffer.from(sealed)
          tampered[from + (bit >> 3)]! ^= 1 << (bit & 7)
          refused('address', rows[0], false, tampered)
        }
      }
      for (let length = 0; length < sealed.length; length++, count++) {
        refused('address', rows[0], false, sealed.subarray(0, length))
      }
      refused('address', rows[0], false, Buffer.concat([sealed, Buffer.alloc(1)]))
    }
    expect(count).toBeGreaterThanOrEqual(7_000)
  })

  test('moved to another row, column or environment, or put under another key’s id, they are refused', () => {
    let count = 0
    while (count < 3_000) {
      for (const purpose of sealingPurposes) {
        for (const livemode of [false, true]) {
          const sealed = keyring.seal(purpose, rows[0], livemode, secret)
          refused(purpose, rows[1], livemode, sealed)
          refused(purpose, rows[0], !livemode, sealed)
          count += 2
          for (const other of sealingPurposes.filter((each) => each !== purpose)) {
            refused(other, rows[0], livemode, sealed)
            count++
          }
          for (const { id } of dataKeys) {
            if (id === keyring.primaryId(purpose, livemode)) continue
            const relabelled = Buffer.from(sealed)
            relabelled.write(id.replaceAll('-', ''), 1, 'hex')
            const label = dataKeys.find((key) => key.id === id)!
            refused(label.purpose as SealingPurpose, rows[0], label.livemode, relabelled)
            refused(purpose, rows[0], livemode, relabelled)
            count += 2
          }
        }
      }
    }
    expect(count).toBeGreaterThanOrEqual(3_000)
  })
})

test('another library opens a record from the description of its format', () => {
  for (const { purpose, livemode, key } of dataKeys) {
    const record = keyring.seal(purpose as SealingPurpose, rows[0], livemode, secret)
    expect(openIndependently(purpose, rows[0], livemode, key, record)).toBe(secret)
  }
})

test('the key ring opens values sealed by another library', () => {
  const { id, key } = dataKeys[0]!
  const nonce = randomBytes(12)
  const associated = Buffer.from(`1|address|${rows[0]}|test|${id}`)
  const body = gcm(key, nonce, associated).encrypt(Buffer.from(secret))
  const record = Buffer.concat([Buffer.from([1]), Buffer.from(id.replaceAll('-', ''), 'hex'), nonce, body])
  expect(keyring.open('address', rows[0], false, record).toString()).toBe(secret)
})

test('no nonce comes twice', () => {
  const nonces = new Set<string>()
  for (let n = 0; n < 10_000; n++) {
    nonces.add(keyring.seal('address', rows[0], false, '').subarray(17, 29).toString('hex'))
  }
  expect(nonces.size).toBe(10_000)
})

describe('a key ring', () => {
  test('reads the data keys again for a value that names one it lacks, then opens it', async () => {
    const later: OpenDataKey = {
      id: randomUUID(),
      purpose: 'address',
      livemode: false,
      primary: true,
      key: randomBytes(32),
    }
    const old = new Keyring(dataKeys)
    const sealed = new Keyring([later]).seal('address', rows[0], false, secret)
    let reloads = 0
    old.keepUp({
      maxAgeMs: 1_000,
      reload: async () => {
        reloads++
        old.replace([...dataKeys.filter(({ purpose }) => purpose !== 'address'), later])
      },
    })
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => old.opening(() => old.open('address', rows[0], false, sealed).toString())),
    )
    expect(opened).toEqual(Array(5).fill(secret))
    expect(reloads).toBe(1)
  })

  test('that still lacks it, or finds the value changed, answers decryption_failed', async () => {
    const ring = new Keyring(dataKeys)
    ring.keepUp({ maxAgeMs: 1_000, reload: async () => undefined })
    const foreign = Buffer.concat([Buffer.from([1]), randomBytes(60)])
    const tampered = ring.seal('address', rows[0], false, secret)
    tampered[30]! ^= 1
    for (const value of [foreign, tampered, Buffer.alloc(0)]) {
      const opened = async () => ring.opening(() => ring.open('address', rows[0], false, value))
      await expect(opened()).rejects.toMatchObject({ code: 'decryption_failed' })
    }
  })

  test('seals nothing with keys that it could not read for too long', () => {
    const ring = new Keyring(dataKeys)
    ring.keepUp({ maxAgeMs: 20_000, reload: async () => undefined })
    ring.replace(dataKeys, performance.now() + 1)
    expect(() => ring.seal('address', rows[0], false, secret)).not.toThrow()
    const stale = new Keyring(dataKeys)
    stale.keepUp({ maxAgeMs: -1, reload: async () => undefined })
    expect(() => stale.seal('address', rows[0], false, secret)).toThrow('The service is temporarily unavailable')
    expect(stale.open('address', rows[0], false, ring.seal('address', rows[0], false, secret)).toString()).toBe(secret)
  })
})
