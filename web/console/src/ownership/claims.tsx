import { Flag, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { type ClaimDirection, ClaimsDocument, type ClaimsQuery } from '../generated/documents.ts'
import { Opener } from '../parts/dialog.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RecordList } from '../parts/pages.tsx'
import { useSession } from '../session.ts'
import { MakeClaim } from './claim-dialogs.tsx'
import { ClaimItem } from './claim-item.tsx'

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
