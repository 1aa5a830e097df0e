import { CancelClaimDocument, ConfirmClaimDocument, RefuseClaimDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { aliasText } from '../parts/spelling.ts'
import type { ClaimRecord } from './claims.tsx'

type Props = { claim: ClaimRecord; onClose: () => void }

export function ConfirmClaim({ claim, onClose }: Props) {
  const { act, isBusy, error } = useAct(ConfirmClaimDocument)
  const text = aliasText(claim)
  return (
    <Confirm
      title={`Give up ${text}?`}
      action="Give up alias"
      onConfirm={() => act({ id: claim.id }, `${text} went to the claimer`)}
      {...{ isBusy, error, onClose }}
    >
      <p>
        It goes to the claimer at once and stops resolving to your identity. This can’t be undone. Your grants stay with
        your identity.
      </p>
    </Confirm>
  )
}

export function RefuseClaim({ claim, onClose }: Props) {
  const { act, isBusy, error } = useAct(RefuseClaimDocument)
  const text = aliasText(claim)
  return (
    <Confirm
      title={`Refuse to move ${text}?`}
      action="Refuse"
      onConfirm={() => act({ id: claim.id }, 'Claim refused')}
      {...{ isBusy, error, onClose }}
    >
      <p>It stays with your identity, and the claim ends. Its holder may claim it again.</p>
    </Confirm>
  )
}

export function WithdrawClaim({ claim, onClose }: Props) {
  const { act, isBusy, error } = useAct(CancelClaimDocument)
  const text = aliasText(claim)
  return (
    <Confirm
      title={`Withdraw your claim of ${text}?`}
      action="Withdraw"
      onConfirm={() => act({ id: claim.id }, 'Claim withdrawn')}
      {...{ isBusy, error, onClose }}
    >
      <p>The claim ends, and its proof is used up. You may claim it again later.</p>
    </Confirm>
  )
}
