import { MessageCircleQuestion, Plus } from 'lucide-react'
import { useState } from 'react'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useSession } from '../session.ts'
import { AskConsent } from './ask-consent.tsx'
import { AskedRequests, ReceivedGrants } from './asked.tsx'
import { GrantConsent } from './grant-consent.tsx'
import { Grants } from './grants.tsx'
import { Requests } from './requests.tsx'

/** The owner's requests and grants, and those of the requester. */
const tabs = {
  requests: { path: '/consent', name: 'Requests', scope: 'consents:read', view: <Requests /> },
  grants: { path: '/consent/grants', name: 'Grants', scope: 'consents:read', view: <Grants /> },
  asked: { path: '/consent/asked', name: 'Your requests', scope: 'resolve', view: <AskedRequests /> },
  received: { path: '/consent/received', name: 'Grants to you', scope: 'resolve', view: <ReceivedGrants /> },
} as const

export type ConsentTab = keyof typeof tabs

export function ConsentPage({ tab }: { tab: ConsentTab }) {
  const { can } = useSession()
  const [open, setOpen] = useState<'grant' | 'ask' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHead
        title="Consent"
        actions={
          <>
            {can('resolve') && (
              <button type="button" onClick={() => setOpen('ask')}>
                <MessageCircleQuestion aria-hidden="true" />
                Ask for consent
              </button>
            )}
            {can('consents:write') && can('identities:read') && (
              <button type="button" className="primary" onClick={() => setOpen('grant')}>
                <Plus aria-hidden="true" />
                Grant consent
              </button>
            )}
          </>
        }
      >
        <ListingControls />
      </PageHead>
      <Tabs label="Of consent" tabs={tabs} asked={tab} />
      {open === 'grant' && <GrantConsent onClose={close} />}
      {open === 'ask' && <AskConsent alias="" onClose={close} />}
    </>
  )
}
