import { Inbox } from 'lucide-react'
import { OutgoingRequestsDocument, type OutgoingRequestsQuery, ReceivedGrantsDocument } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Id } from '../parts/id.tsx'
import { Pages } from '../parts/pages.tsx'
import { aliasText } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'

type Request = OutgoingRequestsQuery['consentRequests']['edges'][number]['node']

/** The consumer's own requests. */
export const AskedRequests = () => (
  <ul className="rows card">
    <Pages
      document={OutgoingRequestsDocument}
      variables={{}}
      connectionOf={(data) => data.consentRequests}
      empty={
        <Empty icon={Inbox} title="You have asked nobody">
          Ask an owner for access to the endpoints of an alias.
        </Empty>
      }
    >
      {(requests) => requests.map((request) => <AskedItem key={request.id} request={request} />)}
    </Pages>
  </ul>
)

const AskedItem = ({ request }: { request: Request }) => {
  const { id, purpose, status, createdAt, expiresAt, grantId } = request
  return (
    <li className="request">
      <div className="request-text">
        <p>
          You asked for access {request.wants.includes('RELEASE') && 'with addresses '}to{' '}
          <b className="value">{aliasText(request)}</b>
        </p>
        {purpose && <blockquote>{purpose}</blockquote>}
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · asked <When at={createdAt} />
          {status === 'PENDING' && (
            <>
              {' '}
              · expires <When at={expiresAt} />
            </>
          )}
          {grantId && (
            <>
              {' '}
              · grant <Id value={grantId} />
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** Grants to this consumer. A grantee sees only these fields of a grant. */
export const ReceivedGrants = () => (
  <ul className="rows card">
    <Pages
      document={ReceivedGrantsDocument}
      variables={{}}
      connectionOf={(data) => data.consentGrants}
      empty={
        <Empty icon={Inbox} title="No grants to you">
          When an owner consents, the grant is listed here.
        </Empty>
      }
    >
      {(grants) =>
        grants.map(({ id, identityId, status, expiresAt, release }) => (
          <li key={id} className={status === 'ACTIVE' ? 'request' : 'request dimmed'}>
            <div className="request-text">
              <p>
                A grant on <Id value={identityId} />
              </p>
              <p className="small quiet">
                <Status value={status} /> <Id value={id} />
                {expiresAt ? (
                  <>
                    {' '}
                    · expires <When at={expiresAt} />
                  </>
                ) : (
                  ' · never expires'
                )}
                {release.length > 0 &&
                  ` · may be sent ${release.length === 1 ? 'one address' : `${release.length} addresses`}`}
              </p>
            </div>
          </li>
        ))
      }
    </Pages>
  </ul>
)
