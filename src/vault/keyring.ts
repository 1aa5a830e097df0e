import { createHmac } from 'node:crypto'
import { SignpostError } from '../kernel/errors.ts'
import { keyIdOf, OpeningFailed, open, seal, UnknownKey } from './seal.ts'

/**
 * A random nonce of 96 bits repeats with a chance of 2^-32 after 2^32 values of one AES-256-GCM key (NIST SP 800-38D,
 * 8.3). A data key is replaced at half of that, and stops sealing at three quarters: the gap covers counts that killed
 * processes never stored.
 */
export const replaceAtSeals = 2 ** 31
export const refuseAtSeals = 3 * 2 ** 30

/** Number of values that each data key has sealed: the stored total of all processes and this process's unwritten count. */
export class SealCounts {
  #stored = new Map<string, number>()
  #unwritten = new Map<string, number>()
  readonly #refuseAt: number

  constructor(refuseAt = refuseAtSeals) {
    this.#refuseAt = refuseAt
  }

  /** Takes over the stored total; it never decreases. */
  learn(id: string, total: number): void {
    this.#stored.set(id, Math.max(total, this.#stored.get(id) ?? 0))
  }

  /** @throws SignpostError service_unavailable if the key has reached the limit of its seals */
  add(id: string): void {
    const unwritten = (this.#unwritten.get(id) ?? 0) + 1
    if ((this.#stored.get(id) ?? 0) + unwritten > this.#refuseAt) {
      throw new SignpostError('service_unavailable', { retryAfter: 60 })
    }
    this.#unwritten.set(id, unwritten)
  }

  unwritten(): [id: string, count: number][] {
    return [...this.#unwritten].filter(([, count]) => count > 0)
  }

  /** Records that `count` of a key's seals are stored now; the stored total is `total`. */
  written(id: string, count: number, total: number): void {
    this.learn(id, total)
    this.#unwritten.set(id, (this.#unwritten.get(id) ?? 0) - count)
  }
}

/** Data keys that seal: their values can be sealed again under another. */
export const sealingPurposes = [
  'address',
  'projection',
  'webhook_secret',
  'idempotency',
  'grant_purpose',
  'request_purpose',
  'release_reference',
  'payee_name',
  'external_reference',
  'metadata',
  'mark',
] as const
/** Data keys that only key hashes, and live as long as the hashes. */
const hashingPurposes = [
  'api_key_hash',
  'endpoint_token',
  'fingerprint',
  'challenge',
  'payee_check',
  'release_signing',
  'address_origin',
  'external_reference_hash',
  'cursor',
  'address_fingerprint',
  'destination_fingerprint',
  'destination_check',
  'erased_skeleton',
] as const

/** Purposes of data keys. */
export const purposes = [...sealingPurposes, ...hashingPurposes] as const
export type SealingPurpose = (typeof sealingPurposes)[number]
export type HashingPurpose = (typeof hashingPurposes)[number]
export type Purpose = (typeof purposes)[number]

export type OpenDataKey = {
  id: string
  purpose: Purpose
  livemode: boolean
  primary: boolean
  key: Buffer
  seals?: number
}

/** The value names a data key that this process lacks. */
export class UnknownDataKey extends UnknownKey {
  constructor() {
    super('its data key is missing here')
  }
}

const useName = (purpose: Purpose, livemode: boolean) => `${purpose}|${livemode}`

type Upkeep = {
  /** Reads the data keys again, and replaces those of this ring. */
  reload: () => Promise<void>
  /** Maximum age of the keys for sealing: this process may have missed a rotation. */
  maxAgeMs: number
}

/**
 * The unwrapped data keys of this process: one primary per (purpose, environment), and the older ones that it still
 * opens with.
 */
export class Keyring {
  #byId = new Map<string, OpenDataKey>()
  #primary = new Map<string, OpenDataKey>()
  #readAt = 0
  #losses = 0
  #upkeep: Upkeep | null = null
  #reloading: Promise<void> | null = null
  readonly counts: SealCounts

  constructor(keys: readonly OpenDataKey[], counts = new SealCounts()) {
    this.counts = counts
    this.replace(keys)
  }

  keepUp(upkeep: Upkeep): void {
    this.#upkeep = upkeep
  }

  /** Takes over the data keys that were read at `readAt` (monotonic milliseconds), unless the ring has newer ones. */
  replace(keys: readonly OpenDataKey[], readAt: number = performance.now()): void {
    for (const { id, seals = 0 } of keys) this.counts.learn(id, seals)
    if (readAt < this.#readAt) return
    const byId = new Map(keys.map((key) => [key.id, key]))
    if (this.keys().some(({ id }) => !byId.has(id))) this.#losses++
    this.#byId = byId
    this.#primary = new Map(keys.filter((key) => key.primary).map((key) => [useName(key.purpose, key.livemode), key]))
    this.#readAt = readAt
  }

  /** Number of times that keys were removed: caches of opened values are dropped when it grows. */
  get losses(): number {
    return this.#losses
  }

  /** Time since the keys were read. */
  get readAgeMs(): number {
    return performance.now() - this.#readAt
  }

  keys(): OpenDataKey[] {
    return [...this.#byId.values()]
  }

  primaryId(purpose: Purpose, livemode: boolean): string {
    return this.#primaryOf(purpose, livemode).id
  }

  /**
   * @throws SignpostError service_unavailable if the last read of the keys is too old, or the key has sealed too much
   */
  seal(purpose: SealingPurpose, record: string, livemode: boolean, plaintext: string | Buffer): Buffer {
    if (this.#upkeep && performance.now() - this.#readAt > this.#upkeep.maxAgeMs) {
      throw new SignpostError('service_unavailable', { retryAfter: 1 })
    }
    const { id, key } = this.#primaryOf(purpose, livemode)
    this.counts.add(id)
    return seal(key, id, { purpose, record, livemode }, Buffer.from(plaintext))
  }

  /** @throws OpeningFailed if the key is unknown or has another purpose, or the value isn't authentic for this place */
  open(purpose: SealingPurpose, record: string, livemode: boolean, sealed: Buffer): Buffer {
    const dataKey = this.#byId.get(keyIdOf(sealed))
    if (!dataKey) throw new UnknownDataKey()
    if (dataKey.purpose !== purpose || dataKey.livemode !== livemode) {
      throw new OpeningFailed('its key is for another use')
    }
    return open(dataKey.key, dataKey.id, { purpose, record, livemode }, sealed)
  }

  /**
   * Runs `work`, which opens sealed values. If one of them names a data key that is newer than the last read, the keys
   * are read again and the work is repeated; so its only effect must be its result. Otherwise the result is available
   * at once.
   *
   * @throws SignpostError decryption_failed
   */
  opening<T>(work: () => T): T | Promise<T> {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof UnknownDataKey) || !this.#upkeep) throw asDecryptionFailed(error)
      return this.#openingAgain(this.#upkeep, work)
    }
  }

  async #openingAgain<T>(upkeep: Upkeep, work: () => T): Promise<T> {
    await this.#reload(upkeep)
    try {
      return work()
    } catch (error) {
      throw asDecryptionFailed(error)
    }
  }

  /** HMAC-SHA-256 under the primary key of `purpose`. */
  hash(purpose: HashingPurpose, livemode: boolean, text: string): Buffer {
    return createHmac('sha256', this.#primaryOf(purpose, livemode).key).update(text).digest()
  }

  #reload({ reload }: Upkeep): Promise<void> {
    this.#reloading ??= reload().finally(() => {
      this.#reloading = null
    })
    return this.#reloading
  }

  #primaryOf(purpose: Purpose, livemode: boolean): OpenDataKey {
    const dataKey = this.#primary.get(useName(purpose, livemode))
    if (!dataKey) throw new OpeningFailed('there is no primary data key for this use')
    return dataKey
  }
}

const asDecryptionFailed = (error: unknown): unknown =>
  error instanceof OpeningFailed ? new SignpostError('decryption_failed', { cause: error }) : error

/** Opens a value, or returns `otherwise` if decryption fails: one value must not hide the others of its list. */
export async function openedOr<T, O>(keyring: Keyring, open: () => T, otherwise: O): Promise<T | O> {
  try {
    return await keyring.opening(open)
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'decryption_failed') return otherwise
    throw error
  }
}
