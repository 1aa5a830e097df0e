import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { encodeId } from '../kernel/id.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import {
  type EndpointPlace,
  endpointRecord,
  isAliasMarked,
  isEndpointMarked,
  openedBound,
} from '../registry/binding.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { type Projection, readProjection } from '../registry/endpoints/endpoint-types.ts'
import type { Keyring } from '../vault/keyring.ts'
import { type DisclosedEndpoint, discloseEndpoint, hasToken, sizeOf, tokenOf } from './endpoint-view.ts'
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

/** A rendered answer and what it was made of. Thousands are kept: of long texts it has hashes. */
type Cached = {
  readonly json: string
  readonly ids: readonly string[]
  /** The number of endpoints that the identity owns. */
  readonly total: number
  /** An upper bound of their JSON. */
  readonly bytes: number
  /** Hash of the snapshot. */
  readonly hash: string
  /** The endpoints that the caller's grant covers. */
  readonly granted: string
  /** Hash of the disclosed endpoints. */
  readonly inputs: string
  /** The alias whose mark was verified last, with its mark. */
  readonly alias: string
}

const answerFrom = ({ json, ids, total, bytes }: Cached, snapshot: string | null) => ({
  shown: renderedFrom(json, ids, snapshot),
  total,
  bytes,
})

/** Bounds of the cache: answers, their characters, and milliseconds. */
const bounds = { max: 32_768, maxSize: 32 * 1024 * 1024, ttl: 120_000 }

/** INVARIANT: two texts with the same hash are the same. */
const hashOf = (text: string): string => hash('sha256', text, 'base64')

/** INVARIANT: two grants with the same text cover the same endpoints. Ids contain no comma. */
const grantedBy = (grant: GrantFacts | null): string => {
  if (!grant?.active) return ''
  return grant.all ? '*' : grant.endpoints.join(',')
}

/** All that the answer shows of an endpoint comes from these; identity, owner, caller and environment are the cache's key. */
const inputsOf = (endpoint: ResolvableEndpoint, grant: GrantFacts | null) => {
  const { id, type, capabilities, projection, mark } = endpoint
  return [id, type, capabilities, projection, mark, hasToken(endpoint, grant)]
}

/** Opens an endpoint's projection, inside `keyring.opening`; undefined where it is not bound to its row. @throws UnknownKey */
export function openProjection(
  keyring: Keyring,
  endpoint: ResolvableEndpoint,
  place: EndpointPlace,
): Projection | undefined {
  const { capabilities, projection, mark } = endpoint
  if (projection === null || mark === null) return undefined
  if (!isEndpointMarked(keyring, place, capabilities, Buffer.from(mark, 'base64'))) return undefined
  const sealed = Buffer.from(projection, 'base64')
  const opened = openedBound(() => keyring.open('projection', endpointRecord(place), place.livemode, sealed))
  return opened && readProjection(opened)
}

/**
 * Renders the endpoints that a caller may see. Opening and rendering is most of an item of a bulk, so answers are cached.
 *
 * - A cached answer serves the same snapshot of the same identity, owner and environment, under a grant that covers the same endpoints.
 *   Where the snapshot changed and the disclosed endpoints did not, nothing is opened again: the time of an answer hardly
 *   depends on a change to an endpoint that the caller may not see.
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
    // A change to a hidden endpoint does not prolong what was opened before.
    noUpdateTTL: true,
    ttlResolution: 1_000,
    perf: { now: () => performance.now() },
    sizeCalculation: ({ json }) => json.length,
  })
  let losses = keyring.losses

  function render(caller: Caller, { grant, identity }: ResolutionFacts, disclosed: readonly ResolvableEndpoint[]) {
    const { livemode } = caller
    const { id: identityId, consumerId: ownerId } = identity!
    const ids: string[] = []
    const endpoints: DisclosedEndpoint[] = []
    for (const endpoint of disclosed) {
      const { id, type, capabilities } = endpoint
      const projection = openProjection(keyring, endpoint, { id, livemode, identityId, consumerId: ownerId, type })
      if (projection === undefined) {
        failures?.note('endpoint', id)
        continue
      }
      ids.push(id)
      const record = { id: encodeId('endpoint', id), type, capabilities }
      endpoints.push(discloseEndpoint(record, projection, tokenOf(keyring, caller, endpoint, grant)))
    }
    return { json: JSON.stringify(endpoints), ids, bytes: sizeOf(endpoints) }
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
    const { snapshot, grant, identity } = found
    const { id: identityId, consumerId: ownerId } = identity!
    const { id, mark } = found.alias!
    const key = `${consumerId}|${identityId}|${ownerId}|${livemode}`
    const cached = cache.get(key)
    const alias = `${id}|${mark}|${type}|${value}`
    if (cached?.alias !== alias) {
      const place = { id, livemode, identityId, consumerId: ownerId, type, value }
      if (mark === null || !isAliasMarked(keyring, place, Buffer.from(mark, 'base64'))) {
        failures?.note('alias', id)
        return null
      }
    }
    const [hash, granted] = [hashOf(snapshot ?? ''), grantedBy(grant)]
    if (cached?.hash === hash && cached.granted === granted && cached.alias === alias)
      return answerFrom(cached, snapshot)
    const { disclosed, total } = disclosedOf({ caller, grant, endpoints: endpointsOf(found) })
    const inputs = hashOf(JSON.stringify(disclosed.map((endpoint) => inputsOf(endpoint, grant))))
    const { json, ids, bytes } = cached?.inputs === inputs ? cached : render(caller, found, disclosed)
    const made = { json, ids, bytes, total, hash, granted, inputs, alias }
    cache.set(key, made)
    return answerFrom(made, snapshot)
  }
}
