import { createHmac } from 'node:crypto'
import { keyIdOf, OpeningFailed, open, type Place, seal } from './seal.ts'

/** What a data key may be used for. The last three never seal anything: they key a hash. */
export const purposes = [
  'address',
  'projection',
  'webhook_secret',
  'idempotency',
  'api_key_hash',
  'endpoint_token',
  'fingerprint',
] as const
export type Purpose = (typeof purposes)[number]

export type OpenDataKey = { id: string; purpose: Purpose; livemode: boolean; primary: boolean; key: Buffer }

const slot = (purpose: Purpose, livemode: boolean) => `${purpose}|${livemode}`

/** The unwrapped data keys of this process: one primary per (purpose, environment), and the older ones it still opens. */
export class Keyring {
  #byId = new Map<string, OpenDataKey>()
  #primary = new Map<string, OpenDataKey>()

  constructor(keys: readonly OpenDataKey[]) {
    this.replace(keys)
  }

  /** Takes over a newly read set of data keys, as after a rotation on another node. */
  replace(keys: readonly OpenDataKey[]): void {
    this.#byId = new Map(keys.map((key) => [key.id, key]))
    this.#primary = new Map(keys.filter((key) => key.primary).map((key) => [slot(key.purpose, key.livemode), key]))
  }

  has(keyId: string): boolean {
    return this.#byId.has(keyId)
  }

  primaryId(purpose: Purpose, livemode: boolean): string {
    return this.#primaryOf(purpose, livemode).id
  }

  seal(purpose: Purpose, recordId: string, livemode: boolean, plaintext: string | Buffer): Buffer {
    const { id, key } = this.#primaryOf(purpose, livemode)
    return seal(key, id, { purpose, recordId, livemode }, Buffer.from(plaintext))
  }

  /** @throws OpeningFailed when the key is unknown or for something else, or the value isn't authentic for this place */
  open(purpose: Purpose, recordId: string, livemode: boolean, sealed: Buffer): Buffer {
    const keyId = keyIdOf(sealed)
    const dataKey = this.#byId.get(keyId)
    if (!dataKey) throw new OpeningFailed('its data key is not known here')
    if (dataKey.purpose !== purpose || dataKey.livemode !== livemode)
      throw new OpeningFailed('its key is for another use')
    const place: Place = { purpose, recordId, livemode }
    return open(dataKey.key, keyId, place, sealed)
  }

  /** HMAC-SHA-256 under the primary key of `purpose`. */
  hash(purpose: 'api_key_hash' | 'endpoint_token' | 'fingerprint', livemode: boolean, text: string): Buffer {
    return createHmac('sha256', this.#primaryOf(purpose, livemode).key).update(text).digest()
  }

  #primaryOf(purpose: Purpose, livemode: boolean): OpenDataKey {
    const dataKey = this.#primary.get(slot(purpose, livemode))
    if (!dataKey) throw new OpeningFailed('there is no primary data key for this use')
    return dataKey
  }
}
