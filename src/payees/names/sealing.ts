import { type NamePlace, nameRecord } from '../../registry/binding.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { RegisteredName } from '../rules.ts'

export const sealName = (keyring: Keyring, place: NamePlace, name: RegisteredName): Buffer =>
  keyring.seal('payee_name', nameRecord(place), place.livemode, JSON.stringify(name))

/** Call it inside `keyring.opening`. */
export const openName = (keyring: Keyring, place: NamePlace, sealed: Uint8Array): RegisteredName =>
  JSON.parse(keyring.open('payee_name', nameRecord(place), place.livemode, Buffer.from(sealed)).toString('utf8'))
