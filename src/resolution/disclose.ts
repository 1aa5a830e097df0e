import { LRUCache } from 'lru-cache'
import type { Call } from '../kernel/call.ts'
import type { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { canonicalAlias, type NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import {
  type AliasPlace,
  type EndpointPlace,
  endpointRecord,
  isAliasMarked,
  isEndpointMarked,
  openedBound,
} from '../registry/binding.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { type Capability, type DisclosedCapability, discloseCapability } from '../registry/endpoints/capability.ts'
import { isEndpointType, type Projection, readProjection, ruleOf } from '../registry/endpoints/endpoint-types.ts'
import { readSnapshot } from '../registry/endpoints/snapshot-store.ts'
import { wholeLastFour } from '../registry/endpoints/types/address.ts'
import { readIdentityType } from '../registry/identities/rules.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Assurance } from './assurance-store.ts'
import type { Disclosure } from './disclosures/recorder.ts'
import { endpointsOf, type ResolutionFacts, type ResolvableEndpoint, readEntry } from './facts-store.ts'
import type { Choosable, FieldPayments } from './payment.ts'
import { basisOf, covers, disclosedOf, type Facts, type GrantFacts, refusalOf } from './policy.ts'

export type DisclosedEndpoint = {
  id: string
  type: string
  capabilities: DisclosedCapability[]
  address?: string
  /** Null for an address that is too short to show that part of it. */
  last4?: string | null
  url?: string
  /** Mostly masked. */
  masked?: string
  token?: string | null
}

type Disclosable = { readonly id: string; readonly type: string; readonly capabilities: readonly Capability[] }

/**
 * Renders an endpoint: `id`, `type`, `capabilities`, and those fields of the opened projection that its type discloses.
 * `token` is the caller's token for a bank account under consent, null without.
 *
 * INVARIANT (allow-list): a type outside the catalogue, or a missing projection, adds no field.
 */
export function discloseEndpoint(
  { id, type, capabilities }: Disclosable,
  projection: Projection | null,
  token: string | null = null,
): DisclosedEndpoint {
  const endpoint: DisclosedEndpoint = { id, type, capabilities: capabilities.map(discloseCapability) }
  if (!isEndpointType(type) || projection === null) return endpoint
  for (const field of ruleOf(type).discloses) {
    if (field === 'token') endpoint.token = token
    else if (field === 'last4') endpoint.last4 = wholeLastFour(projection.last4)
    else if (projection[field] !== undefined) endpoint[field] = projection[field]
  }
  return endpoint
}

type Caller = Facts['caller'] & { readonly consumerId: string }

/** SPEC: a bank account's token is null unless an active grant covers the endpoint. */
export const hasToken = ({ id, type }: Pick<Disclosable, 'id' | 'type'>, grant: GrantFacts | null): boolean =>
  type === 'bank_account' && covers(grant, 'endpoints', id)

/** Tokens of two consumers never correlate. */
export function tokenOf(
  keyring: Keyring,
  { consumerId, livemode }: Pick<Caller, 'consumerId' | 'livemode'>,
  { id, type }: { readonly id: string; readonly type: string },
  grant: GrantFacts | null,
): string | null {
  if (!hasToken({ id, type }, grant)) return null
  return `tok_${keyring.hash('endpoint_token', livemode, `${id}|${consumerId}`).toString('base64url').slice(0, 32)}`
}

/** The endpoints that one caller may see. */
export type RenderedEndpoints = {
  readonly endpoints: DisclosedEndpoint[]
  /** Their uuids, in the same order: internal. */
  readonly ids: readonly string[]
  /** Their snapshot: internal. */
  readonly snapshot: string | null
  /** The JSON of the endpoints, made once for all answers that hold them. */
  readonly json: string
}

/** @param places indexes into the endpoints */
export function pick({ ids, endpoints, snapshot }: RenderedEndpoints, places: readonly number[]): RenderedEndpoints {
  const picked = places.map((at) => endpoints[at]!)
  return { endpoints: picked, ids: places.map((at) => ids[at]!), snapshot, json: JSON.stringify(picked) }
}

/** The facts that a payment chooses by, in the order of the endpoints: internal. */
export function choicesOf({ ids, snapshot }: RenderedEndpoints): Choosable[] {
  const entries = new Map(readSnapshot(snapshot ?? '[]').map((entry) => [entry[0], entry]))
  return ids.map((id) => readEntry(entries.get(id)!, false))
}

/** A rendered answer with its inputs. */
type Cached = {
  readonly shown: RenderedEndpoints
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
  /** Opened projections by `sealedKey`. */
  readonly opened: ReadonlyMap<string, Projection>
}

/** Bounds of the cache: answers, characters of snapshots, and milliseconds (about 80 MB in all). */
const bounds = { max: 65_536, maxSize: 32 * 1024 * 1024, ttl: 120_000 }

/** INVARIANT: two grants with the same text cover the same endpoints. Ids contain no comma. */
const grantedBy = (grant: GrantFacts | null): string => {
  if (!grant?.active) return ''
  return grant.all ? '*' : grant.endpoints.join(',')
}

/** The mark of an alias with everything that the mark binds. */
type MarkedAlias = { readonly place: AliasPlace; readonly mark: string }

const isSameAlias = ({ place: a, mark }: MarkedAlias, b: AliasPlace, otherMark: string): boolean =>
  mark === otherMark &&
  a.id === b.id &&
  a.livemode === b.livemode &&
  a.identityId === b.identityId &&
  a.consumerId === b.consumerId &&
  a.type === b.type &&
  a.value === b.value

/** A ciphertext of one identity and owner opens to the same text for the same endpoint. */
const sealedKey = ({ id, type, projection }: ResolvableEndpoint): string => `${id}|${type}|${projection}`

/**
 * Opens an endpoint's projection, inside `keyring.opening`; undefined where it is not bound to its row. `known`: those
 * opened before. @throws UnknownKey
 */
export function openProjection(
  keyring: Keyring,
  endpoint: ResolvableEndpoint,
  place: EndpointPlace,
  known?: Cached['opened'],
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
 * - A cached answer serves the same snapshot, letter by letter, of the same identity and owner, under a grant that covers the
 *   same endpoints. Where the snapshot changed, unchanged projections are not opened again: the time of an answer hardly
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
    ttlResolution: 1_000,
    perf: { now: () => performance.now() },
    sizeCalculation: ({ shown }) => shown.snapshot?.length || 1,
  })
  let losses = keyring.losses

  function isBound(place: AliasPlace, mark: string | null, cached: Cached | undefined): boolean {
    if (mark === null) return false
    if (cached && isSameAlias(cached.alias, place, mark)) return true
    return isAliasMarked(keyring, place, Buffer.from(mark, 'base64'))
  }

  function render(caller: Caller, found: ResolutionFacts, alias: MarkedAlias, cached: Cached | undefined): Cached {
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
      const place = { id, livemode, identityId, consumerId: ownerId, type }
      const projection = openProjection(keyring, endpoint, place, before?.opened)
      if (projection === undefined) {
        failures?.note('endpoint', id)
        continue
      }
      ids.push(id)
      opened.set(sealedKey(endpoint), projection)
      const record = { id: encodeId('endpoint', id), type, capabilities }
      endpoints.push(discloseEndpoint(record, projection, tokenOf(keyring, caller, endpoint, grant)))
    }
    const shown = { endpoints, ids, snapshot, json: JSON.stringify(endpoints) }
    return { shown, total, bytes: sizeOf(endpoints), livemode, ownerId, alias, granted: grantedBy(grant), opened }
  }

  const isOf = (cached: Cached, { livemode }: Caller, { grant, snapshot, identity }: ResolutionFacts): boolean =>
    cached.shown.snapshot === snapshot &&
    cached.livemode === livemode &&
    cached.ownerId === identity!.consumerId &&
    cached.granted === grantedBy(grant)

  /**
   * Takes facts that the policy did not refuse. An endpoint that is not bound to the identity is left out.
   * @returns null where no valid mark binds the alias to the identity
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
    const made = render(caller, found, { place, mark: mark! }, cached)
    cache.set(key, made)
    return made
  }
}

/** An upper bound of the JSON of these: names, quotes and ids, and twice each text, whose quotes may be escaped. */
function sizeOf(endpoints: readonly DisclosedEndpoint[]): number {
  let bytes = 1_000
  for (const { capabilities, url = '', masked = '' } of endpoints) {
    bytes += 400 + 2 * Buffer.byteLength(url) + 2 * Buffer.byteLength(masked)
    for (const { asset, network = '', rail } of capabilities)
      bytes += 100 + 2 * (Buffer.byteLength(asset) + Buffer.byteLength(network) + Buffer.byteLength(rail))
  }
  return bytes
}

