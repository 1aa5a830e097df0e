import { ChevronRight, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { WebhooksDocument } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Heading } from '../parts/heading.tsx'
import { Heads, ListingControls } from '../parts/listing.tsx'
import { Pages } from '../parts/pages.tsx'
import { ToldStatus } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { webhookState } from './state.ts'

const heads = [['Where, and what it hears'], ['State'], ['Made', true]] as const

export function WebhookList() {
  const { can } = useSession()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <div className="top">
        <Heading title="Webhooks" />
        <ListingControls />
        {can('webhooks:write') && (
          <button type="button" className="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            New webhook
          </button>
        )}
      </div>
      <Heads row="webhook-row" names={heads} />
      <ul className="rows card">
        <Pages
          document={WebhooksDocument}
          variables={{}}
          connectionOf={(data) => data.webhooks}
          empty={
            <Empty icon={WebhookIcon} title="No webhooks">
              A webhook hears of every change you subscribe it to, signed and at least once.
            </Empty>
          }
        >
          {(webhooks) =>
            webhooks.map(({ id, url, description, enabledEvents, ...states }) => (
              <li key={id}>
                <Link href={`/webhooks/${id}`} className="row webhook-row">
                  <span className="who">
                    <strong className="value">{url}</strong>
                    <span className="quiet">{description ?? enabledEvents.join(', ')}</span>
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
