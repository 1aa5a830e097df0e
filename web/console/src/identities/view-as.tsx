import { Eye, EyeOff, OctagonX, Signpost } from 'lucide-react'
import { useState } from 'react'
import { coversText } from '../consent/grants.tsx'
import type { EndpointType } from '../generated/documents.ts'
import { Consumer, consumerName, shortId } from '../parts/id.tsx'
import { aliasText, endpointTypes } from '../parts/spelling.ts'
import { distance } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { primaryFirst } from './aliases.tsx'
import type { AliasRecord, EndpointRecord, GrantRecord, IdentityRecord } from './detail.tsx'
import { byPriority } from './endpoints.tsx'
import { type Preview, previewFor, type Sight } from './preview.ts'

/** Previews a caller's view by the service's own policy. */
export function ViewAs({ identity }: { identity: IdentityRecord }) {
  const { viewer } = useSession()
  const [consumer, setConsumer] = useState('')
  const grants = standingGrants(identity)
  const grant = grants.find((each) => each.consumerId === consumer) ?? null
  const previews = previewFor<AliasRecord, EndpointRecord>({
    identity,
    aliases: primaryFirst(identity),
    endpoints: byPriority(identity),
    grant,
    requiredProofs: viewer.requiredProofs,
  })
  return (
    <section className="card view-as" aria-labelledby="view-as">
      <header>
        <h2 id="view-as">View as consumer</h2>
      </header>
      <div className="caller">
        <label htmlFor="view-as-consumer">Who is asking</label>
        <select id="view-as-consumer" value={consumer} onChange={(event) => setConsumer(event.target.value)}>
          <option value="">Anyone without a grant</option>
          {grants.map(({ consumerId, consumer, status }) => (
            <option key={consumerId} value={consumerId!}>
              {consumerName(consumer) ?? shortId(consumerId!)} ·{' '}
              {status === 'ACTIVE' ? 'with a grant' : `grant ${status.toLowerCase()}`}
            </option>
          ))}
        </select>
        {grant && <GrantLine grant={grant} />}
        {identity.consentGrants?.pageInfo.hasNextPage && (
          <p className="hint">The newest 100 grants are offered here.</p>
        )}
      </div>
      <ol className="lanes" aria-live="polite">
        {previews.map((preview) => (
          <Lane key={preview.alias.id} preview={preview} />
        ))}
        {previews.length === 0 && <li className="quiet">No alias leads here: there is nothing to ask for.</li>}
      </ol>
    </section>
  )
}

/** The newest grant of each consumer: an active one is always the newest. */
function standingGrants(identity: IdentityRecord): GrantRecord[] {
  const grants = identity.consentGrants?.edges.map(({ node }) => node) ?? []
  return grants.filter(
    (grant, index) => grants.findIndex(({ consumerId }) => consumerId === grant.consumerId) === index,
  )
}

const GrantLine = ({ grant: { consumerId, consumer, status, expiresAt, covers } }: { grant: GrantRecord }) => (
  <p className="hint grant-line">
    <Consumer value={consumerId!} record={consumer} />
    {status === 'ACTIVE'
      ? `may see ${coversText(covers)}${expiresAt ? `; expires ${distance(expiresAt)}` : ''}`
      : `had a grant, now ${status.toLowerCase()}`}
  </p>
)

function Lane({ preview: { alias, isOpen, because, endpoints } }: { preview: Preview<AliasRecord, EndpointRecord> }) {
  const shown = endpoints.filter(({ isShown }) => isShown).length
  return (
    <li className={isOpen ? 'lane open' : 'lane shut'}>
      <div className="gate">
        {isOpen ? <Signpost aria-hidden="true" /> : <OctagonX aria-hidden="true" />}
        <strong className="value">{aliasText(alias)}</strong>
        <span className="verdict">{isOpen ? `${shown} of ${endpoints.length}` : 'Not found'}</span>
      </div>
      <p className="because">{isOpen ? because : `${because}. Answered exactly like an alias that doesn’t exist.`}</p>
      {isOpen && (
        <ul className="sights">
          {endpoints.map((sight) => (
            <SightItem key={sight.endpoint.id} sight={sight} />
          ))}
        </ul>
      )}
    </li>
  )
}

const disclosed: Record<EndpointType, string> = {
  CRYPTO_WALLET: 'abbreviated address',
  BANK_ACCOUNT: 'last 4 digits',
  MOBILE_MONEY: 'last 4 digits',
  PAYMENT_POINTER: 'full URL',
  UPI: 'masked address',
  PIX_KEY: 'masked key',
  LIGHTNING_ADDRESS: 'masked address',
}

const SightItem = ({ sight: { endpoint, isShown, isCovered, because } }: { sight: Sight<EndpointRecord> }) => (
  <li className={isShown ? 'shown' : 'hidden'}>
    {isShown ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
    <span>
      <b>{endpointTypes[endpoint.type]}</b> <span className="mono">{endpoint.addressPreview ?? '…'}</span>
      <small>
        {isShown ? `Disclosed: ${disclosed[endpoint.type]}` : 'Hidden'}
        {isShown && isCovered && endpoint.type === 'BANK_ACCOUNT' && ' and a token'} · {because}
      </small>
    </span>
  </li>
)
