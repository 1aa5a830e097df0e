import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Aes128Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import * as hpke from 'hpke'
import { describe, expect, test } from 'vitest'
import { addressSealer, keyIdOf, readKey, suite, writeKey } from '../../src/vault/address-key.ts'
import { makeKeyFile, readPrivateKeyFile } from '../../src/vault/open-address.ts'
import { OpeningFailed } from '../../src/vault/seal.ts'
import { folderForTests } from '../support/folder.ts'
import vector from '../vectors/hpke.json' with { type: 'json' }

// `npm run evidence -- tamper` tries 10,000 of them.
const tampered = Number(process.env.TAMPERED ?? 1_500)

const folder = folderForTests('address-key')
const newPair = () => makeKeyFile(join(folder, randomUUID()))

const pair = newPair()
const other = newPair()
const rows = [randomUUID(), randomUUID()] as const
const address = 'DE89370400440532013000'
const hex = (text: string) => Buffer.from(text, 'hex')

/** Another library's suite of the same three algorithms. */
const independent = new hpke.CipherSuite(hpke.KEM_DHKEM_X25519_HKDF_SHA256, hpke.KDF_HKDF_SHA256, hpke.AEAD_AES_256_GCM)
const infoText = Buffer.from('signpost address')
const place = (keyId: string, row: string) => Buffer.from(`2|address|${row}|test|${keyId}`)

test('the library gives the bytes of RFC 9180, appendix A.1.1, both ways', async () => {
  const rfc = new CipherSuite({ kem: suite.kem, kdf: new HkdfSha256(), aead: new Aes128Gcm() })
  const info = hex(vector.info)
  const sender = await rfc.createSenderContext({
    recipientPublicKey: await rfc.kem.deserializePublicKey(hex(vector.pkRm)),
    info,
    ekm: hex(vector.ikmE),
  })
  expect(Buffer.from(sender.enc).toString('hex')).toBe(vector.enc)
  const recipient = await rfc.createRecipientContext({
    recipientKey: await rfc.kem.deserializePrivateKey(hex(vector.skRm)),
    enc: hex(vector.enc),
    info,
  })
  for (const { aad, ct } of vector.encryptions) {
    expect(Buffer.from(await sender.seal(hex(vector.pt), hex(aad))).toString('hex')).toBe(ct)
    expect(Buffer.from(await recipient.open(hex(ct), hex(aad))).toString('hex')).toBe(vector.pt)
  }
})

test('another library opens a record from the description of its format', async () => {
  const record = await addressSealer(pair.publicKey).seal(rows[0], false, address)
  const file = join(folder, randomUUID())
  const made = makeKeyFile(file)
  const privateKey = await independent.DeserializePrivateKey(
    readKey('private', readFileSync(file, 'utf8').split('\n')[1]!),
  )
  const sealed = await addressSealer(made.publicKey).seal(rows[0], false, address)
  expect(sealed[0]).toBe(2)
  expect(sealed.subarray(1, 17).toString('hex')).toBe(made.keyId)
  const opened = await independent.Open(privateKey, sealed.subarray(17, 49), sealed.subarray(49), {
    info: infoText,
    aad: place(made.keyId, rows[0]),
  })
  expect(Buffer.from(opened).toString()).toBe(address)
  expect(record.length).toBe(1 + 16 + 32 + address.length + 16)
})

test('an address sealed by another library is opened', async () => {
  const publicKey = await independent.DeserializePublicKey(readKey('public', pair.publicKey))
  const aad = place(pair.keyId, rows[0])
  const { encapsulatedSecret, ciphertext } = await independent.Seal(publicKey, Buffer.from(address), {
    info: infoText,
    aad,
  })
  const record = Buffer.concat([Buffer.from([2]), hex(pair.keyId), encapsulatedSecret, ciphertext])
  expect((await pair.open(rows[0], false, record)).toString()).toBe(address)
})

const refused = (id: string, livemode: boolean, record: Buffer, by = pair) =>
  expect(by.open(id, livemode, record)).rejects.toThrow(OpeningFailed)

