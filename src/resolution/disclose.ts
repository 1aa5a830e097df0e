import { LRUCache } from 'lru-cache'
import { encodeId } from '../kernel/id.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import {
  type AliasPlace,
  aliasRecord,
  type EndpointPlace,
  endpointRecord,
  isAliasMarked,
  isEndpointMarked,
  openedBound,
} from '../registry/binding.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { type Projection, readProjection } from '../registry/endpoints/endpoint-types.ts'
import { readSnapshot } from '../registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Choosable } from './payment-context.ts'
import { disclosedOf, type Facts, type GrantFacts } from './policy.ts'
import { type DisclosedEndpoint, discloseEndpoint } from './projection.ts'
import { endpointsOf, type ResolutionFacts, type ResolvableEndpoint, readEntry } from './store.ts'
import { createTokens } from './tokens.ts'

type Caller = Facts['caller'] & { readonly consumerId: string }

/** The endpoints that one caller may see. */
export type Shown = {
  readonly endpoints: DisclosedEndpoint[]
  /** Their uuids, in the same order: never shown. */
  readonly ids: readonly string[]
  /** The snapshot that they come from: never shown. */
  readonly snapshot: string | null
}

/** @param places indexes into the endpoints */
export const pick = ({ ids, endpoints, snapshot }: Shown, places: readonly number[]): Shown => ({
  endpoints: places.map((at) => endpoints[at]!),
  ids: places.map((at) => ids[at]!),
  snapshot,
})

/** The facts that a payment chooses by, in the order of the endpoints: never shown. */
export function choicesOf({ ids, snapshot }: Shown): Choosable[] {
  const entries = new Map(readSnapshot(snapshot ?? '[]').map((entry) => [entry[0], entry]))
  return ids.map((id) => readEntry(entries.get(id)!, false))
}

/** An answer, and all that it was made of. */
type Cached = {
  readonly shown: Shown
  /** How many endpoints the identity owns. */
  readonly total: number
  /** An upper bound of their JSON. */
  readonly bytes: number
  readonly livemode: boolean
  readonly ownerId: string
  /** The alias, and its mark, which was found to be right. */
  readonly marked: string
  /** The endpoints that the caller's grant covers. */
  readonly granted: string
  /** Opened projections by `sealedKey`. */
  readonly opened: ReadonlyMap<string, Projection>
}

/** Bounds of the cache: answers, characters of snapshots, and milliseconds (about 80 MB in all). */
const bounds = { max: 65_536, maxSize: 32 * 1024 * 1024, ttl: 120_000 }

/** INVARIANT: two grants that give the same text cover the same endpoints. Ids hold no comma. */
const grantedBy = (grant: GrantFacts | null): string => {
  if (!grant?.active) return ''
  return grant.all ? '*' : grant.endpoints.join(',')
}

/** The mark of an alias, and all that it is bound to. */
const markedAs = (place: AliasPlace, mark: string): string => `${mark}|${aliasRecord(place)}`

/** A ciphertext of one identity and owner opens to the same for the same endpoint. */
const sealedKey = ({ id, type, projection }: ResolvableEndpoint): string => `${id}|${type}|${projection}`

/**
 * Renders the endpoints that a caller may see. Opening and rendering is half of an item of a bulk, so answers are cached.
 *
 * - A cached answer serves the same snapshot, letter by letter, of the same identity and owner, under a grant that covers the
 *   same endpoints. Where the snapshot changed, unchanged projections are not opened again: the time of an answer hardly
 *   tells of a change to an endpoint that the caller may not see.
 * - The mark of an alias is verified again unless all that it vouches for is the same.
 * - An answer is cached for one consumer, so its time tells nothing of other consumers' look-ups.
 * - The cache is emptied when a data key is lost, and it is asked only after the verdict.
 */
