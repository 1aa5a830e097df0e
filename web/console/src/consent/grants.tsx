import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { History } from '../audit/history.tsx'
import { GrantsDocument, type GrantsQuery, RevokeConsentDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Consumer, Id, shortId } from '../parts/id.tsx'
import { IdentityLink } from '../parts/identity-link.tsx'
import { Pages } from '../parts/pages.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { GrantReleases } from '../payable/grant-releases.tsx'
import { useSession } from '../session.ts'
import { ImpactNote } from './impact.tsx'

type Grant = GrantsQuery['consentGrants']['edges'][number]['node']

export const Grants = () => (
  <ul className="rows card">
    <Pages
      document={GrantsDocument}
      variables={{}}
      connectionOf={(data) => data.consentGrants}
      empty={
        <Empty icon={Handshake} title="No grants">
          A grant opens records that need consent to one consumer, until it expires or you revoke it.
        </Empty>
      }
    >
      {(grants) => grants.map((grant) => <GrantItem key={grant.id} grant={grant} />)}
    </Pages>
  </ul>
)

export function GrantItem({ grant }: { grant: Grant }) {
  const { can } = useSession()
  const [isRevoking, setRevoking] = useState(false)
  const [isReleasing, setReleasing] = useState(false)
  const { act, isBusy, error } = useAct(RevokeConsentDocument)
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
          {isActive && expiresAt && (
            <>
              {' '}
              · expires <When at={expiresAt} />
            </>
          )}
          {isActive && !expiresAt && ' · never expires'}
          {isActive && releases(grant)}
          {revokedAt && (
            <>
              {' '}
              · revoked <When at={revokedAt} />
            </>
          )}{' '}
          <History id={id} name={`the grant ${shortId(id)}`} />
        </p>
      </div>
      {isActive && can('consents:write') && (
        <div className="actions">
          <button type="button" aria-label={`Address access of ${id}`} onClick={() => setReleasing(true)}>
            Address access
          </button>
          <button type="button" aria-label={`Revoke ${id}`} onClick={() => setRevoking(true)}>
            Revoke
          </button>
        </div>
      )}
      {isReleasing && <GrantReleases grant={grant} onClose={() => setReleasing(false)} />}
      {isRevoking && (
        <Confirm
          title="Revoke this grant?"
          action="Revoke"
          onConfirm={() => act({ id }, 'Grant revoked')}
          onClose={() => setRevoking(false)}
          {...{ isBusy, error }}
        >
          <ImpactNote change={{ revokeConsent: { id } }} />
          <p>It discloses nothing from then on. What was disclosed before can’t be taken back.</p>
        </Confirm>
      )}
    </li>
  )
}

function releases({ release }: Grant): string {
  const count = release.length
  if (count === 0) return ''
  return ` · may be sent ${count === 1 ? 'one address' : `${count} addresses`}`
}

const isOver = (expiresAt: string | null): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

export function coversText(covers: Grant['covers']): string {
  if (!covers || covers.all) return 'everything'
  const parts = [
    [covers.aliases.length, 'alias', 'aliases'],
    [covers.endpoints.length, 'endpoint', 'endpoints'],
  ] as const
  const named = parts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  return named.join(' and ') || 'nothing'
}
