import type { ClaimDirection, ClaimKind, ClaimReason, ClaimStatus } from '../generated/documents.ts'

export type ToldClaim = {
  direction: ClaimDirection
  kind: ClaimKind
  status: ClaimStatus
  reason: ClaimReason | null
}

/** The next step in words, for each side; where the kinds of a claim differ, for each of them. */
const steps: Record<ClaimDirection, Partial<Record<ClaimStatus, string | Record<ClaimKind, string>>>> = {
  OUTGOING: {
    PENDING_PROOF: 'Prove control of it first. Nothing is looked up before that.',
    QUEUED: 'Your proof stands. Somebody else’s claim of it is open, and yours comes after that one.',
    OPEN: {
      OWNERSHIP: 'Its holder may give it up, or show that it is theirs. If they stay silent, you prove it once more.',
      PORTABILITY: 'Its holder may let it go or refuse. If they stay silent, the claim ends.',
    },
    AWAITING_SECOND_PROOF: 'Its holder stayed silent. Prove control once more, and it is yours.',
    COMPLETED: 'It is yours.',
    EXPIRED: 'It was not proved in time.',
  },
  INCOMING: {
    OPEN: {
      OWNERSHIP:
        'If it is yours, contest the claim: a code is sent to it, and answering with the code ends the claim. If you stay silent, it may go to the claimer.',
      PORTABILITY: 'The same holder wants to move it to another service. If you stay silent, it stays here.',
    },
    AWAITING_SECOND_PROOF:
      'The time to contest is over. It goes to the claimer after a second proof; you may give it up before.',
    COMPLETED: 'It went to the claimer.',
  },
}

/** The next step of a claim, or its end, for its side. */
export function claimStory({ direction, kind, status, reason }: ToldClaim): string {
  if (status === 'CANCELLED' && reason !== null) return reasons[reason]
  const step = steps[direction][status] ?? 'The claim has ended.'
  return typeof step === 'string' ? step : step[kind]
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
