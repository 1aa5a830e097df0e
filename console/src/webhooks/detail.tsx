import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import {
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookQuery,
} from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Heading } from '../parts/heading.tsx'
import { Id } from '../parts/id.tsx'
import { useNotice } from '../parts/notice.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { Deliveries } from './deliveries.tsx'
import { DeleteWebhook, RecoverWebhook, RotateSecret } from './webhook-dialogs.tsx'

export type WebhookRecord = NonNullable<WebhookQuery['webhook']>

export function WebhookDetail({ id }: { id: string }) {
  const { can } = useSession()
  const [{ data, error }, ask] = useQuery({ query: WebhookDocument, variables: { id } })
  const webhook = data?.webhook
  return (
    <>
      <Link href="/webhooks" className="back">
        <ArrowLeft aria-hidden="true" />
        Webhooks
      </Link>
      {webhook && (
        <>
          <Facts webhook={webhook} />
          {can('webhooks:write') && <Actions webhook={webhook} />}
          <Deliveries webhook={webhook} />
        </>
      )}
      {data && !webhook && <Heading title="No such webhook" />}
      {error ? <Problem error={error} onRetry={ask} /> : !data && <Waiting />}
    </>
  )
}

const reasons: Record<string, string> = {
  owner: 'you switched it off',
  failing: 'nothing but failures for days',
  gone: 'the receiver answered 410 Gone',
}

const Facts = ({
  webhook: { id, url, description, status, disabledReason, enabledEvents, failingSince, pausedUntil },
}: {
  webhook: WebhookRecord
}) => (
  <>
    <Heading title={url} />
    <p className="facts">
      <Status value={status} />
      {disabledReason && <span className="quiet">{reasons[disabledReason] ?? disabledReason}</span>}
      <Id value={id} />
      {description && <span>{description}</span>}
      <span className="quiet">hears {enabledEvents.includes('*') ? 'everything' : enabledEvents.join(', ')}</span>
      {failingSince && (
        <span className="quiet">
          failing since <When at={failingSince} />
        </span>
      )}
      {pausedUntil && Date.parse(pausedUntil) > Date.now() && (
        <span className="quiet">
          paused, goes on <When at={pausedUntil} />
        </span>
      )}
    </p>
  </>
)

function Actions({ webhook }: { webhook: WebhookRecord }) {
  const [open, setOpen] = useState<'rotate' | 'recover' | 'delete' | null>(null)
  const update = useAct(UpdateWebhookDocument)
  const probe = useAct(TestWebhookDocument)
  const notice = useNotice()
  const { id, status } = webhook
  const isEnabled = status === 'ENABLED'
  const close = () => setOpen(null)

  async function test() {
    const sent = await probe.act({ id })
    const attempt = sent?.testWebhook.attempts.at(-1)
    if (attempt)
      notice(attempt.status ? `The test was answered with ${attempt.status}` : `The test failed: ${attempt.error}`)
  }

  return (
    <>
      <div className="actions">
        <button type="button" disabled={probe.isBusy || !isEnabled} onClick={test}>
          Send test
        </button>
        <button type="button" onClick={() => setOpen('rotate')}>
          Rotate secret
        </button>
        <button type="button" onClick={() => setOpen('recover')}>
          Recover
        </button>
        <button
          type="button"
          disabled={update.isBusy}
          onClick={() =>
            update.act(
              { id, input: { status: isEnabled ? 'DISABLED' : 'ENABLED' } },
              isEnabled ? 'Webhook disabled' : 'Webhook enabled',
            )
          }
        >
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" onClick={() => setOpen('delete')}>
          Delete
        </button>
      </div>
      <Problem error={update.error ?? probe.error} />
      {open === 'rotate' && <RotateSecret id={id} onClose={close} />}
      {open === 'recover' && <RecoverWebhook id={id} onClose={close} />}
      {open === 'delete' && <DeleteWebhook id={id} onClose={close} />}
    </>
  )
}
