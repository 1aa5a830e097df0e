import { encodeId } from '../kernel/id.ts'
import type { Logger } from '../kernel/log.ts'

export type BoundKind = 'alias' | 'endpoint'

/** Counts rows that differ from their seal, as look-ups, checks and releases meet them. */
export type BindingFailures = {
  readonly counts: Readonly<Record<BoundKind, number>>
  /**
   * Counts a row, by its uuid, and logs its id: one of a kind a minute, so that repeated requests don't fill the log.
   */
  note(kind: BoundKind, id: string): void
}

const logIntervalMs = 60_000

export function createBindingFailures(log: Pick<Logger, 'error'>): BindingFailures {
  const counts: Record<BoundKind, number> = { alias: 0, endpoint: 0 }
  const loggedAt: Partial<Record<BoundKind, number>> = {}
  return {
    counts,
    note(kind, id) {
      counts[kind]++
      const now = performance.now()
      if (now - (loggedAt[kind] ?? Number.NEGATIVE_INFINITY) < logIntervalMs) return
      loggedAt[kind] = now
      log.error(
        { [kind]: encodeId(kind, id) },
        'a row differs from its seal, and resolves for nobody: signpost doctor lists all',
      )
    },
  }
}
