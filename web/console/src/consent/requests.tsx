import { Inbox } from 'lucide-react'
import { Link } from 'wouter'
import {
  DeclineRequestDocument,
  IncomingRequestsDocument,
  type IncomingRequestsQuery,
  OutgoingRequestsDocument,
} from '../generated/documents.ts'
import { EndButton, Opener } from '../parts/dialog.tsx'
import { Consumer, Fact, Id, Status, When } from '../parts/facts.tsx'
import { RecordList } from '../parts/pages.tsx'
import { aliasText } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { ApproveRequest } from './approve-request.tsx'

export type RequestRecord = IncomingRequestsQuery['consentRequests']['edges'][number]['node']

/** The inbox: requests with their requester, alias and reason. */
export const Requests = () => (
  <RecordList
    document={IncomingRequestsDocument}
    variables={{}}
    connectionOf={(data) => data.consentRequests}
    empty={{
      icon: Inbox,
      title: 'Nobody has asked',
      children: 'A consumer that asks for access to one of your aliases waits here for your answer.',
    }}
    itemOf={(request) => <RequestItem request={request} />}
  />
)

function RequestItem({ request }: { request: RequestRecord }) {
  const { can } = useSession()
  const { id, status, consumerId, consumer, identityId, identity, purpose, createdAt, expiresAt, grantId } = request
  const alias = aliasText(request)
  const isOpen = status === 'PENDING'
  return (
    <li className={isOpen ? 'request pending' : 'request'}>
      <div className="request-text">
        <p>
          <Consumer value={consumerId!} record={consumer} /> asks for access{' '}
          {wantsAddress(request) && 'with addresses '}to{' '}
          <Link href={`/identities/${identityId}`} className="value">
            {alias}
          </Link>
          {identity?.displayName && <> of {identity.displayName}</>}
        </p>
        {purpose ? <blockquote>{purpose}</blockquote> : <p className="quiet">No purpose given.</p>}
        <p className="small quiet">
          <Status value={status} /> asked <When at={createdAt} />
          <Fact told="expires" at={isOpen && expiresAt} />
          <Fact told="grant" id={grantId} />
        </p>
      </div>
      {isOpen && can('consents:write') && (
        <div className="actions">
          <Opener text="Approve" of={alias} className="primary" dialog={<ApproveRequest request={request} />} />
          <EndButton
            text="Decline"
            of={alias}
            title="Decline this request?"
            action="Decline"
            document={DeclineRequestDocument}
            id={id}
            done="Request declined"
          >
            <p>The requester does not learn it: for them the request stays pending until it expires.</p>
          </EndButton>
        </div>
      )}
    </li>
  )
}

export const wantsAddress = ({ wants }: Pick<RequestRecord, 'wants'>): boolean => wants.includes('RELEASE')

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
