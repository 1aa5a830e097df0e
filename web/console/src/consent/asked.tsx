import { Inbox } from 'lucide-react'
import { OutgoingRequestsDocument, ReceivedGrantsDocument } from '../generated/documents.ts'
import { Fact } from '../parts/fact.tsx'
import { Id } from '../parts/id.tsx'
import { RecordList } from '../parts/pages.tsx'
import { aliasText } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { releasesText } from './grants.tsx'
import { wantsAddress } from './requests.tsx'

/** The consumer's own requests. */
export const AskedRequests = () => (
  <RecordList
    document={OutgoingRequestsDocument}
    variables={{}}
    connectionOf={(data) => data.consentRequests}
    empty={{
      icon: Inbox,
      title: 'You have asked nobody',
      children: 'Ask an owner for access to the endpoints of an alias.',
    }}
    itemOf={(request) => (
      <li className="request">
        <div className="request-text">
          <p>
            You asked for access {wantsAddress(request) && 'with addresses '}to{' '}
            <b className="value">{aliasText(request)}</b>
          </p>
          {request.purpose && <blockquote>{request.purpose}</blockquote>}
          <p className="small quiet">
            <Status value={request.status} /> <Id value={request.id} /> · asked <When at={request.createdAt} />
            <Fact told="expires" at={request.status === 'PENDING' && request.expiresAt} />
            <Fact told="grant" id={request.grantId} />
          </p>
        </div>
      </li>
    )}
  />
)

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
