import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import type { ReadOn } from '../database/read-index/connection-store.ts'
import { Refused } from '../database/read-index/reads.ts'
import { createTimeLimit } from '../database/time-limit.ts'
import { fromDatabase } from '../database/violations.ts'
import { readNumber, readText } from '../kernel/stored.ts'
import { Distribution } from '../observability/distribution.ts'
import type { ProofNeed } from '../ownership/proofs/needs.ts'
import type { Capability } from '../registry/endpoints/capability.ts'
import { readSnapshot, type SnapshotCapability, type SnapshotEntry } from '../registry/endpoints/snapshot-store.ts'
import type { AliasFacts, EndpointFacts, GrantFacts, IdentityFacts } from './policy.ts'
import { type Row, type Statements, statementsFor } from './rows-store.ts'

/** A normalized alias and who asks. The caller's consumer is a key column: grants come in the same statement. */
export type LookUp = {
  readonly livemode: boolean
  readonly type: string
  readonly value: string
  readonly skeleton: string
  readonly consumerId: string
}

export type ResolvableEndpoint = EndpointFacts & {
  readonly type: string
  readonly capabilities: readonly Capability[]
  /** Sealed, in base64: opened only after a `resolved` verdict. */
  readonly projection: string | null
  /** Of its capabilities, in base64. */
  readonly mark: string | null
}

/** All that the policy may want to know, in the same shape whether or not anything exists. Ids are uuids. */
export type ResolutionFacts = {
  /** With its mark, in base64. */
  alias: (AliasFacts & { mark: string | null }) | null
  /** With its owner. */
  identity: (IdentityFacts & { type: string; consumerId: string }) | null
  grant: (GrantFacts & { id: string }) | null
  hasOpenRequest: boolean
  /** What the alias must show: by the look-up and the configuration alone. */
  need: ProofNeed
  /** The endpoints as they are stored: `endpointsOf` reads them. */
  snapshot: string | null
}

/** Reads the endpoints from the snapshot. Their environment is their identity's: no row can be of another. */
export function endpointsOf({ identity, snapshot }: ResolutionFacts): ResolvableEndpoint[] {
  if (identity === null || snapshot === null) return []
  const { livemode } = identity
  return readSnapshot(snapshot).map((entry) => readEntry(entry, livemode))
}

/** One endpoint of a snapshot. */
export function readEntry(entry: SnapshotEntry, livemode: boolean): ResolvableEndpoint {
  return {
    id: entry[0],
    livemode,
    type: readText(entry[1]),
    status: typeof entry[1] === 'string' ? entry[2] : 'disabled',
    privacyLevel: entry[3],
    priority: readNumber(entry[4]),
    createdAt: readNumber(entry[5]),
    capabilities: entry[6].map(readCapability),
    projection: entry[7],
    mark: entry[8],
  }
}

function readCapability([asset, rail, network, isInstant, least, greatest]: SnapshotCapability): Capability {
  const capability: Capability = network === null ? { asset, rail } : { asset, network, rail }
  if (isInstant === true) capability.supportsInstant = true
  if (typeof least === 'number') capability.minAmount = least
  if (typeof greatest === 'number') capability.maxAmount = greatest
  return capability
}

export type FactsOptions = {
  /** Look-ups in one statement, at most. */
  maxBatchSize?: number
  /** Statements under way at once, at most: what comes meanwhile gathers into the next. */
  maxInFlight?: number
  /** How long a statement is under way before another may begin beside it, where a full batch does not wait. */
  besideAfterMs?: number
  /** How long after one began the next begins, where a full batch does not wait: what comes meanwhile gathers. */
  paceMs?: number
  /** Behind a batch of fewer look-ups than this, none gathers for the pace's sake. */
  pacedFrom?: number
  prepared?: boolean
  timeoutMs?: number
  /** What is asked: without a word, nothing of proofs. */
  statements?: Statements
  /** Where there are replicas to read from. */
  replicas?: FactsReplicas
}

export type FactsReplicas = {
  /** Reads a closed batch from a replica that is far enough, or else by `fromPrimary`. */
  read(batch: readonly LookUp[], fromPrimary: () => Promise<Row[]>): Promise<Row[]>
}

