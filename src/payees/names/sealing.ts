import type { Keyring } from '../../vault/keyring.ts'
import type { RegisteredName } from '../rules.ts'

type Sealed = { id: string; livemode: boolean; sealed: Uint8Array }

export const sealName = (keyring: Keyring, id: string, livemode: boolean, name: RegisteredName): Buffer =>
  keyring.seal('payee_name', id, livemode, JSON.stringify(name))

/** To be called inside `keyring.opening`. */
export const openName = (keyring: Keyring, { id, livemode, sealed }: Sealed): RegisteredName =>
  JSON.parse(keyring.open('payee_name', id, livemode, Buffer.from(sealed)).toString('utf8'))
