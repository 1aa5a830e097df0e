import { SignpostError } from '../kernel/errors.ts'

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
