import { payFor } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import type { ReadLists } from '../../database/read-pool.ts'
import { aliasPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { bound, type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireId, requireOneOf } from '../../kernel/input.ts'
import { readAliasInput } from '../../registry/aliases/input.ts'
import { NORM_VERSION } from '../../registry/aliases/normalization/alias-types.ts'
import { checkReserved } from '../../registry/aliases/normalization/reserved.ts'
import { countAliases } from '../../registry/aliases/reservation-store.ts'
import { findAliasStatus } from '../../registry/aliases/store.ts'
import { recordLimits } from '../../registry/identities/rules.ts'
import { lockIdentity } from '../../registry/identities/store.ts'
import type { Answerable } from '../challenges/answering.ts'
import { type ChallengeIssuer, requireMethod } from '../challenges/issue.ts'
import { type ChallengeRecord, challengeRecord } from '../challenges/record.ts'
import { challengeMethods, isSample, methodsFor } from '../challenges/rules.ts'
import type { ChallengeRow } from '../challenges/store.ts'
import type { Authorizations } from '../proofs/authorization.ts'
import { type DomainProofDays, type Met, noteProved } from '../proofs/proving.ts'
import { type ClaimDeps, cancelClaim, complete, type Work } from './completion.ts'
import { byIds, type ClaimRecord, claimPayload, list, listOf, recordOf } from './record.ts'
import { claimKinds, isClaimable, isOpen, openClaimLimit, readClaimStatus, takesProof } from './rules.ts'
import { type ClaimRow, claimOnce, countOpen, findClaims, type LockedClaim, lockClaim, noteProof } from './store.ts'
import { lockIdentities } from './transfer-store.ts'

export type CreateClaimInput = { type: string; value: string; identity: string; kind: string }

type Deps = ClaimDeps & {
  db: Database
  readLists: ReadLists
  write: Write
  challengeIssuer: ChallengeIssuer
  limits: Pick<Limits, 'admitGuesses'>
  defaultRegion: string | undefined
  authorizations: Authorizations
}

/** An answer to a claim by one of its sides. @throws resource_missing · claim_closed */
const answerOf =
  (
    side: 'claimer' | 'donor',
    fits: (claim: LockedClaim) => boolean,
    act: (work: Work, claim: LockedClaim) => Promise<ClaimRow>,
  ) =>
  async (deps: Deps, call: Call, id: string): Promise<ClaimRecord> => {
    requireScope(call, 'claims:write')
    const uuid = requireId('claim', id)
    return deps.write(call, async (change) => {
      const claim = present(await lockClaim(change.db, call.caller, uuid))
      const isClaimer = claim.consumer_id === call.caller.consumerId
      if (isClaimer !== (side === 'claimer')) throw new SignpostError('resource_missing')
      if (!fits(claim)) throw new SignpostError('claim_closed')
      return recordOf(change.db, call, await act({ ...deps, ...change }, claim))
    })
  }

/** Issues a code for the caller's side: for the claimer to prove, for the donor to contest. */
async function makeChallenge(
  { write, challengeIssuer }: Deps,
  call: Call,
  id: string,
  sent: string,
): Promise<{ row: ChallengeRow; contested: ClaimRecord | null }> {
  const method = requireMethod(sent, challengeMethods)
  const uuid = requireId('claim', id)
  const made = await write(call, async (change) => {
    const claim = present(await lockClaim(change.db, call.caller, uuid))
    const isClaimer = claim.consumer_id === call.caller.consumerId
    const status = readClaimStatus(claim.status)
    const isTaken = isClaimer ? takesProof(status) && claim.second_proved_at === null : status === 'open'
    const isProved = status === 'pending_proof' && claim.proved_at !== null
    if (!isTaken || isProved || claim.is_over) throw new SignpostError('claim_closed')
    const subject = { type: claim.type, value: claim.value, identity_id: null, alias_id: null, claim_id: claim.id }
    const row = await challengeIssuer.make(change.db, call, subject, isClaimer ? 'claim' : 'contest', method)
    return { row, contested: isClaimer ? null : await recordOf(change.db, call, claim) }
  })
  challengeIssuer.deliver(call, made.row)
  return made
}

/**
 * Accepts a claim of every well-formed alias, at the price of a miss. Repeated while one is open, it returns that one.
 *
 * INVARIANT (same work): only the claimer's own records are read; nothing reads whether the alias exists.
 */
async function create(deps: Deps, call: Call, input: CreateClaimInput): Promise<ClaimRecord> {
  requireScope(call, 'claims:write')
  const kind = requireOneOf(claimKinds, input.kind, 'kind')
  const alias = readAliasInput({ type: input.type, value: input.value }, deps.defaultRegion)
  if (!isClaimable(kind, alias.type) || methodsFor(alias.type, alias.value).length === 0)
    throw new SignpostError('claim_type_unsupported', { param: 'type' })
  // An alias that can't be created can't be claimed: a claim may register it.
  checkReserved(alias)
  const identityId = requireId('identity', input.identity)
  // A write waits for the disk: a third of them did not fit into the shorter step.
  if (call.release === 'at once') call.release = 'bulk'
  const admission = await deps.limits.admitGuesses(call, 1)
  const { livemode, consumerId } = call.caller
  const claim = () =>
    deps.write(call, async ({ db, emit }) => {
      const own = present(await lockIdentity(db, call.caller, identityId))
      if (own.status !== 'active') throw new SignpostError('identity_not_active')
      if ((await countAliases(db, own.id)) >= recordLimits.aliases) throw new SignpostError('limit_reached')
      const key = deps.keyring.hash('challenge', livemode, `claims|${consumerId}`)
      if ((await countOpen(db, call.caller, key, alias)) >= openClaimLimit) throw new SignpostError('limit_reached')
      const id = deps.newId()
      const row = await claimOnce(db, {
        id,
        livemode,
        consumer_id: consumerId,
        identity_id: own.id,
        kind,
        ...alias,
        norm_version: NORM_VERSION,
        seconds: deps.times.proofHours * 3_600,
      })
      if (row.id === id) emit('claim.created', claimPayload(row))
      return recordOf(db, call, row)
    })
  return payFor(admission, claim)
}

/** @throws SignpostError claim_closed · challenge_limit · challenge_sender_missing */
async function challenge(deps: Deps, call: Call, id: string, { method }: { method: string }): Promise<ChallengeRecord> {
  requireScope(call, 'claims:write')
  return challengeRecord(deps.authorizations, (await makeChallenge(deps, call, id, method)).row)
}

/** Issues the code by which the donor keeps the alias; the claim names its challenge. */
async function contest(deps: Deps, call: Call, id: string, { method }: { method: string }): Promise<ClaimRecord> {
  requireScope(call, 'claims:write')
  const [row] = await findClaims(deps.db, call.caller, [requireId('claim', id)])
  if (present(row).consumer_id === call.caller.consumerId) throw new SignpostError('resource_missing')
  return (await makeChallenge(deps, call, id, method)).contested!
}

const confirm = answerOf(
  'donor',
  ({ status }) => status === 'open' || status === 'awaiting_second_proof',
  (work, claim) => complete(work, claim, 'donor'),
)

/** INVARIANT (a refusal proves nothing): a donor who refuses a claim of ownership has to prove control of the alias. */
const refuse = answerOf(
  'donor',
  ({ status, kind }) => status === 'open' && kind === 'portability',
  (work, claim) => cancelClaim(work, claim, 'refused'),
)

/** The claimer withdraws. */
const cancel = answerOf(
  'claimer',
  ({ status }) => isOpen(readClaimStatus(status)),
  (work, claim) => cancelClaim(work, claim, 'withdrawn'),
)

/** True if an answer still counts in the claim's current state. */
function stillCounts(claim: LockedClaim, purpose: string, consumerId: string): boolean {
  const status = readClaimStatus(claim.status)
  if (claim.is_over) return false
  if (purpose === 'contest') return claim.donor_id === consumerId && status === 'open'
  return claim.consumer_id === consumerId && takesProof(status)
}

/** A donor who proves control of the alias keeps it, proved. */
async function contested(change: Change, claim: ClaimRow, met: Met, proofs: DomainProofDays): Promise<void> {
  const alias = await findAliasStatus(change.db, claim.donor_alias_id!)
  const isHeld = alias?.status === 'registered'
  const held = { id: claim.donor_alias_id!, identity_id: claim.donor_identity_id!, livemode: claim.livemode }
  const proved = isHeld ? await noteProved(change.db, held, met, proofs) : null
  await cancelClaim(change, claim, 'contested')
  if (proved === null) return
  change.emit('alias.verified', aliasPayload(proved.identity_id, proved))
}

/**
 * Reads the facts that an answer to a claim's challenge is evaluated by. The claim is locked first: a contest and a
 * deadline, or a contest and a confirmation, come one after the other.
 *
 * INVARIANT (order of locks): claim, identities, challenge, tallies, aliases, reservations, wherever several are taken.
 * The donor's identity is locked here, because a challenge of an alias locks its identity before the tallies too.
 */
export function createClaimAnswers(proofs: DomainProofDays) {
  return async (change: Pick<Change, 'db'>, call: Call, found: ChallengeRow): Promise<Answerable> => {
    const claim = present(await lockClaim(change.db, call.caller, found.claim_id!))
    if (!stillCounts(claim, found.purpose, call.caller.consumerId)) throw new SignpostError('challenge_closed')
    if (found.purpose === 'contest') await lockIdentities(change.db, [claim.donor_identity_id])
    return {
      receiver: { type: claim.type, value: claim.value },
      // A donor holds the alias; a claimer doesn't, at least not yet.
      opensInTest: found.purpose === 'contest' || isSample(claim.type, claim.value),
      async met(change, isKept) {
        const met = { method: found.method, token: isKept ? found.token : null, subjectId: claim.id }
        if (found.purpose === 'claim') {
          return noteProof(change.db, claim.id, met, claim.status === 'awaiting_second_proof')
        }
        await contested(change, claim, met, proofs)
      },
    }
  }
}

export const createClaims = (deps: Deps) =>
  bound(deps, { create, list, listOf, byIds, challenge, contest, confirm, refuse, cancel })
