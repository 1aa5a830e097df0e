import { useQuery } from 'urql'
import { ApproveRequestDocument, CoverableDocument, type CoverableQuery } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { ExpiryField, expiryOf } from '../parts/expiry.tsx'
import { focusHeading } from '../parts/heading.tsx'
import { Consumer } from '../parts/id.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { aliasText, endpointTypes } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { type RequestRecord, wantsAddress } from './requests.tsx'

/** One dialog for both: the covered records, and the addresses to release. */
export function ApproveRequest({ request, onClose }: { request: RequestRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(ApproveRequestDocument)
  const { can } = useSession()
  const isListed = can('endpoints:read')
  const variables = { id: request.identityId!, aliases: false, endpoints: true }
  const [listed] = useQuery({ query: CoverableDocument, variables, pause: !isListed })
  const isLoading = isListed && !listed.data && !listed.error

  async function approve(form: FormData) {
    const [seen, sent] = [form.getAll('see').map(String), form.getAll('send').map(String)]
    const covers = { aliases: [request.aliasId!], endpoints: [...new Set([...seen, ...sent])] }
    // Without `endpoints:read` the service chooses: the consent-required records, and no address.
    const input = { expiresAt: expiryOf(form), ...(listed.data ? { covers, release: sent } : {}) }
    if (!(await act({ id: request.id, input }, 'Consent granted'))) return
    onClose()
    focusHeading()
  }

  return (
    <FormDialog
      title={`Approve the request for ${aliasText(request)}`}
      action="Grant consent"
      onSubmit={approve}
      isBusy={isBusy || isLoading}
      {...{ error, onClose }}
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
    </FormDialog>
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
  const { id, type, addressPreview, privacyLevel, release } = endpoint
  const name = `${endpointTypes[type]} ${addressPreview ?? '…'}`
  const isAsked = privacyLevel === 'CONSENT_REQUIRED'
  return (
    <fieldset className="coverable" aria-label={name}>
      <p>
        {endpointTypes[type]} <span className="mono">{addressPreview ?? '…'}</span>{' '}
        <PrivacyBadge value={privacyLevel} />
      </p>
      <label className="check">
        <input type="checkbox" name="see" value={id} defaultChecked={isAsked} />
        <span>May see it</span>
      </label>
      {release === 'GRANTED' && (
        <label className="check">
          <input type="checkbox" name="send" value={id} defaultChecked={isAsked && wantsAddress} />
          <span>May get the address</span>
        </label>
      )}
      {wantsAddress && release === 'NEVER' && (
        <p className="hint">Its address is sent to nobody. “Address access” of the endpoint allows it.</p>
      )}
    </fieldset>
  )
}
