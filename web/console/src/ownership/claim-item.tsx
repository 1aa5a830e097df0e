import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../parts/button.tsx'
import { CloseContext } from '../parts/dialog.tsx'
import { Fact } from '../parts/fact.tsx'
import { Id } from '../parts/id.tsx'
import { IdentityLink } from '../parts/record.tsx'
import { aliasText } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { ConfirmClaim, ContestClaim, ProveClaim, RefuseClaim, WithdrawClaim } from './claim-dialogs.tsx'
import { actionsOf, type ClaimAction, claimStory } from './claim-story.ts'
import type { ClaimRecord } from './claims.tsx'

const offered: Record<ClaimAction, { word: string; Dialog: typeof ProveClaim }> = {
  prove: { word: 'Prove', Dialog: ProveClaim },
  withdraw: { word: 'Withdraw', Dialog: WithdrawClaim },
  confirm: { word: 'Give up', Dialog: ConfirmClaim },
  refuse: { word: 'Refuse', Dialog: RefuseClaim },
  contest: { word: 'Contest', Dialog: ContestClaim },
}

export function ClaimItem({ claim }: { claim: ClaimRecord }) {
  const { can } = useSession()
  const [open, setOpen] = useState<ClaimAction | null>(null)
  const text = aliasText(claim)
  const actions = can('claims:write') ? actionsOf(claim) : []
  const OpenDialog = open && offered[open].Dialog
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
            <Button
              key={action}
              text={offered[action].word}
              of={text}
              className={index === 0 ? 'primary' : ''}
              onClick={() => setOpen(action)}
            />
          ))}
        </div>
      )}
      {OpenDialog && (
        <CloseContext value={() => setOpen(null)}>
          <OpenDialog claim={claim} />
        </CloseContext>
      )}
    </li>
  )
}

function Subject({ claim }: { claim: ClaimRecord }) {
  const { direction, kind, identityId, identity } = claim
  const [who, claims, moves, whose] =
    direction === 'OUTGOING' ? ['You', 'claim', 'ask to move', 'to'] : ['Somebody', 'claims', 'asks to move', 'of']
  return (
    <p>
      {who} {kind === 'OWNERSHIP' ? claims : moves} <strong className="value">{aliasText(claim)}</strong>{' '}
      {identityId && (
        <>
          {whose} <IdentityLink id={identityId} record={identity} />
        </>
      )}
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
    <Fact told={due[status] ?? 'ends'} at={deadline} />
    {challengeId && deadline && (
      <>
        {' '}
        · <Link href={`/challenges/${challengeId}`}>the latest challenge</Link>
      </>
    )}
  </p>
)
