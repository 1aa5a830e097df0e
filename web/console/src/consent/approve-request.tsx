import { useQuery } from 'urql'
import { ApproveRequestDocument, CoverableDocument, type CoverableQuery } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { Consumer } from '../parts/facts.tsx'
import { CheckField, ExpiryField, expiryOf } from '../parts/field.tsx'
import { focusHeading } from '../parts/page.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { EndpointName, endpointText } from '../parts/record.tsx'
import { aliasText } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { type RequestRecord, wantsAddress } from './requests.tsx'

/** One dialog for both: the covered records, and the addresses to release. */
export function ApproveRequest({ request }: { request: RequestRecord }) {
  const { can } = useSession()
  const isListed = can('endpoints:read')
  const variables = { id: request.identityId!, aliases: false, endpoints: true }
  const [listed] = useQuery({ query: CoverableDocument, variables, pause: !isListed })

  function inputOf(form: FormData) {
    const [seen, sent] = [form.getAll('see').map(String), form.getAll('send').map(String)]
    const covers = { aliases: [request.aliasId!], endpoints: [...new Set([...seen, ...sent])] }
    // Without `endpoints:read` the service chooses: the consent-required records, and no address.
    return { expiresAt: expiryOf(form), ...(listed.data ? { covers, release: sent } : {}) }
  }

  return (
    <WriteDialog
      title={`Approve the request for ${aliasText(request)}`}
      action="Grant consent"
      document={ApproveRequestDocument}
      variablesOf={(form) => ({ id: request.id, input: inputOf(form) })}
      done="Consent granted"
      isBusy={isListed && !listed.data && !listed.error}
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
