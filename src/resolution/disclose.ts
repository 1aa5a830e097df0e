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
  /** The alias whose mark was verified last. */
  readonly alias: MarkedAlias
  /** The endpoints that the caller's grant covers. */
  readonly granted: string
  /** The JSON of the opened projections by `sealedKey`. */
  readonly opened: string
}

/** Bounds of the cache: answers (2.3 kB each, measured), their characters, and milliseconds. */
const bounds = { max: 16_384, maxSize: 16 * 1024 * 1024, ttl: 120_000 }

/** INVARIANT: two texts with the same hash are the same. */
const hashOf = (text: string): string => hash('sha256', text, 'base64')

/** INVARIANT: two grants with the same text cover the same endpoints. Ids contain no comma. */
const grantedBy = (grant: GrantFacts | null): string => {
  if (!grant?.active) return ''
  return grant.all ? '*' : grant.endpoints.join(',')
}

/** An alias with its mark, which binds it to identity, owner and environment as well. */
type MarkedAlias = Pick<AliasPlace, 'id' | 'type' | 'value'> & { readonly mark: string }

/** Identity, owner and environment are the cache's key. */
const isSameAlias = (alias: MarkedAlias, place: AliasPlace, mark: string): boolean =>
  alias.mark === mark && alias.id === place.id && alias.type === place.type && alias.value === place.value

/** A ciphertext of one identity and owner opens to the same text for the same endpoint. */
const sealedKey = ({ id, type, projection }: ResolvableEndpoint): string => hashOf(`${id}|${type}|${projection}`)

/**
 * Opens an endpoint's projection, inside `keyring.opening`; undefined where it is not bound to its row. `known`: the same
 * one, opened before. @throws UnknownKey
 */
export function openProjection(
  keyring: Keyring,
  endpoint: ResolvableEndpoint,
  place: EndpointPlace,
  known?: Projection,
): Projection | undefined {
  const { capabilities, projection, mark } = endpoint
  if (projection === null || mark === null) return undefined
  if (!isEndpointMarked(keyring, place, capabilities, Buffer.from(mark, 'base64'))) return undefined
  if (known) return known
  const sealed = Buffer.from(projection, 'base64')
  const opened = openedBound(() => keyring.open('projection', endpointRecord(place), place.livemode, sealed))
  return opened && readProjection(opened)
}

/**
 * Renders the endpoints that a caller may see. Opening and rendering is half of an item of a bulk, so answers are cached.
 *
 * - A cached answer serves the same snapshot of the same identity, owner and environment, under a grant that covers the same endpoints.
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
    sizeCalculation: ({ json, opened }) => json.length + opened.length,
  })
  let losses = keyring.losses

  function isBound(place: AliasPlace, mark: string | null, cached: Cached | undefined): boolean {
    if (mark === null) return false
    if (cached && isSameAlias(cached.alias, place, mark)) return true
    return isAliasMarked(keyring, place, Buffer.from(mark, 'base64'))
  }

  /** @param before projections of the same identity, owner and environment that were opened before */
  function render(caller: Caller, found: ResolutionFacts, before: ReadonlyMap<string, Projection>) {
    const { grant, identity } = found
    const { livemode } = caller
    const { id: identityId, consumerId: ownerId } = identity!
    const { disclosed, total } = disclosedOf({ caller, grant, endpoints: endpointsOf(found) })
    const ids: string[] = []
    const endpoints: DisclosedEndpoint[] = []
    const opened: [string, Projection][] = []
    for (const endpoint of disclosed) {
      const { id, type, capabilities } = endpoint
      const place = { id, livemode, identityId, consumerId: ownerId, type }
      const key = sealedKey(endpoint)
      const projection = openProjection(keyring, endpoint, place, before.get(key))
      if (projection === undefined) {
        failures?.note('endpoint', id)
        continue
      }
      ids.push(id)
      opened.push([key, projection])
      const record = { id: encodeId('endpoint', id), type, capabilities }
      endpoints.push(discloseEndpoint(record, projection, tokenOf(keyring, caller, endpoint, grant)))
    }
    const json = JSON.stringify(endpoints)
    return { endpoints, made: { json, ids, total, bytes: sizeOf(endpoints), opened: JSON.stringify(opened) } }
  }

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
    const key = `${consumerId}|${identityId}|${ownerId}|${livemode}`
    const cached = cache.get(key)
    if (!isBound({ id, livemode, identityId, consumerId: ownerId, type, value }, mark, cached)) {
      failures?.note('alias', id)
      return null
    }
    const { snapshot } = found
    const [hash, granted] = [hashOf(snapshot ?? ''), grantedBy(found.grant)]
    if (cached?.hash === hash && cached.granted === granted) {
      const { json, ids, total, bytes } = cached
      return { shown: renderedFrom(json, ids, snapshot), total, bytes }
    }
    const { endpoints, made } = render(caller, found, new Map(JSON.parse(cached?.opened ?? '[]')))
    cache.set(key, { ...made, hash, granted, alias: { id, type, value, mark: mark! } })
    return { shown: renderedFrom(made.json, made.ids, snapshot, endpoints), total: made.total, bytes: made.bytes }
  }
}
