import fc from 'fast-check'

/** Repeatable choices: one number in, the same run out. */
export class Dice {
  private state: number
  private readonly odd: readonly unknown[]
  private readonly strings: readonly string[]

  constructor(seed: number) {
    this.state = seed >>> 0
    this.odd = fc.sample(fc.jsonValue(), { seed, numRuns: 400 })
    this.strings = fc.sample(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 400 })), {
      seed,
      numRuns: 400,
    })
  }

  /** 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below = (count: number): number => Math.floor(this.next() * count)
  chance = (share: number): boolean => this.next() < share
  pick = <T>(items: readonly T[]): T => items[this.below(items.length)]!
  /** Unusual text: controls, lone surrogates, astral characters. */
  string = (): string => this.pick(this.strings)
  /** Any JSON value. */
  json = (): unknown => this.pick(this.odd)
}
