import { Card } from '../parts/card.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { useSession } from '../session.ts'
import { Aliases } from './aliases.tsx'
import type { IdentityRecord } from './detail.tsx'
import { Endpoints } from './endpoints.tsx'
import { ViewAs } from './view-as.tsx'

/** The owner's records, and a caller's view of them. */
export function Records({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const canPreview = identity.aliases && identity.endpoints && identity.consentGrants && identity.status !== 'CLOSED'
  return (
    <div className={canPreview ? 'beside' : ''}>
      <div className="stack">
        {identity.aliases && <Aliases identity={identity} />}
        {identity.endpoints && <Endpoints identity={identity} />}
        {!(can('aliases:read') && can('endpoints:read')) && (
          <p className="quiet">This key may not read all that belongs to the identity.</p>
        )}
        <Details identity={identity} />
      </div>
      {canPreview && <ViewAs identity={identity} />}
    </div>
  )
}

const Details = ({ identity: { defaultPrivacyLevel, metadata } }: { identity: IdentityRecord }) => (
  <Card id="details" title="Details">
    <dl className="details">
      <div>
        <dt>Default for new records</dt>
        <dd>
          <PrivacyBadge value={defaultPrivacyLevel} />
        </dd>
      </div>
      {Object.entries(metadata as Record<string, string>).map(([key, value]) => (
        <div key={key}>
          <dt className="mono value">{key}</dt>
          <dd className="value">{value}</dd>
        </div>
      ))}
    </dl>
    {Object.keys(metadata as object).length === 0 && <p className="hint body">No metadata.</p>}
  </Card>
)
