import type { Call } from '../kernel/call.ts'
import type { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { canonicalAlias, type NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { readIdentityType } from '../registry/identities/rules.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Assurance } from './assurance/service.ts'
import { createDisclose, type Shown } from './disclose.ts'
import type { FieldPayments } from './payment-context.ts'
import { refusalOf } from './policy.ts'
import type { ResolutionFacts } from './store.ts'

export type ResolutionRecord = {
  /** Canonical and self-detecting: resolving this string again finds the same alias. */
  alias: string
  identity: string
  type: string
  matchedAlias: { type: NormalizedAlias['type']; value: string }
  shown: Shown
  disclosure: { consumer: string; totalEndpoints: number; disclosed: number }
  livemode: boolean
  requestId: string
  /** A uuid: never shown. */
  aliasId: string
  /** What the caller asked for beside it. */
  assurance?: Assurance | null
  /** The payments of fields whose amounts the look-up counted: never shown. */
  counted?: FieldPayments['contexts']
}

/** What a disclosure record tells of. */
export const disclosureKinds = ['resolve', 'check', 'release'] as const
export type DisclosureKind = (typeof disclosureKinds)[number]

/** What a payee check answers. */
export const verdicts = ['match', 'close_match', 'no_match', 'unavailable'] as const
export type Verdict = (typeof verdicts)[number]

/** What was disclosed to whom. Ids are uuids; never an address. */
export type Disclosure = {
  livemode: boolean
  identityId: string
  consumerId: string
  aliasId: string
  endpointIds: readonly string[]
  grantId: string | null
  requestId: string
  /** `resolve` when absent. */
  kind?: DisclosureKind
  /** What a payee check was told. */
  verdict?: Verdict
}

/** What an alias came to. */
export type Judgement =
  /** `bytes` is what the record takes in an answer, at most. */
  | { kind: 'resolved'; record: ResolutionRecord; disclosure: Disclosure; bytes: number }
  | { kind: 'hidden'; isPending: boolean }
  /** It may be seen, and can't be shown. */
  | { kind: 'failed'; error: SignpostError }

/** What a refusal hides is not asked of the policy. */
const unread = Object.freeze([])

/** All items of a bulk have the same caller and request: an id that comes again is not encoded again. */
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
 * Judges what was found of an alias, and renders what may be seen: nothing is opened or rendered before the verdict. What is
 * not bound as it was sealed is a miss like any other (registry/binding.ts).
 */
export function createJudge(keyring: Keyring, failures: Pick<BindingFailures, 'note'> | undefined) {
  const disclose = createDisclose(keyring, failures)
  const consumerIdOf = encodedOnce('consumer')
  const requestIdOf = encodedOnce('request')

  return function judge(call: Call, alias: NormalizedAlias, found: ResolutionFacts): Judgement {
    const { caller } = call
    const { alias: known, identity, grant, need } = found
    if (refusalOf({ caller, alias: known, identity, grant, need, endpoints: unread }) !== null)
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
        requestId: call.requestId,
      },
    }
  }
}
