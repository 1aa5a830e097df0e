import { Inbox } from 'lucide-react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import {
  ApproveRequestDocument,
  CoverableDocument,
  type CoverableQuery,
  DeclineRequestDocument,
  IncomingRequestsDocument,
  type IncomingRequestsQuery,
  OutgoingRequestsDocument,
} from '../generated/documents.ts'
import { EndButton, Opener, WriteDialog } from '../parts/dialog.tsx'
import { Consumer, Fact, Id, Status, When } from '../parts/facts.tsx'
import { CheckField, ExpiryField, expiryOf } from '../parts/field.tsx'
import { focusHeading } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { EndpointName, endpointText } from '../parts/record.tsx'
import { aliasText } from '../parts/spelling.ts'
import { useSession } from '../session.ts'

type RequestRecord = IncomingRequestsQuery['consentRequests']['edges'][number]['node']

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

const wantsAddress = ({ wants }: Pick<RequestRecord, 'wants'>): boolean => wants.includes('RELEASE')

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

/** One dialog for both: the covered records, and the addresses to release. */
function ApproveRequest({ request }: { request: RequestRecord }) {
  const { can } = useSession()
  const isListed = can('identities:read') && can('endpoints:read')
  const variables = { id: request.identityId!, aliases: false, endpoints: true }
  const [listed] = useQuery({ query: CoverableDocument, variables, pause: !isListed })

  function inputOf(form: FormData) {
    const [seen, sent] = [form.getAll('see').map(String), form.getAll('send').map(String)]
    const covers = { aliases: [request.aliasId!], endpoints: [...new Set([...seen, ...sent])] }
    // Without these scopes the service chooses: the consent-required records, and no address.
    return { expiresAt: expiryOf(form), ...(listed.data ? { covers, release: sent } : {}) }
  }

  return (
    <WriteDialog
      title={`Approve the request for ${aliasText(request)}`}
      action="Grant consent"
      document={ApproveRequestDocument}
      variablesOf={(form) => ({ id: request.id, input: inputOf(form) })}
      done="Consent granted"
      isBusy={isListed && !listed.data}
      onDone={focusHeading}
    >
      <p>
        To <Consumer value={request.consumerId!} record={request.consumer} />
        {request.purpose && <> for “{request.purpose}”</>}. It asks{' '}
        {wantsAddress(request) ? 'to see endpoints and to get their addresses' : 'to see endpoints'}.
      </p>
      {listed.error && <Problem error={listed.error} />}
      {listed.data && <Endpoints found={listed.data} wantsAddress={wantsAddress(request)} />}
      {!isListed && <p className="hint">The grant covers the alias and every endpoint that needs consent today.</p>}
      <ExpiryField value="90" />
    </WriteDialog>
  )
}

type Endpoint = NonNullable<NonNullable<CoverableQuery['identity']>['endpoints']>['edges'][number]['node']

/** Each endpoint that a grant can cover, ticked as requested. Endpoints without a release policy offer no address. */
function Endpoints({ found, wantsAddress }: { found: CoverableQuery; wantsAddress: boolean }) {
  const endpoints = found.identity?.endpoints?.edges.map(({ node }) => node) ?? []
  const shown = endpoints.filter(({ privacyLevel }) => privacyLevel !== 'PRIVATE')
  if (shown.length === 0)
    return <p className="hint">The identity has no endpoint to show. The grant covers the alias alone.</p>
  return shown.map((endpoint) => <EndpointChoice key={endpoint.id} {...{ endpoint, wantsAddress }} />)
}

function EndpointChoice({ endpoint, wantsAddress }: { endpoint: Endpoint; wantsAddress: boolean }) {
  const { id, privacyLevel, release } = endpoint
  const isAsked = privacyLevel === 'CONSENT_REQUIRED'
  return (
    <fieldset className="coverable" aria-label={endpointText(endpoint)}>
      <p>
        <EndpointName endpoint={endpoint} /> <PrivacyBadge value={privacyLevel} />
      </p>
      <CheckField name="see" value={id} defaultChecked={isAsked} text="May see it" />
      {release === 'GRANTED' && (
        <CheckField name="send" value={id} defaultChecked={isAsked && wantsAddress} text="May get the address" />
      )}
      {wantsAddress && release === 'NEVER' && (
        <p className="hint">Its address is sent to nobody. “Address access” of the endpoint allows it.</p>
      )}
    </fieldset>
  )
}
