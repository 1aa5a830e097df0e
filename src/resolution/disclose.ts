import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { encodeId } from '../kernel/id.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import {
  type AliasPlace,
  type EndpointPlace,
  endpointRecord,
  isAliasMarked,
  isEndpointMarked,
  openedBound,
} from '../registry/binding.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { type Projection, readProjection } from '../registry/endpoints/endpoint-types.ts'
import type { Keyring } from '../vault/keyring.ts'
import { type DisclosedEndpoint, discloseEndpoint, sizeOf, tokenOf } from './endpoint-view.ts'
import { endpointsOf, type ResolutionFacts, type ResolvableEndpoint } from './facts-store.ts'
import { disclosedOf, type Facts, type GrantFacts } from './policy.ts'

type Caller = Facts['caller'] & { readonly consumerId: string }

/** The endpoints that one caller may see. */
export type RenderedEndpoints = {
  /** Read from `json` when they are asked for first. */
  readonly endpoints: DisclosedEndpoint[]
  /** Their uuids, in the same order: internal. */
  readonly ids: readonly string[]
  /** Their snapshot: internal. */
  readonly snapshot: string | null
  /** The JSON of the endpoints, made once for all answers that hold them. */
  readonly json: string
}

/** @param made the endpoints where they are there already */
export function renderedFrom(
  json: string,
  ids: readonly string[],
  snapshot: string | null,
  made?: DisclosedEndpoint[],
): RenderedEndpoints {
  let endpoints = made
  return {
    ids,
    snapshot,
    json,
    get endpoints() {
      endpoints ??= JSON.parse(json) as DisclosedEndpoint[]
      return endpoints
    },
  }
}

/** A rendered answer with its inputs. Thousands are kept: of long texts it has hashes. */
type Cached = {
  readonly json: string
  readonly ids: readonly string[]
  /** Of the snapshot. */
  readonly hash: string
  /** The number of endpoints that the identity owns. */
  readonly total: number
  /** An upper bound of their JSON. */
  readonly bytes: number
  readonly livemode: boolean
  readonly ownerId: string
  /** The alias whose mark was verified last. */
  readonly alias: MarkedAlias
  /** The endpoints that the caller's grant covers. */
  readonly granted: string
  /** The JSON of the opened projections by `sealedKey`. */
  readonly opened: string
}

/** Bounds of the cache: answers (2.3 kB each, measured), their characters, and milliseconds. */
const bounds = { max: 8_192, maxSize: 8 * 1024 * 1024, ttl: 120_000 }

/** INVARIANT: two texts with the same hash are the same. */
const hashOf = (text: string): string => hash('sha256', text, 'base64')

/** INVARIANT: two grants with the same text cover the same endpoints. Ids contain no comma. */
const grantedBy = (grant: GrantFacts | null): string => {
  if (!grant?.active) return ''
  return grant.all ? '*' : grant.endpoints.join(',')
}

/** An alias with its mark, which binds it to identity, owner and environment as well. */
type MarkedAlias = Pick<AliasPlace, 'id' | 'type' | 'value'> & { readonly mark: string }

/** The identity is part of the cache's key. */
const isSameAlias = ({ alias, livemode, ownerId }: Cached, place: AliasPlace, mark: string): boolean =>
  alias.mark === mark &&
  alias.id === place.id &&
  alias.type === place.type &&
  alias.value === place.value &&
  livemode === place.livemode &&
  ownerId === place.consumerId

/** A ciphertext of one identity and owner opens to the same text for the same endpoint. */
const sealedKey = ({ id, type, projection }: ResolvableEndpoint): string => hashOf(`${id}|${type}|${projection}`)

/**
 * Opens an endpoint's projection, inside `keyring.opening`; undefined where it is not bound to its row. `known`: those
 * opened before. @throws UnknownKey
 */
export function openProjection(
  keyring: Keyring,
  endpoint: ResolvableEndpoint,
  place: EndpointPlace,
  known?: ReadonlyMap<string, Projection>,
): Projection | undefined {
  const { capabilities, projection, mark } = endpoint
  if (projection === null || mark === null) return undefined
  if (!isEndpointMarked(keyring, place, capabilities, Buffer.from(mark, 'base64'))) return undefined
  const before = known?.get(sealedKey(endpoint))
  if (before) return before
  const sealed = Buffer.from(projection, 'base64')
  const opened = openedBound(() => keyring.open('projection', endpointRecord(place), place.livemode, sealed))
  return opened && readProjection(opened)
}

