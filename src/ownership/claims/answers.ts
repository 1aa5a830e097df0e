import { aliasPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present } from '../../kernel/input.ts'
import { findAliasStatus } from '../../registry/aliases/store.ts'
import type { Answerable } from '../challenges/answering.ts'
import { isSample } from '../challenges/rules.ts'
import type { ChallengeRow } from '../challenges/store.ts'
import { type DomainProofDays, type Met, noteProved } from '../proofs/proving.ts'
import { cancelClaim } from './completion.ts'
import { readClaimStatus, takesProof } from './rules.ts'
import { type ClaimRow, type LockedClaim, lockClaim, noteProof } from './store.ts'
import { lockIdentities } from './transfer-store.ts'

/** True if an answer still counts in the claim's current state. */
function isTaken(claim: LockedClaim, purpose: string, consumerId: string): boolean {
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
    if (!isTaken(claim, found.purpose, call.caller.consumerId)) throw new SignpostError('challenge_closed')
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
