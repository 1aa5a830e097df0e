import type { Keyring } from '../crypto/keyring.ts'
import { canonicalAlias, type NormalizedAlias } from '../domain/alias/normalize.ts'
import { decide, type Facts } from '../domain/disclosure.ts'
import type { Projection } from '../domain/endpoint-types.ts'
import { SignpostError } from '../domain/errors.ts'
import { encodeId } from '../domain/id.ts'
import { type DisclosedEndpoint, discloseEndpoint } from '../domain/projection.ts'
import {
  endpointsOf,
  type ResolutionFacts,
  type ResolutionFactsLoader,
  type ResolvableEndpoint,
} from '../persistence/resolution-facts.ts'
import { type AliasInput, readAliasInput } from './alias-input.ts'
import { echoOf, readBulkItem } from './bulk-items.ts'
import { type Call, requireScope } from './caller.ts'
import type { Limits } from './limits.ts'

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
}

export type BulkResolveStatus = 'resolved' | 'consent_pending' | 'error'

export type BulkEntry = { alias: string } & (
  | { status: 'resolved'; identity: string; endpoints: DisclosedEndpoint[] }
  | { status: 'consent_pending' }
  | { status: 'error'; error: { type: string; code: string } }
)

/** What was disclosed to whom. Ids are uuids; never an address. */
export type Disclosure = {
  livemode: boolean
  identityId: string
  consumerId: string
  aliasId: string
  endpointIds: string[]
  grantId: string | null
  requestId: string
}

type Outcome =
  | { kind: 'resolved'; record: ResolutionRecord }
  | { kind: 'hidden'; isPending: boolean }
  | { kind: 'malformed'; error: SignpostError }

export const bulkLimit = 100
export const entitiesLimit = 1_000

type Deps = {
  facts: ResolutionFactsLoader
  keyring: Keyring
  limits: Limits
  defaultRegion: string | undefined
  /** Keeps the disclosure record; resolves at once unless records are synchronous. */
  record: (disclosures: readonly Disclosure[]) => Promise<void>
}

/** What the policy is asked. The card is read when it comes to the endpoints: behind a refusal never. */
class Question implements Facts<ResolvableEndpoint> {
  readonly caller: Call['caller']
  readonly alias: ResolutionFacts['alias']
  readonly identity: ResolutionFacts['identity']
  readonly grant: ResolutionFacts['grant']
  readonly #found: ResolutionFacts

  constructor(caller: Call['caller'], found: ResolutionFacts) {
    this.caller = caller
    this.alias = found.alias
    this.identity = found.identity
    this.grant = found.grant
    this.#found = found
  }

