import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { DeclineRequestDocument, IncomingRequestsDocument, type IncomingRequestsQuery } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Consumer, Id } from '../parts/id.tsx'
import { Pages } from '../parts/pages.tsx'
import { aliasText } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { ApproveRequest } from './approve-request.tsx'

export type RequestRecord = IncomingRequestsQuery['consentRequests']['edges'][number]['node']

/** The inbox: requests with their requester, alias and reason. */
export const Requests = () => (
  <ul className="rows card">
    <Pages
      document={IncomingRequestsDocument}
      variables={{}}
      connectionOf={(data) => data.consentRequests}
      empty={
        <Empty icon={Inbox} title="Nobody has asked">
          A consumer that asks for access to one of your aliases waits here for your answer.
        </Empty>
      }
    >
      {(requests) => requests.map((request) => <RequestItem key={request.id} request={request} />)}
    </Pages>
  </ul>
)

function RequestItem({ request }: { request: RequestRecord }) {
  const { can } = useSession()
  const [open, setOpen] = useState<'approve' | 'decline' | null>(null)
  const { status, consumerId, consumer, identityId, identity, purpose, createdAt, expiresAt, grantId } = request
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
          {isOpen && (
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
      {isOpen && can('consents:write') && (
        <div className="actions">
          <button type="button" className="primary" aria-label={`Approve ${alias}`} onClick={() => setOpen('approve')}>
            Approve
          </button>
          <button type="button" aria-label={`Decline ${alias}`} onClick={() => setOpen('decline')}>
            Decline
          </button>
        </div>
      )}
      {open === 'approve' && <ApproveRequest request={request} onClose={() => setOpen(null)} />}
      {open === 'decline' && <DeclineRequest request={request} onClose={() => setOpen(null)} />}
    </li>
  )
}

export const wantsAddress = ({ wants }: Pick<RequestRecord, 'wants'>): boolean => wants.includes('RELEASE')

function DeclineRequest({ request, onClose }: { request: RequestRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(DeclineRequestDocument)
  return (
    <Confirm
      title="Decline this request?"
      action="Decline"
      onConfirm={() => act({ id: request.id }, 'Request declined')}
      {...{ isBusy, error, onClose }}
    >
      <p>The requester does not learn it: for them the request stays pending until it expires.</p>
    </Confirm>
  )
}