export type ResolutionRecord = {
  /** Canonical and self-detecting: resolving this string again finds the same alias. */
  alias: string
  identity: string
  type: string
  matchedAlias: { type: NormalizedAlias['type']; value: string }
  shown: RenderedEndpoints
  /** `visible`: the number disclosed before the payment narrowed it; absent without one. */
  disclosure: { consumer: string; totalEndpoints: number; disclosed: number; visible?: number }
  livemode: boolean
  requestId: string
  /** A uuid: internal. */
  aliasId: string
  /** Present if the caller asked for it. */
  assurance?: Assurance | null
  /** The payments of fields whose amounts the look-up counted: internal. */
  counted?: FieldPayments['contexts']
}

/** The outcome of one alias. */
export type Evaluation =
  /** `bytes` is the size of the record in an answer, at most. */
  | { kind: 'resolved'; record: ResolutionRecord; disclosure: Disclosure; bytes: number }
  | { kind: 'hidden'; isPending: boolean }
  /** The caller may see it, and it can't be rendered. */
  | { kind: 'failed'; error: SignpostError }

/** All items of a bulk have the same caller and request: a repeated id is not encoded again. */
function encodedOnce(kind: 'consumer' | 'request'): (uuid: string) => string {
  let last = ''
  let encoded = ''
  return (uuid) => {
    if (uuid !== last) {
      encoded = encodeId(kind, uuid)
      last = uuid
    }
    return encoded
  }
}

