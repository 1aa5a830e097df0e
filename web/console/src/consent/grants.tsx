import { Handshake, Inbox } from 'lucide-react'
import {
  GrantsDocument,
  type GrantsQuery,
  ReceivedGrantsDocument,
  RevokeConsentDocument,
} from '../generated/documents.ts'
import { EndButton, Opener } from '../parts/dialog.tsx'
import { Consumer, Fact, Id, Status, shortId, When } from '../parts/facts.tsx'
import { RecordList } from '../parts/pages.tsx'
import { History, IdentityLink } from '../parts/record.tsx'
import { counted } from '../parts/spelling.ts'
import { GrantReleases } from '../payable/releasable.tsx'
import { useSession } from '../session.ts'
import { ImpactNote, recordsText } from './impact.tsx'

type Grant = GrantsQuery['consentGrants']['edges'][number]['node']

export const Grants = () => (
  <RecordList
    document={GrantsDocument}
    variables={{}}
    connectionOf={(data) => data.consentGrants}
    empty={{
      icon: Handshake,
      title: 'No grants',
      children: 'A grant opens records that need consent to one consumer, until it expires or you revoke it.',
    }}
    itemOf={(grant) => <GrantItem grant={grant} />}
  />
)

export function GrantItem({ grant }: { grant: Grant }) {
  const { can } = useSession()
  const { id, consumerId, consumer, identityId, purpose, covers, createdAt, expiresAt, revokedAt } = grant
  // It may have ended since it was read.
  const status = grant.status === 'ACTIVE' && isOver(expiresAt) ? 'EXPIRED' : grant.status
  const isActive = status === 'ACTIVE'
  return (
    <li className={isActive ? 'request' : 'request dimmed'}>
      <div className="request-text">
        <p>
          <Consumer value={consumerId!} record={consumer} /> {isActive ? 'sees' : 'saw'} {coversText(covers)} of{' '}
          <IdentityLink id={identityId} record={grant.identity} />
        </p>
        {purpose && <blockquote>{purpose}</blockquote>}
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · granted <When at={createdAt!} />
          <Fact told="expires" at={isActive && expiresAt} />
          {isActive && !expiresAt && ' · never expires'}
          {isActive && releasesText(grant)}
          <Fact told="revoked" at={revokedAt} /> <History id={id} name={`the grant ${shortId(id)}`} />
        </p>
      </div>
      {isActive && can('consents:write') && (
        <div className="actions">
          {can('identities:read') && can('endpoints:read') && (
            <Opener text="Address access" of={`of ${id}`} dialog={<GrantReleases grant={grant} />} />
          )}
          <EndButton
            text="Revoke"
            of={id}
            title="Revoke this grant?"
            action="Revoke"
            document={RevokeConsentDocument}
            id={id}
            done="Grant revoked"
          >
            <ImpactNote change={{ revokeConsent: { id } }} />
            <p>It discloses nothing from then on. What was disclosed before can’t be taken back.</p>
          </EndButton>
        </div>
      )}
    </li>
  )
}

/** The addresses that a grant allows, in the line of its facts. */
const releasesText = ({ release }: { release: readonly string[] }): string =>
  release.length === 0 ? '' : ` · may be sent ${counted(release.length, 'address', 'addresses')}`

const isOver = (expiresAt: string | null): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

export const coversText = (covers: Grant['covers']): string =>
  !covers || covers.all ? 'everything' : recordsText(covers.aliases, covers.endpoints) || 'nothing'

/** Grants to this consumer. A grantee sees only these fields of a grant. */
export const ReceivedGrants = () => (
  <RecordList
    document={ReceivedGrantsDocument}
    variables={{}}
    connectionOf={(data) => data.consentGrants}
    empty={{
      icon: Inbox,
      title: 'No grants to you',
      children: 'When an owner consents, the grant is listed here.',
    }}
    itemOf={(grant) => (
      <li className={grant.status === 'ACTIVE' ? 'request' : 'request dimmed'}>
        <div className="request-text">
          <p>
            A grant on <Id value={grant.identityId} />
          </p>
          <p className="small quiet">
            <Status value={grant.status} /> <Id value={grant.id} />
            <Fact told="expires" at={grant.expiresAt} />
            {!grant.expiresAt && ' · never expires'}
            {releasesText(grant)}
          </p>
        </div>
      </li>
    )}
  />
)
