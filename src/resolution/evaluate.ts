import type { Call } from '../kernel/call.ts'
import type { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { canonicalAlias, type NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { readIdentityType } from '../registry/identities/rules.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Assurance } from './assurance-store.ts'
import { createDisclose, type RenderedEndpoints } from './disclose.ts'
import type { Disclosure } from './disclosures/recorder.ts'
import type { ResolutionFacts } from './facts-store.ts'
import type { FieldPayments } from './payment.ts'
import { basisOf, refusalOf } from './policy.ts'

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
