import { ChevronRight, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { Link } from 'wouter'
import { WebhooksDocument } from '../generated/documents.ts'
import { Opener } from '../parts/dialog.tsx'
import { ToldStatus, When } from '../parts/facts.tsx'
import { Heads, ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { useSession } from '../session.ts'
import { eventsOf, webhookState } from './state.ts'
import { CreateWebhook } from './webhook-dialogs.tsx'

const heads = [['Address and events'], ['State', true], ['Created']] as const

export function WebhookList() {
  const { can } = useSession()
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          can('webhooks:write') && (
            <Opener icon={Plus} text="New webhook" className="primary" dialog={<CreateWebhook />} />
          )
        }
      >
        <ListingControls hasHeads />
      </PageHead>
      <Heads row="webhook-row" names={heads} />
      <RecordList
        document={WebhooksDocument}
        variables={{}}
        connectionOf={(data) => data.webhooks}
        empty={{
          icon: WebhookIcon,
          title: 'No webhooks',
          children: 'A webhook receives every event that you subscribe it to, signed and at least once.',
        }}
        itemOf={({ id, url, description, enabledEvents, ...states }) => (
          <li>
            <Link href={`/webhooks/${id}`} className="row webhook-row">
              <span className="who">
                <strong className="value">{url}</strong>
                <span className="quiet">{description ?? eventsOf(enabledEvents)}</span>
              </span>
              <ToldStatus told={webhookState(states)} />
              <span className="quiet wide-only">
                <When at={states.createdAt} />
              </span>
              <ChevronRight />
            </Link>
          </li>
        )}
      />
    </>
  )
}
