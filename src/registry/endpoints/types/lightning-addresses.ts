import { addressInvalid, readCaselessAddress } from './address.ts'
import { publicHost } from './payment-pointers.ts'

const written = /^([a-z0-9._+-]{1,64})@([^\s\\?#@/$:%]+)$/

/**
 * Normalizes a Lightning address: a name and a public DNS host, in lower case (LUD-16). It has no port and no IP
 * address.
 */
export function normalizeLightningAddress(address: unknown): string {
  const [, name, domain] = written.exec(readCaselessAddress(address).toLowerCase()) ?? []
  if (name === undefined || domain === undefined) throw addressInvalid()
  const host = URL.parse(`https://${domain}`)?.hostname ?? ''
  if (!publicHost.test(host)) throw addressInvalid()
  return readCaselessAddress(`${name}@${host}`)
}
