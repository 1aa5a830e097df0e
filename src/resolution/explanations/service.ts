import { consentGrantStatuses, ownersStatus, shownCovers } from '../../consent/grants/record.ts'
import { coversOf } from '../../consent/grants/rules.ts'
import type { Database } from '../../database/orm.ts'
import { type Call, type Owner, requireScope } from '../../kernel/call.ts'
import { decodeId, encodeId, noId } from '../../kernel/id.ts'
import { createSlices } from '../../kernel/long-work.ts'
import { flag, list, nullable, one, owner, parts, type RecordOf, shape, text, unlessNull } from '../../kernel/record.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { NeedOf } from '../../ownership/proofs/needs.ts'
import { readAliasStatus } from '../../registry/aliases/record.ts'
import { type AliasPlace, type EndpointPlace, isAliasMarked } from '../../registry/binding.ts'
import { previewWith } from '../../registry/endpoints/record.ts'
import { readSnapshot } from '../../registry/endpoints/snapshot-store.ts'
import { type Keyring, openedOr } from '../../vault/keyring.ts'
import { openProjection, type ResolvableEndpoint, readEntry } from '../endpoints.ts'
import { type PaymentContext, readPaymentContext } from '../payment.ts'
import type { ProofFacts } from '../policy.ts'
import { aliasRuleNames, type ExplainedGrant, explain, reasonNames } from './rules.ts'
import { type ExplainedRow, findExplained } from './store.ts'

const grant = parts({
  id: text('cgr_…'),
  status: one(consentGrantStatuses),
  covers: parts({ all: flag(), aliases: list(text('als_…')), endpoints: list(text('end_…')) }),
})

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const explanation = shape('explanation', {
  resolves: owner(flag()),
  livemode: owner(flag()),
  rules: owner(
    list(
      parts({
        rule: one(aliasRuleNames),
        holds: flag(),
        because: one(reasonNames),
        remedy: nullable(text('The operation that changes it, like updateAlias')),
        /** Of the rule `alias_level` alone. */
        grant: unlessNull(grant),
      }),
    ),
  ),
  endpoints: owner(
    list(
      parts({
        endpoint: text('end_…'),
        shown: flag(),
        because: one(reasonNames),
        preview: nullable(text("The owner's own preview")),
        token: flag('The consumer is given its token of this bank account'),
      }),
    ),
  ),
})

export type Explanation = RecordOf<typeof explanation>
export type ExplainedEndpoint = Explanation['endpoints'][number]

export type ExplanationInput = {
  alias: string
  /** Null: any consumer without a grant. */
  consumer?: string | null | undefined
  /** The payment that the endpoints are chosen for. */
  for?: unknown
}

/** An explanation tells of records of all four kinds: each of these is needed. */
export const explanationScopes = [
  'aliases:read',
  'endpoints:read',
  'identities:read',
  'consents:read',
] as const satisfies readonly Scope[]

function grantOf(row: ExplainedRow): ExplainedGrant | null {
  if (row.grant_id === null) return null
  const status = ownersStatus({ ...row, status: row.grant_status })
  return {
    id: row.grant_id,
    livemode: row.livemode,
    status,
    active: status === 'active',
    ...coversOf(row),
  }
}

const shownGrant = ({ id, status, ...covers }: ExplainedGrant) => ({
  id: encodeId('consentGrant', id),
  status,
  covers: shownCovers(covers),
})

const proofOf = ({ verification, verified_method: method, proof_expired, attests }: ExplainedRow): ProofFacts => ({
  verification,
  method,
  isExpired: proof_expired === true,
  attests,
})

type Deps = { db: Database; ownRecords: OwnRecords; needOf: NeedOf }

/** Explains if a consumer sees a record of the owner's, by the rules that resolve asks, over the owner's own rows. */
export function createExplanations({ db, ownRecords, needOf }: Deps) {
  async function explainRow(row: ExplainedRow, caller: Owner, payment: PaymentContext | null): Promise<Explanation> {
    const { livemode, consumerId } = caller
    const found = grantOf(row)
    const status = await ownRecords.aliasStatus(row, { ...row, identityId: row.identity_id, consumerId })
    const facts = {
      caller: { livemode, scopes: ['resolve'] },
      alias: { ...row, status, privacyLevel: row.privacy_level, proof: proofOf(row) },
      identity: { id: row.identity_id, livemode, status: row.identity_status },
      grant: found,
      need: needOf(row),
      endpoints: await ownRecords.openEndpoints(row.snapshot, row.identity_id, caller),
    }
    const { resolves, rules, endpoints } = explain(facts, payment)
    return {
      resolves,
      livemode,
      rules: rules.map((one) => ({ ...one, grant: one.rule === 'alias_level' && found ? shownGrant(found) : null })),
      endpoints: endpoints.map(({ endpoint: { id, preview }, shown, because, token }) => ({
        endpoint: encodeId('endpoint', id),
        shown,
        because,
        preview,
        token,
      })),
    }
  }

  return {
    /** Null where the alias is absent, malformed or another owner's. @throws SignpostError scope_missing · parameter_* */
    async explain(call: Call, { alias, consumer, for: sent }: ExplanationInput): Promise<Explanation | null> {
      for (const scope of explanationScopes) requireScope(call, scope)
      const payment = readPaymentContext(sent)
      const [aliasId, grantee] = [decodeId('alias', alias) ?? noId, decodeId('consumer', consumer) ?? noId]
      const row = await findExplained(db, call.caller, aliasId, grantee)
      return row ? explainRow(row, call.caller, payment) : null
    },
  }
}

/** An endpoint with the owner's own preview. */
type Previewed = ResolvableEndpoint & { readonly preview: string | null }

type StoredAlias = Parameters<typeof readAliasStatus>[0] & { readonly mark: Uint8Array | null }

/** Endpoints that are opened and whose capabilities are verified before yielding. */
const endpointsPerSlice = 10

/** Reads the owner's rows as resolve takes them: a row that differs from its seal has the status `damaged`. */
export function createOwnRecords(keyring: Keyring) {
  const nextSlice = createSlices()

  /** Resolve leaves out a row that differs from its seal; one whose key is missing here lacks its preview alone. */
  async function openEndpoint(place: EndpointPlace, endpoint: ResolvableEndpoint): Promise<Previewed> {
    const projection = await openedOr(keyring, () => openProjection(keyring, endpoint, place), null)
    if (projection === undefined) return { ...endpoint, status: 'damaged', preview: null }
    return { ...endpoint, preview: projection && previewWith(place, projection) }
  }

  return {
    /** The endpoints of an identity's snapshot. */
    async openEndpoints(snapshot: string, identityId: string, { consumerId, livemode }: Owner): Promise<Previewed[]> {
      const opened: Previewed[] = []
      for (const [at, entry] of readSnapshot(snapshot).entries()) {
        if (at > 0 && at % endpointsPerSlice === 0) await nextSlice()
        const one = readEntry(entry, livemode)
        opened.push(await openEndpoint({ id: one.id, livemode, identityId, consumerId, type: one.type }, one))
      }
      return opened
    },

    async aliasStatus(row: StoredAlias, place: AliasPlace): Promise<string> {
      const status = readAliasStatus(row)
      if (status !== 'registered') return status
      return (await keyring.opening(() => isAliasMarked(keyring, place, row.mark))) ? status : 'damaged'
    },
  }
}

export type OwnRecords = ReturnType<typeof createOwnRecords>
