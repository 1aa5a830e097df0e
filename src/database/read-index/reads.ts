import { Distribution } from '../../observability/family.ts'
import {
  type Binding,
  judgeBinding,
  judgeReplica,
  type Mark,
  type Progress,
  type Refusal,
  refusals,
  restAfter,
} from './rules.ts'

/** A connection to a replica: bound to its server when it is opened, and never to another. */
export type ReplicaConnection<Batch, Answer> = {
  readonly binding: Binding
  progress(run: string): Promise<Progress>
  /** In a separate statement, after the position was read. */
  read(batch: Batch, at: string): Promise<Answer>
  /** `isSound` is false if the answer was wrong or missing. */
  release(isSound: boolean): void
}

export type ReplicaPort<Batch, Answer> = {
  connect(): Promise<ReplicaConnection<Batch, Answer>>
}

/** A failure that has a name. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`The replica is not read from: ${refusal}`)
    this.refusal = refusal
  }
}

/** A connection, with its server's report from before the mark, and the run that the report names. */
type Beside<Batch, Answer> = {
  readonly connection: ReplicaConnection<Batch, Answer>
  readonly said: { readonly run: string; readonly progress: Progress } | null
}

type TimeLimit = <T>(work: Promise<T>) => Promise<T>

export type ReplicaReadsDeps<Batch, Answer> = {
  replicas: readonly ReplicaPort<Batch, Answer>[]
  /** Asks the primary; null if it gives no mark. Rejects if the primary is away: then no server answers. */
  takeMark: () => Promise<Mark | null>
  /** Time that a replica may take to catch up. */
  waitMs: number
  clock: () => number
  pause: (ms: number) => Promise<unknown>
  /** Time limits of the replica's report about itself, and of the read. */
  inWait: TimeLimit
  inRead: TimeLimit
  /** Called when reads from a replica begin or end. */
  onChange?: (index: number, refusal: Refusal | null) => void
}

const secondsBounds = [0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5]

export const newCounts = (replicas: number) => ({
  /** Batches by the answering server. */
  primary: 0,
  replicas: new Array<number>(replicas).fill(0),
  fallbacks: Object.fromEntries(refusals.map((refusal) => [refusal, 0])) as Record<Refusal, number>,
  markSeconds: new Distribution(secondsBounds),
  waitSeconds: new Distribution(secondsBounds),
})
export type ReplicaCounts = Readonly<ReturnType<typeof newCounts>>

type State<Port> = { port: Port; index: number; failures: number; restsUntil: number; isRead: boolean }

/** Chooses the next replica: one that was away rests, longer each time. */
function createTurns<Port>(
  replicas: readonly Port[],
  clock: () => number,
  onChange: (index: number, refusal: Refusal | null) => void,
) {
  const states = replicas.map(
    (port, index): State<Port> => ({ port, index, failures: 0, restsUntil: 0, isRead: false }),
  )
  let turn = 0

  const isAwake = ({ restsUntil }: State<Port>) => restsUntil <= clock()

  function next(): State<Port> | undefined {
    const awake = states.filter(isAwake)
    const state = awake[turn++ % awake.length]
    // One batch tries a replica that was away; the others don't wait for it.
    if (state && state.failures > 0) state.restsUntil = clock() + restAfter('away', state.failures)
    return state
  }

  function note(state: State<Port>, refusal: Refusal | null): void {
    state.failures = refusal === null ? 0 : state.failures + 1
    state.restsUntil = refusal === null ? 0 : clock() + restAfter(refusal, state.failures)
    const isRead = refusal === null
    if (isRead !== state.isRead) onChange(state.index, refusal)
    state.isRead = isRead
  }

  return { states, next, note }
}

/**
 * Reads batches from replicas by the rules of the read index, and otherwise from the primary: in the same request,
 * whatever the failure. The choice of the replica goes round in turn, and is independent of the request.
 */
