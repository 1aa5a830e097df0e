import { type AddressSealer, markOrigin } from '../../vault/address-key.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { endpointRecord } from '../binding.ts'
import type { SealAddress } from './sealing.ts'

/** Seals addresses to the public key if one is configured, else with the key ring. */
export const createSealAddress = (keyring: Keyring, sealer: AddressSealer | null): SealAddress =>
  sealer
    ? (place, destination) => {
        const { livemode } = place
        const record = endpointRecord(place)
        return sealer.seal(record, livemode, markOrigin(keyring, record, livemode, Buffer.from(destination)))
      }
    : async (place, destination) => keyring.seal('address', endpointRecord(place), place.livemode, destination)