test(`${tampered} tampered or moved addresses are refused`, { timeout: 300_000 }, async () => {
  const sealer = addressSealer(pair.publicKey)
  let count = 0
  while (count < tampered) {
    const sealed = await sealer.seal(rows[0], false, address)
    for (let bit = 0; bit < sealed.length * 8; bit++, count++) {
      const flipped = Buffer.from(sealed)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      await refused(rows[0], false, flipped)
    }
    for (let length = 0; length < sealed.length; length++, count++) {
      await refused(rows[0], false, sealed.subarray(0, length))
    }
    await refused(rows[0], false, Buffer.concat([sealed, Buffer.alloc(1)]))
    await refused(rows[1], false, sealed)
    await refused(rows[0], true, sealed)
    await refused(rows[0], false, sealed, other)
    const relabelled = Buffer.concat([sealed.subarray(0, 1), hex(other.keyId), sealed.subarray(17)])
    await refused(rows[0], false, relabelled)
    await refused(rows[0], false, relabelled, other)
    count += 6
    expect((await pair.open(rows[0], false, sealed)).toString()).toBe(address)
  }
  console.log(`tampered or moved addresses: ${count} refused, 0 opened`)
})

test('two records of one address have nothing in common but their key', async () => {
  const sealer = addressSealer(pair.publicKey)
  const [one, two] = [await sealer.seal(rows[0], false, address), await sealer.seal(rows[0], false, address)]
  expect(one.subarray(0, 17)).toEqual(two.subarray(0, 17))
  expect(one.subarray(17, 49)).not.toEqual(two.subarray(17, 49))
  expect(one.subarray(49, 65)).not.toEqual(two.subarray(49, 65))
})

describe('the text of a key', () => {
  const bytes = randomBytes(32)
  test('reads back as its own half only, and a refusal never echoes it', () => {
    expect(readKey('public', ` ${writeKey('public', bytes)}\n`)).toEqual(bytes)
    expect(() => readKey('public', writeKey('private', bytes))).toThrow(
      /^This is the private half of an address key pair/,
    )
    expect(() => readKey('private', writeKey('public', bytes))).toThrow(/^This is the public half/)
    for (const text of ['', bytes.toString('base64'), bytes.toString('hex'), 'address_public_', 'address_public_x']) {
      expect(() => readKey('public', text)).toThrow('This is no public address key: it must read address_public_…')
    }
  })

  test('is refused when any one character is mistyped', () => {
    const text = writeKey('public', bytes)
    for (let at = 'address_public_'.length; at < text.length; at++) {
      const typo = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
      expect(() => readKey('public', typo)).toThrow('The public address key is mistyped: its checksum is wrong.')
    }
  })

  test('of the private half does not pass for the public one by its checksum', () => {
    expect(writeKey('private', bytes).slice(-6)).not.toBe(writeKey('public', bytes).slice(-6))
    expect(keyIdOf(bytes)).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a private key file', () => {
  test('is made once, for its owner alone, and reads back to the same pair', () => {
    const path = join(folder, 'private')
    const made = makeKeyFile(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const before = readFileSync(path, 'utf8')
    expect(() => makeKeyFile(path)).toThrow(`The file ${path} exists already, and was not changed.`)
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readPrivateKeyFile(path)).toMatchObject({ keyId: made.keyId, publicKey: made.publicKey })
  })

  test('that others can read, that is absent or that holds no key is refused', () => {
    const path = join(folder, 'open')
    makeKeyFile(path)
    chmodSync(path, 0o640)
    expect(() => readPrivateKeyFile(path)).toThrow(/is readable by others/)
    expect(() => readPrivateKeyFile(join(folder, 'absent'))).toThrow(/^There is no key file/)
    const empty = join(folder, 'empty')
    writeFileSync(empty, '# nothing\n', { mode: 0o600 })
    expect(() => readPrivateKeyFile(empty)).toThrow('This is no private address key')
  })
})
