import { ChevronRight, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { WebhooksDocument } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Heads, ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pages } from '../parts/pages.tsx'
import { ToldStatus } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { eventsOf, webhookState } from './state.ts'

const heads = [['Address and events'], ['State', true], ['Created']] as const

export function WebhookList() {
  const { can } = useSession()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          can('webhooks:write') && (
            <button type="button" className="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden="true" />
              New webhook
            </button>
          )
        }
      >
        <ListingControls hasHeads />
      </PageHead>
      <Heads row="webhook-row" names={heads} />
      <ul className="rows card">
        <Pages
          document={WebhooksDocument}
          variables={{}}
          connectionOf={(data) => data.webhooks}
          empty={
            <Empty icon={WebhookIcon} title="No webhooks">
              A webhook receives every event that you subscribe it to, signed and at least once.
            </Empty>
          }
        >
          {(webhooks) =>
            webhooks.map(({ id, url, description, enabledEvents, ...states }) => (
              <li key={id}>
                <Link href={`/webhooks/${id}`} className="row webhook-row">
                  <span className="who">
                    <strong className="value">{url}</strong>
                    <span className="quiet">{description ?? eventsOf(enabledEvents)}</span>
                  </span>
                  <ToldStatus told={webhookState(states)} />
                  <span className="quiet wide-only">
                    <When at={states.createdAt} />
                  </span>
                  <ChevronRight aria-hidden="true" />
                </Link>
              </li>
            ))
          }
        </Pages>
      </ul>
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </>
  )
}
