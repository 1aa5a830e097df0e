/**
 * The read index: when a replica may answer a look-up or a list.
 *
 * INVARIANT (no disclosure after the acknowledgement): a request that arrived after a write was acknowledged is answered
 * from a state that holds the write. A commit is acknowledged only once the primary has flushed it. So when a batch is
 * closed (a list is one of its own), no request in it is younger than that moment, and the position that the primary has flushed, asked from then
 * on, lies past every write that any of them must see. A replica that has replayed that position of that history has
 * them all. Nobody's clock is believed, nothing is leased, and no writer waits.
 *
 * A position alone says too little: a replica may have the same count of bytes of another history. `run` names the
 * primary's: a token in a row that the primary wrote after it had started. A replica that holds the row has followed this
 * primary until then, and one that replays the same timeline has not followed anybody else since: a server that leaves a
 * timeline gives its own the next number.
 */

/** One life of a primary: from one start to its end, on one timeline. */
export type Run = { readonly token: string; readonly system: string }

/** Position and time that the primary reported after a batch was closed. */
export type Mark = {
  /** Bytes of its log that it has flushed. */
  readonly position: number
  readonly timeline: number
  readonly run: Run
  /** Its time: expiry is evaluated by it, never by a replica's own clock. */
  readonly at: string
}

/** Identity that a connection's server reported when the connection was opened. */
export type Binding = {
  readonly system: string
  readonly startedAt: string
  /** False when the server is not the one that the connection was made to: a pooler stands between. */
  readonly isDirect: boolean
}

/** State that it reports on the same connection before each read. The timeline is read after the position. */
export type Progress = {
  readonly startedAt: string
  readonly isDirect: boolean
  /** Bytes replayed; null for a server that does not replay. */
  readonly position: number | null
  /** Of the stream that it follows; null while it follows none, or its role may not know. */
  readonly timeline: number | null
  readonly holdsRun: boolean
}

/** Why the primary answers: in the order in which it is asked. */
export const refusals = [
  'resting',
  'no_mark',
  'away',
  'balanced',
  'pooled',
  'foreign',
  'promoted',
  'no_stream',
  'timeline',
  'behind',
] as const
export type Refusal = (typeof refusals)[number]

/** Returns the reason why the connection's server may not be asked for its position, or null. */
export function judgeBinding(mark: Mark, binding: Binding): Refusal | null {
  if (!binding.isDirect) return 'pooled'
  return binding.system === mark.run.system ? null : 'foreign'
}

/** Evaluates whether this connection may serve a batch that was closed before `mark` was requested. */
export function judgeReplica(mark: Mark, binding: Binding, progress: Progress): Refusal | 'may read' {
  const unfit = judgeBinding(mark, binding)
  if (unfit) return unfit
  if (!progress.isDirect || progress.startedAt !== binding.startedAt) return 'pooled'
  if (progress.position === null) return 'promoted'
  if (progress.timeline === null) return 'no_stream'
  if (progress.timeline !== mark.timeline) return 'timeline'
  return progress.holdsRun && progress.position >= mark.position ? 'may read' : 'behind'
}

/** Rest of a replica that could not be read, in ms: doubled each time in a row, and shorter for one that is behind. */
export function restAfter(refusal: Refusal, failures: number): number {
  const [first, longest] = refusal === 'behind' ? [25, 1_000] : [100, 5_000]
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 10))
}
