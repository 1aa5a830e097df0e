import type { Keyring } from '../../vault/keyring.ts'
import type { AddressSealer } from '../../vault/seal-address.ts'
import type { SealAddress } from './service.ts'

/** Seals addresses to the public key where there is one, else by the key ring. */
export const createSealAddress = (keyring: Keyring, sealer: AddressSealer | null): SealAddress =>
  sealer
    ? (id, livemode, address) => sealer.seal(id, livemode, address)
    : async (id, livemode, address) => keyring.seal('address', id, livemode, address)
