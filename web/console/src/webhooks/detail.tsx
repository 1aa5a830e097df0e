import { useQuery } from 'urql'
import { SendExample, useTest } from '../events/send-example.tsx'
import {
  DeleteWebhookDocument,
  DeliveriesDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookQuery,
} from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Confirm, EndButton, Opener, useDialog } from '../parts/dialog.tsx'
import { Id, ToldStatus } from '../parts/facts.tsx'
import { navigate } from '../parts/location.ts'
import { useAct } from '../parts/notice.tsx'
import { Back, Heading } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { History } from '../parts/record.tsx'
import { useSession } from '../session.ts'
import { Deliveries } from './deliveries.tsx'
import { eventsOf, isSuccess, webhookState } from './state.ts'
import { RecoverWebhook, RotateSecret } from './webhook-dialogs.tsx'

export type WebhookRecord = NonNullable<WebhookQuery['webhook']>

export function WebhookDetail({ id }: { id: string }) {
  const { can } = useSession()
  const [{ data, error }, ask] = useQuery({ query: WebhookDocument, variables: { id } })
  const webhook = data?.webhook
  return (
    <>
      <Back href="/webhooks" name="Webhooks" />
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

function Facts({ webhook }: { webhook: WebhookRecord }) {
  const { id, url, description, enabledEvents } = webhook
  return (
    <>
      <Heading title={url} />
      <p className="facts">
        <ToldStatus told={webhookState(webhook)} />
        <Id value={id} />
        <History id={id} name={url} />
        {description && <span>{description}</span>}
        <span className="quiet">receives {eventsOf(enabledEvents)}</span>
      </p>
      <Failing webhook={webhook} />
    </>
  )
}

/** The cause of the failures, from the newest attempt that failed, above the button that tries again. */
function Failing({ webhook: { id, status, failingSince, pausedUntil } }: { webhook: WebhookRecord }) {
  const isFailing = status === 'ENABLED' && failingSince !== null
  const [{ data }] = useQuery({
    query: DeliveriesDocument,
    variables: { webhook: id, first: 20 },
    pause: !isFailing,
  })
  if (!isFailing) return null
  const last = data?.webhookDeliveries.edges
    .flatMap(({ node }) => node.attempts)
    .filter((attempt) => !isSuccess(attempt))
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))[0]
  const cause = last && (last.status === null ? (last.error ?? 'no answer') : `status ${last.status}`)
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > Date.now()
  return (
    <p className="problem" role="alert">
      <span>
        <b>Deliveries fail{cause && ` with ${cause}`}.</b> {isPaused && 'The webhook is paused for a moment. '}
        Repair the receiver, then press “Send test”. “Recover” sends what it missed.
      </span>
    </p>
  )
}

/** A type that the webhook subscribes to. */
const heard = (patterns: readonly string[]): string => patterns.find((each) => !each.endsWith('*')) ?? 'webhook.test'

function Actions({ webhook }: { webhook: WebhookRecord }) {
  const update = useAct(UpdateWebhookDocument)
  const probe = useTest()
  const { id, status, enabledEvents } = webhook
  const isEnabled = status === 'ENABLED'

  const turn = (next: 'ENABLED' | 'DISABLED', done: string) => update.act({ id, input: { status: next } }, done)

  const disabling = useDialog(
    <Confirm
      title="Disable this webhook?"
      action="Disable webhook"
      onConfirm={() => turn('DISABLED', 'Webhook disabled')}
      isBusy={update.isBusy}
      error={update.error}
    >
      <p>Nothing is sent to it until you enable it again. “Recover” then sends what it missed.</p>
    </Confirm>,
  )

  return (
    <>
      <div className="actions">
        <Button text="Send test" disabled={probe.isBusy || !isEnabled} onClick={() => probe.test({ id })} />
        <Opener
          text="Send an example"
          disabled={!isEnabled}
          dialog={<SendExample type={heard(enabledEvents)} webhook={id} />}
        />
        <Opener text="Rotate secret" dialog={<RotateSecret id={id} />} />
        <Opener text="Recover" dialog={<RecoverWebhook id={id} />} />
        <Button
          text={isEnabled ? 'Disable' : 'Enable'}
          disabled={update.isBusy}
          onClick={() => (isEnabled ? disabling.open() : turn('ENABLED', 'Webhook enabled'))}
        />
        <EndButton
          text="Delete"
          title="Delete this webhook?"
          action="Delete webhook"
          document={DeleteWebhookDocument}
          id={id}
          done="Webhook deleted"
          onDone={() => navigate('/webhooks')}
        >
          <p>What is pending is cancelled, and its secret is erased.</p>
        </EndButton>
      </div>
      <Problem error={update.error ?? probe.error} />
      {disabling.shown}
    </>
  )
}
