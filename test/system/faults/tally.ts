import type { Answer } from './client.ts'

/** Class of an answer for the client. */
export type Grade = 'good' | 'refused' | 'broken' | 'wrong'

/** 409 `idempotency_key_in_use` is the twin at work: neither good nor a fault. */
const isNeutral = ({ outcome }: Answer) => outcome === '409 idempotency_key_in_use'

export function gradeOf({ status, outcome, retryAfter }: Answer): Grade {
  if (status === null) return outcome === 'hung' ? 'wrong' : 'broken'
  if (status < 300) return 'good'
  const isPolite = /^503 (?:service_unavailable|overloaded|shutting_down)$/.test(outcome) && retryAfter !== null
  return isPolite || outcome === '409 idempotency_key_in_use' ? 'refused' : 'wrong'
}

/** Counts answers by kind, and knows when the last failure was. */
export function createTally() {
  const outcomes = new Map<string, number>()
  const times: number[] = []
  let wrong = 0
  let slowest = 0
  let lastFailureAt = Number.NEGATIVE_INFINITY
  const goodAt: number[] = []
  const watchers = new Set<(answer: Answer) => void>()

  return {
    outcomes: outcomes as ReadonlyMap<string, number>,
    /** Reports every answer, until the returned function is called. */
    watch(watcher: (answer: Answer) => void): () => void {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    add(answer: Answer): void {
      for (const watcher of watchers) watcher(answer)
      outcomes.set(answer.outcome, (outcomes.get(answer.outcome) ?? 0) + 1)
      slowest = Math.max(slowest, answer.ms)
      const grade = gradeOf(answer)
      if (grade === 'good') {
        goodAt.push(answer.at)
        times.push(answer.ms)
      } else if (!isNeutral(answer)) lastFailureAt = answer.at
      if (grade === 'wrong') wrong++
    },
    /** Something that no client should ever see. */
    note(outcome: string): void {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      wrong++
    },
    get wrong() {
      return wrong
    },
    /** The slowest answer of all, in milliseconds. */
    get slowest() {
      return slowest
    },
    get lastFailureAt() {
      return lastFailureAt
    },
    get good() {
      return goodAt.length
    },
    /** Of the good answers, in milliseconds. */
    quantile(q: number): number {
      const sorted = times.toSorted((a, b) => a - b)
      return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
    },
    firstGoodAfter: (since: number): number | undefined => goodAt.find((at) => at > since),
  }
}

export type Tally = ReturnType<typeof createTally>
