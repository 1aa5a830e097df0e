import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { type AddressKeyUse, associated, info, keyIdOf, readKey, readSealed, suite, writeKey } from './address-key.ts'
import { readSecretFile } from './key-provider.ts'
import { OpeningFailed, UnknownKey } from './seal.ts'

/**
 * The private half of an address key pair.
 *
 * INVARIANT (no gateway opens an address): only the commands `addresses` and `opener` import this file, when they run.
 */
export type AddressKeyPair = {
  keyId: string
  publicKey: string
  /** @throws OpeningFailed on any doubt; never returns partial data */
  open(record: string, livemode: boolean, sealed: Buffer, use?: AddressKeyUse): Promise<Buffer>
  /** Seed of the opener's signing key of an environment: only the private half provides it. */
  signingSeed(livemode: boolean): Buffer
}

/** An X25519 private key in PKCS #8 is this prefix and its 32 bytes. Source: RFC 8410 */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

const publicBytes = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')

function keyPair(privateKey: Buffer): AddressKeyPair {
  const der = Buffer.concat([pkcs8, privateKey])
  const publicKey = publicBytes(createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })))
  const keyId = keyIdOf(publicKey)
  const importing = suite.kem.deserializePrivateKey(privateKey)
  return {
    keyId,
    publicKey: writeKey('public', publicKey),
    signingSeed: (livemode) =>
      Buffer.from(hkdfSync('sha256', privateKey, '', `signpost release signing ${livemode ? 'live' : 'test'}`, 32)),
    async open(record, livemode, sealed, use = 'address') {
      const { keyId: sealedTo, enc, body } = readSealed(sealed)
      if (sealedTo !== keyId) throw new UnknownKey('sealed to another key')
      const recipientKey = await importing
      try {
        return Buffer.from(
          await suite.open({ recipientKey, enc, info }, body, associated(keyId, record, livemode, use)),
        )
      } catch {
        throw new OpeningFailed('not authentic')
      }
    },
  }
}

/** Makes a key pair and writes it into a new file, readable by its owner alone. @throws Error if the file exists */
export function makeKeyFile(path: string): AddressKeyPair {
  const made = generateKeyPairSync('x25519').privateKey
  const privateKey = Buffer.from(made.export({ format: 'jwk' }).d!, 'base64url')
  const pair = keyPair(privateKey)
  const file = createFile(path)
  try {
    writeFileSync(file, `# public key: ${pair.publicKey}\n${writeKey('private', privateKey)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return pair
}

function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`The file ${path} exists already, and was not changed.`)
  }
}

/** @throws Error if it is missing, has no private key, or is readable by others than its owner */
export function readPrivateKeyFile(path: string): AddressKeyPair {
  const lines = readSecretFile(path).split('\n')
  return keyPair(readKey('private', lines.filter((line) => !line.startsWith('#')).join('\n')))
}