/** Reads a batch on a replica. Each row says who answered. */
export const readFactsOn =
  (statements: Statements, prepared: boolean): ReadOn<readonly LookUp[], Row[]> =>
  async (on, batch, at) => {
    const rows = await on.query<Row>({
      ...(prepared ? { name: 'resolution-facts-at' } : {}),
      text: statements.replica,
      values: [...statements.values(batch), at],
      rowMode: 'array',
    })
    if (!rows.every((row) => on.isDirect(row[13]))) throw new Refused('pooled')
    return rows
  }

/** Look-ups per statement, and statements under way. */
export type LookUpCounts = { readonly sizes: Distribution; inFlight: number }
const batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/**
 * The one read behind resolve: single and bulk, REST, GraphQL, `_entities` and nested fields.
 *
 * Look-ups of all requests under way gather until the event loop has handled what arrived, then go out as one statement.
 * What is loaded doesn't depend on the caller until the policy runs, but for the consumer in the key.
 */
export function createResolutionFacts(pool: Pool, options: FactsOptions = {}) {
  const { maxBatchSize = 256, maxInFlight = 2, besideAfterMs = 0, prepared = true } = options
  const { paceMs = 0, pacedFrom = 0 } = options
  const { timeoutMs = 2_000, replicas, statements = statementsFor(null) } = options
  const waiting: (() => void)[] = []
  const counts: LookUpCounts = { sizes: new Distribution(batchBounds), inFlight: 0 }
  const inTime = createTimeLimit(timeoutMs)
  let scheduled = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let lastSize = 0
  let askedAgainAt = Number.POSITIVE_INFINITY
  let again: NodeJS.Timeout | undefined

  /** Whether one more batch may go out. Where only time is missing, it is asked again. */
  function mayGo(): boolean {
    const underWay = counts.inFlight + scheduled
    if (underWay >= maxInFlight) return false
    const behindMs = lastSize < pacedFrom ? 0 : paceMs
    const gatherMs = underWay === 0 ? behindMs : besideAfterMs
    const isFull = waiting.length > scheduled + 1
    if (isFull || gatherMs === 0) return true
    const mayGoAt = lastAt + gatherMs
    if (mayGoAt <= performance.now()) return true
    askAgainAt(mayGoAt)
    return false
  }

  function askAgainAt(at: number): void {
    if (askedAgainAt <= at) return
    clearTimeout(again)
    askedAgainAt = at
    again = setTimeout(askAgain, Math.max(1, at - performance.now()))
  }

  function askAgain(): void {
    askedAgainAt = Number.POSITIVE_INFINITY
    pump()
  }

  function pump(): void {
    while (waiting.length > scheduled && mayGo()) {
      scheduled++
      lastAt = performance.now()
      setImmediate(() => {
        scheduled--
        counts.inFlight++
        waiting.shift()!()
      })
    }
  }

  async function fromPrimary(lookUps: readonly LookUp[]): Promise<Row[]> {
    const asked = pool.query<Row>({
      ...(prepared ? { name: 'resolution-facts' } : {}),
      text: statements.primary,
      values: statements.values(lookUps),
      rowMode: 'array',
    } as never)
    return (await inTime(asked)).rows
  }

  /** INVARIANT (read index): the batch is closed when this is called. What a replica must hold is asked from here on. */
  async function read(lookUps: readonly LookUp[]): Promise<ResolutionFacts[]> {
    counts.sizes.note(lookUps.length)
    lastSize = lookUps.length
    const own = () => fromPrimary(lookUps)
    try {
      return statements.read(lookUps, await (replicas ? replicas.read(lookUps, own) : own()))
    } catch (error) {
      throw fromDatabase(error)
    } finally {
      counts.inFlight--
      pump()
    }
  }

  const loader = new DataLoader<LookUp, ResolutionFacts>(read, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (flush) => {
      waiting.push(flush)
      pump()
    },
  })
  return Object.assign(loader, { counts: counts as Readonly<LookUpCounts> })
}

export type ResolutionFactsLoader = Pick<ReturnType<typeof createResolutionFacts>, 'load'>
