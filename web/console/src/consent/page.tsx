import { MessageCircleQuestion, Plus } from 'lucide-react'
import { Opener } from '../parts/dialog.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead, Tabs } from '../parts/page.tsx'
import { useSession } from '../session.ts'
import { AskConsent } from './ask-consent.tsx'
import { GrantConsent } from './grant-consent.tsx'
import { Grants, ReceivedGrants } from './grants.tsx'
import { AskedRequests, Requests } from './requests.tsx'

/** The owner's requests and grants, and those of the requester. */
const tabs = {
  requests: { name: 'Requests', scope: 'consents:read', view: <Requests /> },
  grants: { name: 'Grants', scope: 'consents:read', view: <Grants /> },
  asked: { name: 'Your requests', scope: 'resolve', view: <AskedRequests /> },
  received: { name: 'Grants to you', scope: 'resolve', view: <ReceivedGrants /> },
} as const

export function ConsentPage({ tab }: { tab: keyof typeof tabs }) {
  const { can } = useSession()
  return (
    <>
      <PageHead
        title="Consent"
        actions={
          <>
            {can('resolve') && (
              <Opener icon={MessageCircleQuestion} text="Ask for consent" dialog={<AskConsent alias="" />} />
            )}
            {can('consents:write') && can('identities:read') && (
              <Opener icon={Plus} text="Grant consent" className="primary" dialog={<GrantConsent />} />
            )}
          </>
        }
      >
        <ListingControls />
      </PageHead>
      <Tabs label="Of consent" path="/consent" tabs={tabs} asked={tab} />
    </>
  )
}
