import { isDeepStrictEqual } from 'node:util'

export const kinds = ['identity', 'alias', 'endpoint', 'grant'] as const
export type Kind = (typeof kinds)[number]

/** One write that a client wanted: sent once or more under one key, until it was answered. */
export type Wanted = {
  kind: Kind
  /** A text in the record that finds it again; unique among the requests. */
  marker: string
  /** The body of the 2xx answer; null while there is none. */
  acknowledged: { id: string } | null
  /** An attempt broke before its answer came, and a later one got the answer that the work was already done. */
  wasRecovered: boolean
}

/** One record that is stored. */
export type Effect = {
  kind: Kind
  marker: string
  id: string
  /** Number of events that report its creation. */
  events: number
}

export type Balance = {
  wanted: number
  acknowledged: number
  /** Acknowledged and not stored, or not as it was acknowledged. */
  lost: number
  /** Requests with more than one effect. */
  doubled: number
  /** Effects without a request. */
  foreign: number
  /** Effects with no event, or with several. */
  misreported: number
  /** Commits whose answer was lost: the fault fell between the work and its acknowledgement. */
  unheard: number
}

const keyOf = ({ kind, marker }: { kind: Kind; marker: string }) => `${kind} ${marker}`

/**
 * Compares what was acknowledged with what is stored. `reread` is what the service says of each acknowledged record now,
 * by its id.
 */
export function balance(
  wanted: readonly Wanted[],
  effects: readonly Effect[],
  reread: ReadonlyMap<string, unknown>,
): Balance {
  const effectsOf = Map.groupBy(effects, keyOf)
  const known = new Set(wanted.map(keyOf))
  const isKept = (request: Wanted & { acknowledged: { id: string } }): boolean => {
    const { acknowledged } = request
    const stored = effectsOf.get(keyOf(request)) ?? []
    return (
      stored.some(({ id }) => id === acknowledged.id) && isDeepStrictEqual(reread.get(acknowledged.id), acknowledged)
    )
  }
  const acknowledged = wanted.filter((request) => request.acknowledged !== null)
  return {
    wanted: wanted.length,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((request) => !isKept(request as never)).length,
    doubled: wanted.filter((request) => (effectsOf.get(keyOf(request))?.length ?? 0) > 1).length,
    foreign: effects.filter((effect) => !known.has(keyOf(effect))).length,
    misreported: effects.filter(({ events }) => events !== 1).length,
    unheard: wanted.filter((request) => request.wasRecovered || isUnheard(request, effectsOf)).length,
  }
}

const isUnheard = (request: Wanted, effectsOf: ReadonlyMap<string, readonly Effect[]>): boolean =>
  request.acknowledged === null && effectsOf.has(keyOf(request))

/** Checks that nothing is lost, doubled, foreign or misreported. */
export const isBalanced = ({ lost, doubled, foreign, misreported }: Balance): boolean =>
  lost + doubled + foreign + misreported === 0
