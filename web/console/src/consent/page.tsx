import { MessageCircleQuestion, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Heading } from '../parts/heading.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { useSession } from '../session.ts'
import { AskConsent } from './ask-consent.tsx'
import { AskedRequests, ReceivedGrants } from './asked.tsx'
import { GrantConsent } from './grant-consent.tsx'
import { Grants } from './grants.tsx'
import { Requests } from './requests.tsx'

/** An owner's two sides, and the two of somebody who resolves. */
const tabs = {
  requests: { path: '/consent', name: 'Requests', scope: 'consents:read', view: Requests },
  grants: { path: '/consent/grants', name: 'Grants', scope: 'consents:read', view: Grants },
  asked: { path: '/consent/asked', name: 'Your requests', scope: 'resolve', view: AskedRequests },
  received: { path: '/consent/received', name: 'Grants to you', scope: 'resolve', view: ReceivedGrants },
} as const

export type ConsentTab = keyof typeof tabs

export function ConsentPage({ tab: asked }: { tab: ConsentTab }) {
  const { can } = useSession()
  const [open, setOpen] = useState<'grant' | 'ask' | null>(null)
  const close = () => setOpen(null)
  // A key that only resolves has no inbox.
  const tab = asked === 'requests' && !can('consents:read') ? 'asked' : asked
  const View = tabs[tab].view
  return (
    <>
      <div className="top">
        <Heading title="Consent" />
        <ListingControls />
        {can('resolve') && (
          <button type="button" onClick={() => setOpen('ask')}>
            <MessageCircleQuestion aria-hidden="true" />
            Ask for consent
          </button>
        )}
        {can('consents:write') && can('identities:read') && (
          <button type="button" onClick={() => setOpen('grant')}>
            <Plus aria-hidden="true" />
            Grant consent
          </button>
        )}
      </div>
      <nav className="tabs" aria-label="Of consent">
        {Object.entries(tabs)
          .filter(([, { scope }]) => can(scope))
          .map(([key, { path, name }]) => (
            <Link key={key} href={path} {...(key === tab ? { 'aria-current': 'page' as const } : {})}>
              {name}
            </Link>
          ))}
      </nav>
      <View />
      {open === 'grant' && <GrantConsent onClose={close} />}
      {open === 'ask' && <AskConsent alias="" onClose={close} />}
    </>
  )
}
