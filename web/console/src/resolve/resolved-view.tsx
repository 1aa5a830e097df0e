import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { AskConsent } from '../consent/ask-consent.tsx'
import type { AliasType, EndpointType, IdentityType } from '../generated/documents.ts'
import { endpointIcons } from '../identities/endpoint-icons.ts'
import { Id } from '../parts/id.tsx'
import { aliasText, endpointTypes, identityTypes, label } from '../parts/spelling.ts'
import { type Disclosed, type Resolved, shownOf } from './answer.ts'
import { AssuranceView } from './assurance-view.tsx'

const shouted = (word: string) => word.toUpperCase()

/** A resolved alias: its identity and endpoints. */
export function ResolvedView({ resolved }: { resolved: Resolved }) {
  const [isAsking, setAsking] = useState(false)
  const { identity, type, matched_alias: matched, endpoints, disclosure, assurance } = resolved
  const alias = aliasText({ type: shouted(matched.type) as AliasType, value: matched.value })
  const hidden = disclosure.total_endpoints - disclosure.disclosed
  return (
    <div className="entry">
      <p className="facts">
        <b className="value">{alias}</b> <span className="status good">Resolved</span>
        <span>{identityTypes[shouted(type) as IdentityType] ?? label(type)}</span>
        <Id value={identity} />
      </p>
      <ul className="shown-endpoints">
        {endpoints.map((endpoint) => (
          <EndpointLine key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      {assurance && <AssuranceView assurance={assurance} />}
      <p className="quiet">
        {disclosure.disclosed} of {disclosure.total_endpoints}{' '}
        {disclosure.total_endpoints === 1 ? 'endpoint is' : 'endpoints are'} shown.
        {hidden > 0 && ' The others need the owner’s consent, are hidden, or can’t take this payment.'}
      </p>
      {hidden > 0 && (
        <div className="actions">
          <button type="button" aria-label={`Ask for consent to ${alias}`} onClick={() => setAsking(true)}>
            Ask for consent
          </button>
        </div>
      )}
      {isAsking && <AskConsent alias={alias} onClose={() => setAsking(false)} />}
    </div>
  )
}

function EndpointLine({ endpoint }: { endpoint: Disclosed }) {
  const { id, type, capabilities, token } = endpoint
  const known = shouted(type) as EndpointType
  const Icon = endpointIcons[known] ?? CircleHelp
  return (
    <li>
      <p className="facts">
        <Icon aria-hidden="true" />
        <b>{endpointTypes[known] ?? label(type)}</b>
        <span className="mono value">{shownOf(endpoint)}</span>
        <Id value={id} />
      </p>
      {capabilities.length > 0 && (
        <p className="capabilities">
          {capabilities.map(({ asset, network, rail }) => (
            <span className="tag" key={`${asset} ${network} ${rail}`}>
              <b>{asset}</b> {[network, rail].filter(Boolean).join(' · ')}
            </span>
          ))}
        </p>
      )}
      {token && (
        <p className="small quiet">
          token <span className="mono value">{token}</span>
        </p>
      )}
    </li>
  )
}
