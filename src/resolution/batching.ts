import type { Span } from '@opentelemetry/api'
import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { lookUpOpening } from '../database/tracing.ts'
import { fromDatabase } from '../database/violations.ts'
import { Distribution } from '../observability/family.ts'
import { fail, type Tracing } from '../observability/tracing.ts'
import {
  type LookUp,
  type ResolutionFacts,
  type Row,
  readFactsOnPrimary,
  type Statements,
  statementsFor,
} from './facts-store.ts'

export type FactsOptions = {
  /** Look-ups in one statement, at most. */
  maxBatchSize?: number
  /** Statements in flight, at most: later look-ups are gathered into the next. */
  maxInFlight?: number
  /** The age of a statement in flight from which another may begin beside it; a full batch does not wait. */
  besideAfterMs?: number
  /** The least time between the beginnings of two statements; a full batch does not wait. */
  paceMs?: number
  /** A batch smaller than this does not delay the next one by `paceMs`. */
  pacedFrom?: number
  /** Without it, no proof is required. */
  statements?: Statements
  /** Present if there are replicas to read from. */
  replicas?: FactsReplicas
}

type FactsReplicas = {
  /** Reads a closed batch from a replica that has replayed enough, or else by `fromPrimary`. */
  read(batch: readonly LookUp[], fromPrimary: () => Promise<Row[]>): Promise<Row[]>
}

/** Look-ups per statement, and statements in flight. */
export type LookUpCounts = { readonly sizes: Distribution; inFlight: number }
const batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/**
 * The one read behind resolve: single and bulk, REST, GraphQL, `_entities` and nested fields.
 *
 * Look-ups of all requests gather until the event loop has handled what arrived, then go out as one statement. The facts
 * depend on the caller only by the consumer in the key, until the policy runs.
 */
export function createResolutionFacts(pool: Pool, options: FactsOptions = {}) {
  const { maxBatchSize = 256, maxInFlight = 2, besideAfterMs = 0 } = options
  const { paceMs = 0, pacedFrom = 0 } = options
  const { replicas, statements = statementsFor(null) } = options
  const readPrimary = readFactsOnPrimary(pool, statements)
  const waiting: (() => void)[] = []
  const counts: LookUpCounts = { sizes: new Distribution(batchBounds), inFlight: 0 }
  let scheduled = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let lastSize = 0
  let retryAt = Number.POSITIVE_INFINITY
  let retry: NodeJS.Timeout | undefined

  /** Decides whether one more batch may go out. If it is only too early, dispatching is retried in time. */
  function mayDispatch(): boolean {
    const underWay = counts.inFlight + scheduled
    if (underWay >= maxInFlight) return false
    const behindMs = lastSize < pacedFrom ? 0 : paceMs
    const gatherMs = underWay === 0 ? behindMs : besideAfterMs
    const isFull = waiting.length > scheduled + 1
    if (isFull || gatherMs === 0) return true
    const earliest = lastAt + gatherMs
    if (earliest <= performance.now()) return true
    retryNoLaterThan(earliest)
    return false
  }

  function retryNoLaterThan(at: number): void {
    if (retryAt <= at) return
    clearTimeout(retry)
    retryAt = at
    retry = setTimeout(
      () => {
        retryAt = Number.POSITIVE_INFINITY
        dispatch()
      },
      Math.max(1, at - performance.now()),
    )
  }

  function dispatch(): void {
    while (waiting.length > scheduled && mayDispatch()) {
      scheduled++
      lastAt = performance.now()
      setImmediate(() => {
        scheduled--
        counts.inFlight++
        waiting.shift()!()
      })
    }
  }

  /** INVARIANT (read index): the batch is closed before its mark is taken, which a replica must have reached. */
  async function read(lookUps: readonly LookUp[]): Promise<ResolutionFacts[]> {
    counts.sizes.note(lookUps.length)
    lastSize = lookUps.length
    const fromPrimary = () => readPrimary(lookUps)
    try {
      return statements.read(lookUps, await (replicas ? replicas.read(lookUps, fromPrimary) : fromPrimary()))
    } catch (error) {
      throw fromDatabase(error)
    } finally {
      counts.inFlight--
      dispatch()
    }
  }

  const loader = new DataLoader<LookUp, ResolutionFacts>(read, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (flush) => {
      waiting.push(flush)
      dispatch()
    },
  })
  return Object.assign(loader, { counts: counts as Readonly<LookUpCounts> })
}

export type ResolutionFactsLoader = Pick<ReturnType<typeof createResolutionFacts>, 'load'>

type Wait = { span: Span; asked: number; pending: number }

/**
 * Adds a span for the time that a resolver waits for its look-ups. All running requests share the statement, so it is
 * no request's child: each of them has a separate span for its wait.
 */
export function traceLookUps(facts: ResolutionFactsLoader, tracing: Tracing): ResolutionFactsLoader {
  const waits = new WeakMap<Span, Wait>()

  function waitOf(resolver: Span): Wait {
    const begun = waits.get(resolver)
    if (begun) return begun
    const wait = { span: tracing.start('SELECT alias', lookUpOpening), asked: 0, pending: 0 }
    waits.set(resolver, wait)
    return wait
  }

  return {
    load(lookUp: LookUp) {
      const resolver = tracing.current()
      const loading = tracing.outside(() => facts.load(lookUp))
      if (!resolver) return loading
      const wait = waitOf(resolver)
      wait.asked++
      wait.pending++
      const settle = () => {
        if (--wait.pending > 0) return
        waits.delete(resolver)
        wait.span.setAttribute('db.operation.batch.size', wait.asked)
        wait.span.end()
      }
      loading.then(settle, (error) => {
        fail(wait.span, error)
        settle()
      })
      return loading
    },
  }
}
