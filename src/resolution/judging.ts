import type { Call } from '../kernel/call.ts'
import type { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { canonicalAlias, type NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import { readIdentityType } from '../registry/identities/rules.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Assurance } from './assurance/service.ts'
import { createOpenedProjections } from './opened-projections.ts'
import type { Choosable, FieldPayments } from './payment-context.ts'
import { decide, type Facts } from './policy.ts'
import { type DisclosedEndpoint, discloseEndpoint } from './projection.ts'
import { endpointsOf, type ResolutionFacts, type ResolvableEndpoint } from './store.ts'
import { createTokens } from './tokens.ts'

export type ResolutionRecord = {
  /** Canonical and self-detecting: resolving this string again finds the same alias. */
  alias: string
  identity: string
  type: string
  matchedAlias: { type: NormalizedAlias['type']; value: string }
  endpoints: DisclosedEndpoint[]
  disclosure: { consumer: string; totalEndpoints: number; disclosed: number }
  livemode: boolean
  requestId: string
  /** A uuid: never shown. */
  aliasId: string
  /** What the caller asked for beside it. */
  assurance?: Assurance | null
  /** What the endpoints can be chosen by, in their order: never shown. */
  choices: readonly Choosable[]
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
  endpointIds: string[]
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

/** What the policy is asked. The snapshot is read when it comes to the endpoints: behind a refusal never. */
class Question implements Facts<ResolvableEndpoint> {
  readonly caller: Call['caller']
  readonly alias: ResolutionFacts['alias']
  readonly identity: ResolutionFacts['identity']
  readonly grant: ResolutionFacts['grant']
  readonly need: ResolutionFacts['need']
  readonly #found: ResolutionFacts

  constructor(caller: Call['caller'], found: ResolutionFacts) {
    this.caller = caller
    this.alias = found.alias
    this.identity = found.identity
    this.grant = found.grant
    this.need = found.need
    this.#found = found
  }

  get endpoints(): ResolvableEndpoint[] {
    return endpointsOf(this.#found)
  }
}

/**
 * Judges what was found of an alias, and renders what may be seen: nothing is opened or rendered before the verdict.
 */
export function createJudge(keyring: Keyring) {
  const openProjection = createOpenedProjections(keyring)
  const tokenOf = createTokens(keyring)

  return function judge(call: Call, alias: NormalizedAlias, found: ResolutionFacts): Judgement {
    const { caller } = call
    const verdict = decide(new Question(caller, found))
    if (verdict.kind !== 'resolved') return { kind: 'hidden', isPending: found.hasOpenRequest }

    const endpoints = verdict.disclosed.map((endpoint) =>
      discloseEndpoint(
        { id: encodeId('endpoint', endpoint.id), type: endpoint.type, capabilities: endpoint.capabilities },
        openProjection(caller.consumerId, endpoint),
        tokenOf(caller, endpoint, found.grant),
      ),
    )
    return {
      kind: 'resolved',
      record: {
        alias: canonicalAlias(alias),
        identity: encodeId('identity', found.identity!.id),
        type: readIdentityType(found.identity!.type),
        matchedAlias: { type: alias.type, value: alias.value },
        endpoints,
        disclosure: {
          consumer: encodeId('consumer', caller.consumerId),
          totalEndpoints: verdict.total,
          disclosed: endpoints.length,
        },
        livemode: caller.livemode,
        requestId: encodeId('request', call.requestId),
        aliasId: found.alias!.id,
        choices: verdict.disclosed,
      },
      bytes: sizeOf(endpoints),
      disclosure: {
        livemode: caller.livemode,
        identityId: found.identity!.id,
        consumerId: caller.consumerId,
        aliasId: found.alias!.id,
        endpointIds: verdict.disclosed.map(({ id }) => id),
        grantId: found.grant?.id ?? null,
        requestId: call.requestId,
      },
    }
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
