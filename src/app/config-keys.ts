import { type Environment, flag } from './environment.ts'

/** What seals: the keys of this service, or of a provider. */
export function readKeyConfig(env: Environment, production: boolean) {
  return {
    encryptionKey: env.ENCRYPTION_KEY,
    encryptionKeyFile: env.ENCRYPTION_KEY_FILE,
    /** The key before this one, as long as data keys are wrapped by it. */
    encryptionKeyFormer: env.ENCRYPTION_KEY_FORMER,
    /** What addresses are sealed to; without one, the data keys seal them. */
    addressPublicKey: env.ADDRESS_PUBLIC_KEY,
    addressPublicKeyFile: env.ADDRESS_PUBLIC_KEY_FILE,
    /** A module whose default export makes a KeyProvider. */
    keyProvider: env.KEY_PROVIDER,
    /** Whether a key file of our own in DATA_DIR will do. */
    embeddedKey: flag(env, 'EMBEDDED_KEY', !production),
  }
}
