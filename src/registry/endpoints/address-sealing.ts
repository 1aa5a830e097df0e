import { markOrigin } from '../../vault/address-origin.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { AddressSealer } from '../../vault/seal-address.ts'
import type { SealAddress } from './service.ts'

/** Seals addresses to the public key where there is one, else by the key ring. */
export const createSealAddress = (keyring: Keyring, sealer: AddressSealer | null): SealAddress =>
  sealer
    ? (id, livemode, destination) =>
        sealer.seal(id, livemode, markOrigin(keyring, id, livemode, Buffer.from(destination)))
    : async (id, livemode, destination) => keyring.seal('address', id, livemode, destination)