export function createDisclose(
  keyring: Keyring,
  failures: Pick<BindingFailures, 'note'> | undefined,
  limits: { max: number; maxSize: number; ttl: number } = bounds,
) {
  const tokenOf = createTokens(keyring)
  const cache = new LRUCache<string, Cached>({
    ...limits,
    ttlResolution: 1_000,
    perf: { now: () => performance.now() },
    sizeCalculation: ({ shown }) => shown.snapshot?.length || 1,
  })
  let losses = keyring.losses

  function projectionOf(endpoint: ResolvableEndpoint, place: EndpointPlace, before: Cached | null) {
    const { capabilities, projection, mark } = endpoint
    if (projection === null || mark === null) return undefined
    if (!isEndpointMarked(keyring, place, capabilities, Buffer.from(mark, 'base64'))) return undefined
    const known = before?.opened.get(sealedKey(endpoint))
    if (known) return known
    const sealed = Buffer.from(projection, 'base64')
    const opened = openedBound(() => keyring.open('projection', endpointRecord(place), place.livemode, sealed))
    return opened && readProjection(opened)
  }

  function isBound(place: AliasPlace, mark: string | null, cached: Cached | undefined): boolean {
    if (mark === null) return false
    if (cached?.livemode === place.livemode && cached.marked === markedAs(place, mark)) return true
    return isAliasMarked(keyring, place, Buffer.from(mark, 'base64'))
  }

  function render(caller: Caller, found: ResolutionFacts, marked: string, cached: Cached | undefined): Cached {
    const { grant, snapshot, identity } = found
    const { livemode } = caller
    const { id: identityId, consumerId: ownerId } = identity!
    const before = cached?.livemode === livemode && cached.ownerId === ownerId ? cached : null
    const { disclosed, total } = disclosedOf({ caller, grant, endpoints: endpointsOf(found) })
    const ids: string[] = []
    const endpoints: DisclosedEndpoint[] = []
    const opened = new Map<string, Projection>()
    for (const endpoint of disclosed) {
      const { id, type, capabilities } = endpoint
      const projection = projectionOf(endpoint, { id, livemode, identityId, consumerId: ownerId, type }, before)
      if (projection === undefined) {
        failures?.note('endpoint', id)
        continue
      }
      ids.push(id)
      opened.set(sealedKey(endpoint), projection)
      const record = { id: encodeId('endpoint', id), type, capabilities }
      endpoints.push(discloseEndpoint(record, projection, tokenOf(caller, endpoint, grant)))
    }
    const shown = { endpoints, ids, snapshot }
    return { shown, total, bytes: sizeOf(endpoints), livemode, ownerId, marked, granted: grantedBy(grant), opened }
  }

  const isOf = (cached: Cached, { livemode }: Caller, { grant, snapshot, identity }: ResolutionFacts): boolean =>
    cached.shown.snapshot === snapshot &&
    cached.livemode === livemode &&
    cached.ownerId === identity!.consumerId &&
    cached.granted === grantedBy(grant)

  /**
   * Takes facts that the policy did not refuse. An endpoint that is not bound to the identity is left out.
   * @returns null where the alias has no mark of leading to the identity
   * @throws UnknownKey · SignpostError decryption_failed
   */
  return function disclose(
    caller: Caller,
    { type, value }: Pick<NormalizedAlias, 'type' | 'value'>,
    found: ResolutionFacts,
  ): Pick<Cached, 'shown' | 'total' | 'bytes'> | null {
    if (losses !== keyring.losses) {
      cache.clear()
      losses = keyring.losses
    }
    const { consumerId, livemode } = caller
    const { id: identityId, consumerId: ownerId } = found.identity!
    const { id, mark } = found.alias!
    const key = `${consumerId}|${identityId}`
    const cached = cache.get(key)
    const place = { id, livemode, identityId, consumerId: ownerId, type, value }
    if (!isBound(place, mark, cached)) {
      failures?.note('alias', id)
      return null
    }
    if (cached && isOf(cached, caller, found)) return cached
    const made = render(caller, found, markedAs(place, mark!), cached)
    cache.set(key, made)
    return made
  }
}

/** An upper bound of the JSON that shows these: names, quotes and ids, and twice each text, whose quotes may be escaped. */
function sizeOf(endpoints: readonly DisclosedEndpoint[]): number {
  let bytes = 1_000
  for (const { capabilities, url = '', masked = '' } of endpoints) {
    bytes += 400 + 2 * Buffer.byteLength(url) + 2 * Buffer.byteLength(masked)
    for (const { asset, network = '', rail } of capabilities)
      bytes += 100 + 2 * (Buffer.byteLength(asset) + Buffer.byteLength(network) + Buffer.byteLength(rail))
  }
  return bytes
}