/**
 * Evaluates the facts of an alias, and renders what the caller may see: nothing is opened or rendered before the verdict.
 * An alias that is not bound as it was sealed is a miss like any other (registry/binding.ts).
 */
export function createEvaluate(keyring: Keyring, failures: Pick<BindingFailures, 'note'> | undefined) {
  const disclose = createDisclose(keyring, failures)
  const consumerIdOf = encodedOnce('consumer')
  const requestIdOf = encodedOnce('request')

  return function evaluate(call: Call, alias: NormalizedAlias, found: ResolutionFacts): Evaluation {
    const { caller } = call
    const { alias: known, identity, grant, need } = found
    if (refusalOf({ caller, alias: known, identity, grant, need }) !== null)
      return { kind: 'hidden', isPending: found.hasOpenRequest }

    const bound = disclose(caller, alias, found)
    if (bound === null) return { kind: 'hidden', isPending: found.hasOpenRequest }
    const { shown, total, bytes } = bound
    return {
      kind: 'resolved',
      record: {
        alias: canonicalAlias(alias),
        identity: encodeId('identity', identity!.id),
        type: readIdentityType(identity!.type),
        matchedAlias: { type: alias.type, value: alias.value },
        shown,
        disclosure: {
          consumer: consumerIdOf(caller.consumerId),
          totalEndpoints: total,
          disclosed: shown.ids.length,
        },
        livemode: caller.livemode,
        requestId: requestIdOf(call.requestId),
        aliasId: known!.id,
      },
      bytes,
      disclosure: {
        livemode: caller.livemode,
        identityId: identity!.id,
        consumerId: caller.consumerId,
        aliasId: known!.id,
        endpointIds: shown.ids,
        grantId: grant?.id ?? null,
        basis: basisOf(known!),
        requestId: call.requestId,
      },
    }
  }
}
