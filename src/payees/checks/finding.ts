import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import type { NormalizedAlias } from '../../registry/aliases/normalization/normalize.ts'
import { type BindingFailures, isAliasMarked } from '../../registry/binding.ts'
import type { ResolutionFactsLoader } from '../../resolution/batching.ts'
import type { Disclosure } from '../../resolution/disclosures/recorder.ts'
import type { ResolutionFacts } from '../../resolution/facts-store.ts'
import { decide } from '../../resolution/policy.ts'
import { type Keyring, openedOr } from '../../vault/keyring.ts'

export type CheckDeps = {
  db: Database
  facts: ResolutionFactsLoader
  keyring: Keyring
  limits: Pick<Limits, 'admitLookUps'>
  defaultRegion: string | undefined
  failures: BindingFailures
  record: (disclosures: readonly Disclosure[]) => Promise<void>
}

/** A question about one payee. */
export type Question = { readonly alias: NormalizedAlias }

export type ResolvedFacts = ResolutionFacts & {
  alias: NonNullable<ResolutionFacts['alias']>
  identity: NonNullable<ResolutionFacts['identity']>
}

/** A question with the facts of its alias; present only if the caller may resolve it. */
export type Found<Q extends Question> = Q & { readonly facts: ResolvedFacts | null }

/** Checks that the alias leads to the identity, by the service's mark. */
async function isBound({ keyring, failures }: CheckDeps, { type, value }: NormalizedAlias, facts: ResolvedFacts) {
  const { id, mark } = facts.alias
  const { id: identityId, livemode, consumerId } = facts.identity
  const place = { id, livemode, identityId, consumerId, type, value }
  const bytes = mark === null ? null : Buffer.from(mark, 'base64')
  const isMarked = await openedOr(keyring, () => isAliasMarked(keyring, place, bytes), null)
  if (isMarked === false) failures.note('alias', id)
  return isMarked === true
}

/**
 * SPEC: whether the caller may resolve the alias is decided by resolve's own policy; a check doesn't need the scope
 * `resolve`.
 */
export async function find<Q extends Question>(deps: CheckDeps, call: Call, question: Q): Promise<Found<Q>> {
  const { livemode, consumerId } = call.caller
  const { type, value, skeleton } = question.alias
  const facts = await deps.facts.load({ livemode, type, value, skeleton, consumerId })
  const { alias, identity, grant, need } = facts
  const verdict = decide({ caller: { livemode, scopes: ['resolve'] }, alias, identity, grant, need, endpoints: [] })
  const resolved = verdict.kind === 'resolved' ? (facts as ResolvedFacts) : null
  const isShown = resolved !== null && (await isBound(deps, question.alias, resolved))
  return { ...question, facts: isShown ? resolved : null }
}

/**
 * Returns the payee of a budget: its identity if the caller may resolve the alias. Otherwise the alias replaces it, so
 * that absent payees spend budgets like existing ones.
 */
export function payeesOf({ alias, facts }: Found<Question>): [whom: string, named: string] {
  const named = `${alias.type}|${alias.skeleton}`
  return [facts ? `identity|${facts.identity.id}` : `nobody|${named}`, `alias|${named}`]
}
