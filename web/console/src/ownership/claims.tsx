import { Flag, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { type ClaimDirection, ClaimsDocument, type ClaimsQuery } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { CloseContext, Opener } from '../parts/dialog.tsx'
import { Fact, Id, Status, When } from '../parts/facts.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { IdentityLink } from '../parts/record.tsx'
import { aliasText } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { ConfirmClaim, ContestClaim, MakeClaim, ProveClaim, RefuseClaim, WithdrawClaim } from './claim-dialogs.tsx'
import { actionsOf, type ClaimAction, claimStory } from './claim-story.ts'

export type ClaimRecord = ClaimsQuery['claims']['edges'][number]['node']

/** The inbox: claims of the owner's aliases; and the owner's own claims. */
export function ClaimPage({ direction }: { direction: ClaimDirection }) {
  const { can } = useSession()
  const here = (name: ClaimDirection) => (name === direction ? { 'aria-current': 'page' as const } : {})
  return (
    <>
      <PageHead
        title="Claims"
        actions={
          can('claims:write') && <Opener icon={Plus} text="Claim an alias" className="primary" dialog={<MakeClaim />} />
        }
      >
        <ListingControls />
      </PageHead>
      <nav className="tabs" aria-label="Of claims">
        <Link href="/claims" {...here('INCOMING')}>
          Inbox
        </Link>
        <Link href="/claims/outgoing" {...here('OUTGOING')}>
          Your claims
        </Link>
      </nav>
      <RecordList
        key={direction}
        document={ClaimsDocument}
        variables={{ direction }}
        connectionOf={(data) => data.claims}
        refreshMs={refreshMs}
        empty={{ icon: Flag, ...empty[direction] }}
        itemOf={(claim) => <ClaimItem claim={claim} />}
      />
    </>
  )
}

const empty: Record<ClaimDirection, { title: string; children: string }> = {
  INCOMING: {
    title: 'Nobody claims your aliases',
    children: 'When somebody proves control of an alias that you hold, it waits here for your answer.',
  },
  OUTGOING: {
    title: 'No claims',
    children:
      'Somebody else registered a number or an address of yours? Claim it, and prove that it is under your control.',
  },
}

const codeMs = 600_000

/** The worker processes a claim soon after its proof: until then it is read again every two seconds. */
const refreshMs = (claims: ClaimRecord[]) =>
  claims.some(
    ({ status, challengeId, updatedAt }) =>
      status === 'PENDING_PROOF' && challengeId !== null && Date.parse(updatedAt) > Date.now() - codeMs,
  )
    ? 2_000
    : null

const offered: Record<ClaimAction, { word: string; Dialog: typeof ProveClaim }> = {
  prove: { word: 'Prove', Dialog: ProveClaim },
  withdraw: { word: 'Withdraw', Dialog: WithdrawClaim },
  confirm: { word: 'Give up', Dialog: ConfirmClaim },
  refuse: { word: 'Refuse', Dialog: RefuseClaim },
  contest: { word: 'Contest', Dialog: ContestClaim },
}

function ClaimItem({ claim }: { claim: ClaimRecord }) {
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
