import { useSession } from '../session.ts'
import { Aliases } from './aliases.tsx'
import type { IdentityRecord } from './detail.tsx'
import { Endpoints } from './endpoints.tsx'
import { ViewAs } from './view-as.tsx'

/** The owner's records beside a caller's view of them. */
export function Records({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const canPreview = identity.aliases && identity.endpoints
  return (
    <div className={canPreview ? 'beside' : ''}>
      <div className="stack">
        {identity.aliases && <Aliases identity={identity} />}
        {identity.endpoints && <Endpoints identity={identity} />}
        {!(can('aliases:read') && can('endpoints:read')) && (
          <p className="quiet">This key may not read all that belongs to the identity.</p>
        )}
      </div>
      {canPreview && <ViewAs identity={identity} />}
    </div>
  )
}
