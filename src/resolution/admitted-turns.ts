import type { Limits } from '../access/quotas/service.ts'
import type { Call } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'

/** How many look-ups one admission lets in: as many as the largest bulk holds. */
const turn = 100

function count<Value>(values: readonly Value[], is: (value: Value) => boolean): number {
  let counted = 0
  for (const value of values) if (is(value)) counted++
  return counted
}

/**
 * Looks items up as the quotas let them in. More than 100 (a router's) go in turns, so that one request finds out little
 * more than `misses` holds; a turn that is refused refuses the request.
 */
export async function inTurns<Item, Outcome extends { kind: string }>(
  limits: Pick<Limits, 'admitLookUps' | 'admitGuesses'>,
  call: Call,
  items: readonly (Item | SignpostError)[],
  lookUp: (items: readonly (Item | SignpostError)[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < items.length; at += turn) {
    const some = items.length <= turn ? items : items.slice(at, at + turn)
    const guesses = count(some, (item) => !(item instanceof SignpostError))
    const admitting = at === 0 ? limits.admitLookUps(call, items.length, guesses) : limits.admitGuesses(call, guesses)
    const admission = admitting instanceof Promise ? await admitting : admitting
    let missed = 0
    try {
      const found = await lookUp(some)
      missed = count(found, ({ kind }) => kind === 'hidden')
      if (items.length <= turn) return found
      outcomes.push(...found)
    } finally {
      admission.settle(missed)
    }
    // A refusal of the next turn waits like an answer: what this one looked up must not show in its time.
    if (missed > 0 && items.length > turn) call.release = 'bulk'
  }
  return outcomes
}
