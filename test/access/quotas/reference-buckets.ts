import type { BucketRule } from '../../../src/access/quotas/token-bucket.ts'

/**
 * The limits, written again and naively: whole tokens come back one at a time, on a time line of millionths. Nothing is
 * shared with the code under test. Amounts are bigint millionths of a token, times are bigint milliseconds.
 */
export class ReferenceBuckets {
  readonly #levels = new Map<string, { micro: bigint; at: bigint }>()

  level(key: string, rule: BucketRule, now: bigint): bigint {
    const full = BigInt(rule.size) * 1_000_000n
    const held = this.#levels.get(key) ?? { micro: full, at: now }
    // refillPerSecond is a whole number of thousandths in the model runs: micro per millisecond is exact.
    const perMs = BigInt(Math.round(rule.refillPerSecond * 1000))
    let micro = held.micro
    for (let at = held.at; at < now && micro < full; at++) micro += perMs
    const level = micro > full ? full : micro
    this.#levels.set(key, { micro: level, at: now > held.at ? now : held.at })
    return level
  }

  take(key: string, cost: number): void {
    const held = this.#levels.get(key)!
    this.#levels.set(key, { ...held, micro: held.micro - BigInt(cost) * 1_000_000n })
  }
}
