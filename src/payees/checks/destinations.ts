import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashedSpending, type Spending } from '../../access/value-budget.ts'
import type { Call } from '../../kernel/call.ts'
import { decodeId, encodeId, noId } from '../../kernel/id.ts'
import { privacyRules, readPrivacy } from '../../kernel/privacy.ts'
import { as, flag, nullable, owner, type RecordOf, shape, text, whole } from '../../kernel/record.ts'
import { isEndpointMarked } from '../../registry/binding.ts'
import { destinationPrint, destinationSecret } from '../../registry/endpoints/sealing.ts'
import { readIdentityType, recordLimits } from '../../registry/identities/rules.ts'
import { destinationVerdictSchema } from '../../resolution/disclosures/service.ts'
import { endpointsOf, type ResolvableEndpoint } from '../../resolution/endpoints.ts'
import { covers, disclosedOf } from '../../resolution/policy.ts'
import { openedOr } from '../../vault/keyring.ts'
import { type CheckEntry, type CheckKind, createChecks, type Evaluate, type Pace } from './checking.ts'
import { type CheckDeps, type Found, payeesOf } from './finding.ts'
import {
  type CheckDestinationInput,
  type DestinationQuestion,
  destinationFields,
  readDestinationQuestion,
} from './input.ts'
import { type Asking, type DestinationRow, destinationBudget, findDestinations } from './store.ts'

export type { CheckDestinationInput } from './input.ts'

/** Endpoint (end_…) and days of a match. */
type Told = {
  readonly verdict: 'match' | 'no_match' | 'unavailable'
  readonly endpoint: string | null
  readonly changedDays: number | null
}
type Asked = Found<DestinationQuestion>

export const destinationCheck = shape('destination_check', {
  verdict: owner(as<Told['verdict']>(destinationVerdictSchema)),
  endpoint: owner(nullable(text('end_…, for a match'))),
  changedDays: owner(nullable(whole('Whole days since the endpoint changed, if at most 30'))),
  livemode: owner(flag()),
  requestId: owner(text('req_…')),
})
export type DestinationCheckRecord = RecordOf<typeof destinationCheck>
export type DestinationCheckEntry = CheckEntry<Told>

const told = (verdict: 'no_match' | 'unavailable'): Told => ({ verdict, endpoint: null, changedDays: null })

/** Equal to no fingerprint. */
const none = randomBytes(32)

/** Steps of one hash, about 2 µs, and of reading a destination, at most 500 µs. */
const stepsPerHash = 60
const stepsToRead = 15_000

/**
 * A person's endpoint counts only under a grant that covers it: a check links the person to an account that the caller
 * knows.
 */
const needsGrant = ({ facts }: Asked, { privacyLevel }: ResolvableEndpoint): boolean =>
  readIdentityType(facts!.identity.type) === 'user' || privacyRules[readPrivacy(privacyLevel)].endpoint !== 'always'

/** The endpoints that the policy discloses to the caller now. Only these are compared. */
function disclosedTo({ caller }: Call, { facts }: Asked): readonly ResolvableEndpoint[] {
  if (facts === null) return []
  return disclosedOf({ caller, grant: facts.grant, endpoints: endpointsOf(facts) }).disclosed
}

/** The endpoints of the given type; of a person those that a grant covers. */
const candidatesOf = (asked: Asked, disclosed: readonly ResolvableEndpoint[]): ResolvableEndpoint[] =>
  disclosed.filter(
    (one) =>
      one.type === asked.type && (!needsGrant(asked, one) || covers(asked.facts?.grant ?? null, 'endpoints', one.id)),
  )

const askingOf = ({ facts }: Asked): Asking => ({
  aliasId: facts?.alias.id ?? noId,
  identityId: facts?.identity.id ?? noId,
  grantId: facts?.grant?.id ?? noId,
})

/** An endpoint that may be compared, with its fingerprint if it has one. */
type Candidate = { readonly endpoint: ResolvableEndpoint; readonly print: Buffer | null; readonly days: number | null }

/** The candidates that the statement after the verdict found again. */
function stillCandidates(asked: Asked, candidates: readonly ResolvableEndpoint[], rows: readonly DestinationRow[]) {
  const aliasLevel = asked.facts?.alias.privacyLevel
  const aliasNeedsGrant = privacyRules[readPrivacy(aliasLevel)].alias !== 'always'
  const byId = new Map(rows.map((row) => [row.id, row]))
  return candidates.flatMap((endpoint): Candidate[] => {
    const row = byId.get(endpoint.id)
    if (!row || row.alias_level !== aliasLevel || row.endpoint_level !== endpoint.privacyLevel) return []
    if (aliasNeedsGrant && !row.grants_alias) return []
    if (needsGrant(asked, endpoint) && !row.grants_endpoint) return []
    const print = row.print?.length === none.length ? row.print : null
    return [{ endpoint, print, days: row.days }]
  })
}

/**
 * Compares every spelling with every candidate. @returns the first candidate that is this destination
 *
 * INVARIANT (constant work): the number of hashes is the same for any number of candidates, and each one is compared in
 * constant time, to the last.
 */
