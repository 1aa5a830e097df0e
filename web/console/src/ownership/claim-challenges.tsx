import { useLocation } from 'wouter'
import { ChallengeClaimDocument, type ChallengeMethod, ContestClaimDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { aliasText } from '../parts/spelling.ts'
import type { ClaimRecord } from './claims.tsx'
import { MethodDialog } from './method-dialog.tsx'

type Props = { claim: ClaimRecord; onClose: () => void }

/** The claimer's proof: the first, or the second. */
export function ProveClaim({ claim, onClose }: Props) {
  const { act, isBusy, error } = useAct(ChallengeClaimDocument)
  const [, go] = useLocation()

  async function start(method: ChallengeMethod) {
    const made = await act({ id: claim.id, method })
    if (!made) return
    onClose()
    go(`/challenges/${made.challengeClaim.id}`)
  }

  return (
    <MethodDialog
      title={`Prove your claim of ${aliasText(claim)}`}
      alias={claim}
      onChoose={start}
      {...{ isBusy, error, onClose }}
    >
      {claim.status === 'AWAITING_SECOND_PROOF'
        ? 'The second proof: one stolen code is not enough to take an alias.'
        : 'Show that it is under your control. Only then is it looked up who holds it.'}
    </MethodDialog>
  )
}

/** The holder's proof, which ends the claim. */
export function ContestClaim({ claim, onClose }: Props) {
  const { act, isBusy, error } = useAct(ContestClaimDocument)
  const [, go] = useLocation()

  async function start(method: ChallengeMethod) {
    const made = await act({ id: claim.id, method })
    if (!made) return
    onClose()
    const { challengeId } = made.contestClaim
    if (challengeId) go(`/challenges/${challengeId}`)
  }

  return (
    <MethodDialog
      title={`Contest the claim of ${aliasText(claim)}`}
      alias={claim}
      onChoose={start}
      {...{ isBusy, error, onClose }}
    >
      Show that it is under your control. Then the claim ends, the alias stays yours, and the same consumer can’t claim
      it for 30 days.
    </MethodDialog>
  )
}
