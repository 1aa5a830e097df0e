import type { ClaimDirection, ClaimKind, ClaimReason, ClaimStatus } from '../generated/documents.ts'

export type ToldClaim = {
  direction: ClaimDirection
  kind: ClaimKind
  status: ClaimStatus
  reason: ClaimReason | null
}

/** The next step of a claim, or its end, for its side. */
export function claimStory({ direction, kind, status, reason }: ToldClaim): string {
  if (status === 'CANCELLED' && reason !== null) return reasons[reason]
  return direction === 'OUTGOING' ? outgoing(kind, status) : incoming(kind, status)
}

function outgoing(kind: ClaimKind, status: ClaimStatus): string {
  switch (status) {
    case 'PENDING_PROOF':
      return 'Prove control of it first. Nothing is looked up before that.'
    case 'QUEUED':
      return 'Your proof stands. Somebody else’s claim of it is open, and yours comes after that one.'
    case 'OPEN':
      return kind === 'OWNERSHIP'
        ? 'Its holder may give it up, or show that it is theirs. If they stay silent, you prove it once more.'
        : 'Its holder may let it go or refuse. If they stay silent, the claim ends.'
    case 'AWAITING_SECOND_PROOF':
      return 'Its holder stayed silent. Prove control once more, and it is yours.'
    case 'COMPLETED':
      return 'It is yours.'
    case 'EXPIRED':
      return 'It was not proved in time.'
    default:
      return 'The claim has ended.'
  }
}

function incoming(kind: ClaimKind, status: ClaimStatus): string {
  switch (status) {
    case 'OPEN':
      return kind === 'OWNERSHIP'
        ? 'If it is yours, contest the claim: a code is sent to it, and answering with the code ends the claim. If you stay silent, it may go to the claimer.'
        : 'The same holder wants to move it to another service. If you stay silent, it stays here.'
    case 'AWAITING_SECOND_PROOF':
      return 'The time to contest is over. It goes to the claimer after a second proof; you may give it up before.'
    case 'COMPLETED':
      return 'It went to the claimer.'
    default:
      return 'The claim has ended.'
  }
}

const reasons: Record<ClaimReason, string> = {
  CONTESTED: 'The holder showed that it is theirs.',
  REFUSED: 'It was refused.',
  WITHDRAWN: 'The claimer withdrew.',
  DONOR_SILENT: 'The holder did not answer in time.',
  OWN_ALIAS: 'The claimer held it already.',
  IDENTITY_NOT_ACTIVE: 'The identity it was claimed for is not active.',
  LIMIT_REACHED: 'The identity it was claimed for has no room for another alias.',
  SUPERSEDED: 'Another claim came first.',
  SECOND_PROOF_MISSING: 'The second proof did not come in time.',
}

export type ClaimAction = 'prove' | 'withdraw' | 'confirm' | 'refuse' | 'contest'

/** The actions of a side now. The service checks them again. */
export function actionsOf({ direction, kind, status }: ToldClaim): ClaimAction[] {
  if (direction === 'OUTGOING') {
    if (status === 'PENDING_PROOF' || status === 'AWAITING_SECOND_PROOF') return ['prove', 'withdraw']
    return status === 'OPEN' || status === 'QUEUED' ? ['withdraw'] : []
  }
  if (status === 'AWAITING_SECOND_PROOF') return ['confirm']
  if (status !== 'OPEN') return []
  return kind === 'OWNERSHIP' ? ['contest', 'confirm'] : ['confirm', 'refuse']
}
