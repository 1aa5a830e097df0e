import { useState } from 'react'
import { Link } from 'wouter'
import { Id } from '../parts/id.tsx'
import { IdentityLink } from '../parts/identity-link.tsx'
import { aliasText } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { ContestClaim, ProveClaim } from './claim-challenges.tsx'
import { ConfirmClaim, RefuseClaim, WithdrawClaim } from './claim-dialogs.tsx'
import { actionsOf, type ClaimAction, claimStory } from './claim-story.ts'
import type { ClaimRecord } from './claims.tsx'

const words: Record<ClaimAction, string> = {
  prove: 'Prove',
  withdraw: 'Withdraw',
  confirm: 'Give up',
  refuse: 'Refuse',
  contest: 'Contest',
}

const dialogs = {
  prove: ProveClaim,
  withdraw: WithdrawClaim,
  confirm: ConfirmClaim,
  refuse: RefuseClaim,
  contest: ContestClaim,
}

export function ClaimItem({ claim }: { claim: ClaimRecord }) {
  const { can } = useSession()
  const [open, setOpen] = useState<ClaimAction | null>(null)
  const text = aliasText(claim)
  const actions = can('claims:write') ? actionsOf(claim) : []
  const OpenDialog = open && dialogs[open]
  const waits = claim.direction === 'INCOMING' && claim.status === 'OPEN'
  return (
    <li className={waits ? 'request pending' : 'request'}>
      <div className="request-text">
        <Subject claim={claim} />
        <p className="quiet">{claimStory(claim)}</p>
        <Facts claim={claim} />
      </div>
      {actions.length > 0 && (
        <div className="actions">
          {actions.map((action, index) => (
            <button
              key={action}
              type="button"
              className={index === 0 ? 'primary' : ''}
              aria-label={`${words[action]} ${text}`}
              onClick={() => setOpen(action)}
            >
              {words[action]}
            </button>
          ))}
        </div>
      )}
      {OpenDialog && <OpenDialog claim={claim} onClose={() => setOpen(null)} />}
    </li>
  )
}

function Subject({ claim }: { claim: ClaimRecord }) {
  const { direction, kind, identityId, identity } = claim
  const text = <strong className="value">{aliasText(claim)}</strong>
  const ofWhom = identityId && <IdentityLink id={identityId} record={identity} />
  if (direction === 'OUTGOING') {
    return (
      <p>
        You {kind === 'OWNERSHIP' ? 'claim' : 'ask to move'} {text} {ofWhom && <>to {ofWhom}</>}
      </p>
    )
  }
  return (
    <p>
      Somebody {kind === 'OWNERSHIP' ? 'claims' : 'asks to move'} {text} {ofWhom && <>of {ofWhom}</>}
    </p>
  )
}

/** Describes the event at the end of a state. */
const due: Record<string, string> = {
  PENDING_PROOF: 'proof due',
  OPEN: 'answer due',
  AWAITING_SECOND_PROOF: 'second proof due',
}

const Facts = ({ claim: { id, status, deadline, challengeId, createdAt } }: { claim: ClaimRecord }) => (
  <p className="small quiet">
    <Status value={status} /> <Id value={id} /> · created <When at={createdAt} />
    {deadline && (
      <>
        {' '}
        · {due[status] ?? 'ends'} <When at={deadline} />
      </>
    )}
    {challengeId && deadline && (
      <>
        {' '}
        · <Link href={`/challenges/${challengeId}`}>the latest challenge</Link>
      </>
    )}
  </p>
)
