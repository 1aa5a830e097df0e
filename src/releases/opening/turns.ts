/** A consumer whose releases wait, the oldest first. */
export type Waiting = { readonly consumerId: string; readonly ids: readonly string[] }

/**
 * Deals places to waiting consumers in a ring: one each, then a second one each, for as long as there are places. The next
 * deal begins behind the consumer that had the last place, so nobody who waits is passed over twice.
 */
export function createTurns() {
  let last: string | null = null

  return {
    /** The consumer that had the last place: the ring goes on behind it. */
    last: (): string | null => last,

    /** @param waiting in the ring's order. @returns the releases that have a place */
    deal(waiting: readonly Waiting[], places: number): string[] {
      const dealt: string[] = []
      for (let round = 0; waiting.some(({ ids }) => ids.length > round); round++) {
        for (const { consumerId, ids } of waiting) {
          if (dealt.length === places) return dealt
          if (ids[round] === undefined) continue
          dealt.push(ids[round]!)
          last = consumerId
        }
      }
      return dealt
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