async function compare(
  { keyring }: CheckDeps,
  pace: Pace,
  { caller: { livemode } }: Call,
  { facts, type, spellings }: Asked,
  candidates: readonly Candidate[],
): Promise<Candidate | undefined> {
  const count = Math.max(recordLimits.endpoints, candidates.length)
  await pace(count * spellings.length * stepsPerHash)
  const place = { identityId: facts?.identity.id ?? noId, type, livemode }
  const secrets = spellings.map((spelling) => destinationSecret(keyring, place, spelling))
  const same = new Set<Candidate>()
  for (let at = 0; at < count; at++) {
    const candidate = candidates[at]
    for (const secret of secrets) {
      const print = destinationPrint(secret, candidate?.endpoint.id ?? noId)
      const isSame = timingSafeEqual(print, candidate?.print ?? none)
      if (isSame && candidate) same.add(candidate)
    }
  }
  const [first] = same
  return first
}

/** An endpoint that differs from its seal doesn't count: resolve doesn't show it either. */
async function isMarked({ keyring, failures }: CheckDeps, { facts }: Asked, { endpoint }: Candidate): Promise<boolean> {
  const { id: identityId, livemode, consumerId } = facts!.identity
  const { id, type, capabilities, mark } = endpoint
  const place = { id, livemode, identityId, consumerId, type }
  const bytes = mark === null ? null : Buffer.from(mark, 'base64')
  const marked = await openedOr(keyring, () => isEndpointMarked(keyring, place, capabilities, bytes), null)
  if (marked === false) failures.note('endpoint', id)
  return marked === true
}

/** Reads the fingerprints of all candidates; the result evaluates each question by its own. */
async function prepare(
  deps: CheckDeps,
  pace: Pace,
  call: Call,
  found: readonly Asked[],
): Promise<Evaluate<DestinationQuestion, Told>> {
  // A bulk may repeat a payee twenty times: each one is read once.
  const places = [...Map.groupBy(found, (one) => Object.values(askingOf(one)).join()).values()]
  const placeOf = new Map(places.flatMap((ones, at) => ones.map((one): [Asked, number] => [one, at])))
  const disclosed = places.map(([one]) => disclosedTo(call, one!))
  const candidates = new Map(found.map((one) => [one, candidatesOf(one, disclosed[placeOf.get(one)!]!)]))
  const ids = [...new Set([...candidates.values()].flat().map(({ id }) => id))]
  const asked = places.map(([one]) => askingOf(one!))
  const rows = Map.groupBy(await findDestinations(deps.db, asked, ids), ({ at }) => at)

  return async (one, isAdmitted) => {
    const still = stillCandidates(one, candidates.get(one)!, rows.get(placeOf.get(one)!) ?? [])
    const same = await compare(deps, pace, call, one, still)
    if (!isAdmitted || still.length === 0) return told('unavailable')
    if (same && (await isMarked(deps, one, same)))
      return { verdict: 'match', endpoint: encodeId('endpoint', same.endpoint.id), changedDays: same.days }
    return told(same || still.some(({ print }) => print === null) ? 'unavailable' : 'no_match')
  }
}

/**
 * The budgets of a question: its destination against the payee, by identity and by alias, and its alias against the
 * address; with a payer the same within these. Parts that don't count for equality don't count here.
 */
function spendingsOf({ keyring }: CheckDeps, { caller: { livemode } }: Call, asked: Asked): Spending[][] {
  const { type, spellings, payer } = asked
  const [{ address, routing }] = spellings as [DestinationQuestion['spellings'][number]]
  const [whom, named] = payeesOf(asked)
  const destination = JSON.stringify([type, address, routing])
  const hash = (what: string) => keyring.hash('destination_check', livemode, what)
  const spending = (on: string, value: string, most: number): Spending => {
    const all = livemode ? most : most * destinationBudget.testTimes
    return hashedSpending(hash, `target|${on}`, `value|${on}|${value}`, all)
  }
  const within = (prefix: string, { destinations, aliases }: { destinations: number; aliases: number }) => [
    spending(`${prefix}${whom}`, destination, destinations),
    spending(`${prefix}${named}`, destination, destinations),
    spending(`${prefix}address|${JSON.stringify([type, address])}`, named, aliases),
  ]
  const { caller, payer: ofPayer } = destinationBudget
  const own = within('', caller)
  return payer === null ? [own] : [within(`payer|${JSON.stringify(payer)}|`, ofPayer), own]
}

/** Checks of destinations. No address is opened, and a result reveals nothing that resolve would hide. */
export const createDestinationChecks = (deps: CheckDeps) =>
  createChecks(
    deps,
    (pace): CheckKind<DestinationQuestion, Told> => ({
      scope: 'destination_check',
      kind: 'destination',
      step: 'bulk',
      limit: 20,
      seconds: destinationBudget.seconds,
      fields: destinationFields,
      stepsToRead,
      read: (input) => readDestinationQuestion(input as CheckDestinationInput, deps.defaultRegion),
      spendings: (call, found) => spendingsOf(deps, call, found),
      prepare: (call, found) => prepare(deps, pace, call, found),
      endpointsOf: ({ endpoint }) => (endpoint === null ? [] : [decodeId('endpoint', endpoint)!]),
    }),
    { verdict: null, endpoint: null, changedDays: null },
  )