/**
 * Renders the endpoints that a caller may see. Opening and rendering is half of an item of a bulk, so answers are cached.
 *
 * - A cached answer serves the same snapshot of the same identity and owner, under a grant that covers the same endpoints.
 *   Where the snapshot changed, unchanged projections are not opened again: the time of an answer hardly depends on a change
 *   to an endpoint that the caller may not see.
 * - The mark of an alias is verified again unless everything that it binds is the same.
 * - An answer is cached for one consumer, so its time does not depend on other consumers' look-ups.
 * - The cache is emptied when a data key is lost, and it is read only after the verdict.
 */
export function createDisclose(
  keyring: Keyring,
  failures: Pick<BindingFailures, 'note'> | undefined,
  limits: { max: number; maxSize: number; ttl: number } = bounds,
) {
  const cache = new LRUCache<string, Cached>({
    ...limits,
    ttlResolution: 1_000,
    perf: { now: () => performance.now() },
    sizeCalculation: ({ json, ids }) => json.length + 100 * ids.length,
  })
  let losses = keyring.losses

  function isBound(place: AliasPlace, mark: string | null, cached: Cached | undefined): boolean {
    if (mark === null) return false
    if (cached && isSameAlias(cached, place, mark)) return true
    return isAliasMarked(keyring, place, Buffer.from(mark, 'base64'))
  }

  /** @param before projections that were opened for this identity and owner */
  function render(
    caller: Caller,
    found: ResolutionFacts,
    alias: MarkedAlias,
    before: ReadonlyMap<string, Projection> | undefined,
  ): [Cached, RenderedEndpoints] {
    const { grant, snapshot, identity } = found
    const { livemode } = caller
    const { id: identityId, consumerId: ownerId } = identity!
    const { disclosed, total } = disclosedOf({ caller, grant, endpoints: endpointsOf(found) })
    const ids: string[] = []
    const endpoints: DisclosedEndpoint[] = []
    const opened: [string, Projection][] = []
    for (const endpoint of disclosed) {
      const { id, type, capabilities } = endpoint
      const place = { id, livemode, identityId, consumerId: ownerId, type }
      const projection = openProjection(keyring, endpoint, place, before)
      if (projection === undefined) {
        failures?.note('endpoint', id)
        continue
      }
      ids.push(id)
      opened.push([sealedKey(endpoint), projection])
      const record = { id: encodeId('endpoint', id), type, capabilities }
      endpoints.push(discloseEndpoint(record, projection, tokenOf(keyring, caller, endpoint, grant)))
    }
    const json = JSON.stringify(endpoints)
    const inputs = { hash: hashOf(snapshot ?? ''), livemode, ownerId, alias, granted: grantedBy(grant) }
    const made = { json, ids, total, bytes: sizeOf(endpoints), ...inputs, opened: JSON.stringify(opened) }
    return [made, renderedFrom(json, ids, snapshot, endpoints)]
  }

  const isOf = (cached: Cached, { livemode }: Caller, { grant, snapshot, identity }: ResolutionFacts): boolean =>
    cached.livemode === livemode &&
    cached.ownerId === identity!.consumerId &&
    cached.granted === grantedBy(grant) &&
    cached.hash === hashOf(snapshot ?? '')

  /**
   * Takes facts that the policy did not refuse. An endpoint that is not bound to the identity is left out.
   * @returns null where no valid mark binds the alias to the identity
   * @throws UnknownKey · SignpostError decryption_failed
   */
  return function disclose(
    caller: Caller,
    { type, value }: Pick<NormalizedAlias, 'type' | 'value'>,
    found: ResolutionFacts,
  ): { shown: RenderedEndpoints; total: number; bytes: number } | null {
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
    if (cached && isOf(cached, caller, found)) {
      const { json, ids, total, bytes } = cached
      return { shown: renderedFrom(json, ids, found.snapshot), total, bytes }
    }
    const isSameOwner = cached?.livemode === livemode && cached.ownerId === ownerId
    const before = isSameOwner ? new Map<string, Projection>(JSON.parse(cached.opened)) : undefined
    const [made, shown] = render(caller, found, { id, type, value, mark: mark! }, before)
    cache.set(key, made)
    return { shown, total: made.total, bytes: made.bytes }
  }
}
