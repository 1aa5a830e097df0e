import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Call } from '../kernel/call.ts'
import type { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { canonicalAlias, type NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import { type BindingFailures, isAliasMarked } from '../registry/binding.ts'
import { readIdentityType } from '../registry/identities/rules.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Assurance } from './assurance-store.ts'
import type { Disclosure } from './disclosures/recorder.ts'
import {
  type DisclosedEndpoint,
  discloseEndpoint,
  endpointsOf,
  hasToken,
  openProjection,
  type RenderedEndpoints,
  type ResolvableEndpoint,
  renderedFrom,
  sizeOf,
  tokenOf,
} from './endpoints.ts'
import type { ResolutionFacts } from './facts-store.ts'
import type { FieldPayments } from './payment.ts'
import { basisOf, disclosedOf, type Facts, type GrantFacts, refusalOf } from './policy.ts'

type Caller = Facts['caller'] & { readonly consumerId: string }

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