  get endpoints(): ResolvableEndpoint[] {
    return endpointsOf(this.#found)
  }
}

const notFound = () => new SignpostError('alias_not_found')

/** What items came to. INVARIANT (uniform denial): a miss is a miss, whatever hides behind it. */
export type ResolutionCounts = Record<'resolved' | 'miss' | 'consent_pending' | 'malformed', number>

const countedAs = (outcome: Outcome): keyof ResolutionCounts => {
  if (outcome.kind !== 'hidden') return outcome.kind
  return outcome.isPending ? 'consent_pending' : 'miss'
}

export function createResolution({ facts, keyring, limits, defaultRegion, record }: Deps) {
  const counts: ResolutionCounts = { resolved: 0, miss: 0, consent_pending: 0, malformed: 0 }

  function openProjection(endpoint: ResolvableEndpoint): Projection | null {
    if (endpoint.projection === null) return null
    const sealed = Buffer.from(endpoint.projection, 'base64')
    const opened = keyring.open('projection', endpoint.id, endpoint.livemode, sealed)
    return JSON.parse(opened.toString('utf8')) as Projection
  }

  /** SPEC: a bank account's token is null unless an active grant covers the endpoint. Two consumers' never correlate. */
  function tokenOf(call: Call, { id, type }: ResolvableEndpoint, grant: ResolutionFacts['grant']): string | null {
    if (type !== 'bank_account' || !grant?.active || !(grant.all || grant.endpoints.includes(id))) return null
    const { consumerId, livemode } = call.caller
    return `tok_${keyring.hash('endpoint_token', livemode, `${id}|${consumerId}`).toString('base64url').slice(0, 32)}`
  }

  function judge(call: Call, alias: NormalizedAlias, found: ResolutionFacts): [Outcome, Disclosure | null] {
    const { caller } = call
    const verdict = decide(new Question(caller, found))
    if (verdict.kind !== 'resolved') return [{ kind: 'hidden', isPending: found.hasOpenRequest }, null]

    const endpoints = verdict.disclosed.map((endpoint) =>
      discloseEndpoint(
        { id: encodeId('endpoint', endpoint.id), type: endpoint.type, capabilities: endpoint.capabilities },
        openProjection(endpoint),
        tokenOf(call, endpoint, found.grant),
      ),
    )
    const outcome: Outcome = {
      kind: 'resolved',
      record: {
        alias: canonicalAlias(alias),
        identity: encodeId('identity', found.identity!.id),
        type: found.identity!.type,
        matchedAlias: { type: alias.type, value: alias.value },
        endpoints,
        disclosure: {
          consumer: encodeId('consumer', caller.consumerId),
          totalEndpoints: verdict.total,
          disclosed: endpoints.length,
        },
        livemode: caller.livemode,
        requestId: encodeId('request', call.requestId),
      },
    }
    const disclosure: Disclosure = {
      livemode: caller.livemode,
      identityId: found.identity!.id,
      consumerId: caller.consumerId,
      aliasId: found.alias!.id,
      endpointIds: verdict.disclosed.map(({ id }) => id),
      grantId: found.grant?.id ?? null,
      requestId: call.requestId,
    }
    return [outcome, disclosure]
  }

  /** The one path of every surface: admit, look up in the shared batch, judge, settle, record. */
  async function lookUp(call: Call, items: readonly (NormalizedAlias | SignpostError)[]): Promise<Outcome[]> {
    await limits.admitLookUps(call, items.length)
    const { livemode, consumerId } = call.caller
    const found = await Promise.all(
      items.map((item) =>
        item instanceof SignpostError
          ? null
          : facts.load({ livemode, type: item.type, value: item.value, skeleton: item.skeleton, consumerId }),
      ),
    )
    const judged = await keyring.opening(() =>
      items.map((item, index): [Outcome, Disclosure | null] =>
        item instanceof SignpostError ? [{ kind: 'malformed', error: item }, null] : judge(call, item, found[index]!),
      ),
    )
    const outcomes = judged.map(([outcome]) => outcome)
    for (const outcome of outcomes) counts[countedAs(outcome)]++
    const disclosures = judged.flatMap(([, disclosure]) => disclosure ?? [])
    await limits.settleMisses(call, outcomes.filter(({ kind }) => kind === 'hidden').length)
    if (disclosures.length > 0) await record(disclosures)
    return outcomes
  }

  const readItem = (read: () => NormalizedAlias): NormalizedAlias | SignpostError => {
    try {
      return read()
    } catch (error) {
      if (error instanceof SignpostError) return error
      throw error
    }
  }

  async function bulk(
    call: Call,
    items: readonly (NormalizedAlias | SignpostError)[],
    echoes: readonly string[],
  ): Promise<BulkEntry[]> {
    if (items.length === 0) throw new SignpostError('bulk_empty', { param: 'items' })
    if (items.length > bulkLimit) throw new SignpostError('bulk_limit_exceeded', { param: 'items' })
    const outcomes = await lookUp(call, items)
    if (outcomes.some(({ kind }) => kind === 'hidden')) call.release = 'bulk'
    return outcomes.map((outcome, index) => ({ alias: echoes[index]!, ...entryOf(outcome) }))
  }

  return {
    counts: counts as Readonly<ResolutionCounts>,

    /** @throws SignpostError alias_not_found for every miss, whatever hides behind it */
    async resolve(call: Call, input: AliasInput): Promise<ResolutionRecord> {
      requireScope(call, 'resolve')
      const alias = readAliasInput(input, defaultRegion)
      const [outcome] = await lookUp(call, [alias])
      if (outcome!.kind === 'resolved') return outcome!.record
      if (call.release === 'at once') call.release = 'single'
      throw notFound()
    },

    /** `items` are judged one by one, whatever they are: a string, an object with `type` and `value`, or neither. */
    async resolveBulk(call: Call, items: readonly unknown[]): Promise<BulkEntry[]> {
      requireScope(call, 'resolve')
      const read = items.slice(0, bulkLimit + 1)
      return bulk(
        call,
        read.map((item) => readItem(() => readAliasInput(readBulkItem(item), defaultRegion))),
        read.map(echoOf),
      )
    },

    /** Federation references: null for what may not be seen, is unknown or is malformed; never an error for one of them. */
    async resolveReferences(call: Call, aliases: readonly string[]): Promise<(ResolutionRecord | null)[]> {
      requireScope(call, 'resolve')
      const items = aliases.map((alias) => readItem(() => readAliasInput({ alias }, defaultRegion)))
      const outcomes = await lookUp(call, items)
      if (outcomes.some(({ kind }) => kind === 'hidden')) call.release = 'bulk'
      return outcomes.map((outcome) => (outcome.kind === 'resolved' ? outcome.record : null))
    },
  }
}

function entryOf(outcome: Outcome) {
  switch (outcome.kind) {
    case 'resolved':
      return { status: 'resolved', identity: outcome.record.identity, endpoints: outcome.record.endpoints } as const
    case 'malformed':
      return { status: 'error', error: { type: outcome.error.type, code: outcome.error.code } } as const
    case 'hidden':
      if (outcome.isPending) return { status: 'consent_pending' } as const
      return { status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } } as const
  }
}

export type Resolution = ReturnType<typeof createResolution>