export function createReplicaReads<Batch, Answer>(deps: ReplicaReadsDeps<Batch, Answer>) {
  const { replicas, takeMark, waitMs, clock, pause, inWait, inRead, onChange = () => undefined } = deps
  const counts = newCounts(replicas.length)
  const { states, next, note } = createTurns(replicas, clock, onChange)
  type Asked = Beside<Batch, Answer>
  let lastRun: string | null = null

  /**
   * Waits on the reading connection until its server has replayed past the mark. A report from before the mark counts,
   * because it precedes the read and a position only grows; but only if it names the same run.
   */
  async function reach({ connection, said }: Asked, mark: Mark): Promise<Refusal | 'may read'> {
    const unfit = judgeBinding(mark, connection.binding)
    if (unfit) return unfit
    const until = clock() + waitMs
    const first = said?.run === mark.run.token ? judgeReplica(mark, connection.binding, said.progress) : 'behind'
    if (first !== 'behind') return first
    for (let ms = 1; ; ms = Math.min(2 * ms, 8)) {
      const progress = await inWait(connection.progress(mark.run.token))
      const verdict = judgeReplica(mark, connection.binding, progress)
      if (verdict !== 'behind' || clock() + ms > until) return verdict
      await pause(ms)
    }
  }

  /** A late connection is available to the next batch. */
  function connect(port: ReplicaPort<Batch, Answer>): Promise<ReplicaConnection<Batch, Answer>> {
    const connecting = port.connect()
    return inWait(connecting).catch((error) => {
      connecting.then(
        (late) => late.release(true),
        () => undefined,
      )
      throw error
    })
  }

  /** Asks a replica for its position in the last known run, while the primary is asked for the mark. */
  async function askBeside({ port }: State<ReplicaPort<Batch, Answer>>): Promise<Asked> {
    const connection = await connect(port)
    const run = lastRun
    if (run === null) return { connection, said: null }
    try {
      return { connection, said: { run, progress: await inWait(connection.progress(run)) } }
    } catch (error) {
      connection.release(false)
      throw error
    }
  }

  /** Without a mark in time, the connection is put back. */
  const putBack = (asking: Promise<Asked>): void =>
    void asking.then(
      ({ connection }) => connection.release(true),
      () => undefined,
    )

  async function readFrom(asking: Promise<Asked>, mark: Mark, batch: Batch): Promise<Answer> {
    const began = clock()
    const asked = await asking
    const { connection } = asked
    let isSound = false
    try {
      const verdict = await reach(asked, mark)
      isSound = verdict === 'may read' || verdict === 'behind'
      if (verdict !== 'may read') throw new Refused(verdict)
      counts.waitSeconds.note((clock() - began) / 1_000)
      isSound = false
      const answer = await inRead(connection.read(batch, mark.at))
      isSound = true
      return answer
    } finally {
      connection.release(isSound)
    }
  }

  async function markBeside(asking: Promise<Asked>): Promise<Mark | null> {
    const began = clock()
    let mark: Mark | null = null
    try {
      mark = await takeMark()
    } finally {
      if (!mark) putBack(asking)
    }
    counts.markSeconds.note((clock() - began) / 1_000)
    if (mark) lastRun = mark.run.token
    return mark
  }

  async function read(batch: Batch, fromPrimary: () => Promise<Answer>): Promise<Answer> {
    const instead = (refusal: Refusal) => {
      counts.fallbacks[refusal]++
      counts.primary++
      return fromPrimary()
    }
    const state = next()
    if (!state) return instead('resting')
    const asking = askBeside(state)
    // Its failure is reported by the `await`.
    asking.catch(() => undefined)
    const mark = await markBeside(asking)
    if (!mark) return instead('no_mark')
    try {
      const answer = await readFrom(asking, mark, batch)
      note(state, null)
      counts.replicas[state.index]!++
      return answer
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : 'away'
      note(state, refusal)
      return instead(refusal)
    }
  }

  return {
    read,
    counts: counts as ReplicaCounts,
    /** For each replica: true when it was read from on its last turn. */
    areRead: () => states.map(({ isRead }) => isRead),
    /** For each replica: true unless its last request failed. */
    areUp: () => states.map(({ failures }) => failures === 0),
  }
}
