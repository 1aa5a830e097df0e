import { readFileSync, statSync } from 'node:fs'
import { type AddressKeyUse, associated, info, keyIdOf, readKey, suite, version } from './address-key.ts'

/** The public half of an address key pair: it seals, and cannot open. */
export type AddressSealer = {
  keyId: string
  seal(record: string, livemode: boolean, value: string | Buffer, use?: AddressKeyUse): Promise<Buffer>
}

/** @throws Error with a plain message if the text is no public key */
export function addressSealer(text: string): AddressSealer {
  const publicKey = readKey('public', text)
  const keyId = keyIdOf(publicKey)
  const importing = suite.kem.deserializePublicKey(publicKey)
  return {
    keyId,
    async seal(record, livemode, value, use = 'address') {
      const { enc, ct } = await suite.seal(
        { recipientPublicKey: await importing, info },
        Buffer.from(value),
        associated(keyId, record, livemode, use),
      )
      return Buffer.concat([Buffer.from([version]), Buffer.from(keyId, 'hex'), Buffer.from(enc), Buffer.from(ct)])
    },
  }
}

/** The public key that the configuration names, if any. @throws Error with a plain message */
export function chooseAddressSealer({
  addressPublicKey,
  addressPublicKeyFile,
}: {
  addressPublicKey: string | undefined
  addressPublicKeyFile: string | undefined
}): AddressSealer | null {
  if (addressPublicKey && addressPublicKeyFile) {
    throw new Error('Set one of ADDRESS_PUBLIC_KEY and ADDRESS_PUBLIC_KEY_FILE, not both.')
  }
  if (addressPublicKeyFile) return addressSealer(readPublicKeyFile(addressPublicKeyFile))
  return addressPublicKey ? addressSealer(addressPublicKey) : null
}

/** An attacker who changed it would receive all future addresses. */
function readPublicKeyFile(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile()) throw new Error(`There is no key file ${path}.`)
  if ((facts.mode & 0o022) !== 0) {
    throw new Error(`The key file ${path} can be changed by others than its owner: run chmod 644 on it.`)
  }
  return readFileSync(path, 'utf8')
}
