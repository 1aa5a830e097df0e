import { ChevronRight, RotateCw, Send } from 'lucide-react'
import { bodyOf } from '../events/body.ts'
import { DeliveriesDocument, type DeliveriesQuery, RedeliverDocument } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Clock, Id, ToldStatus, When } from '../parts/facts.tsx'
import { Filter, ListingControls, useFilter } from '../parts/listing.tsx'
import { useAct } from '../parts/notice.tsx'
import { Filters, Panel } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { counted, label } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import type { WebhookRecord } from './detail.tsx'
import { deliveryState, isSuccess, waitingFor } from './state.ts'

type Delivery = DeliveriesQuery['webhookDeliveries']['edges'][number]['node']
type Attempt = Delivery['attempts'][number]

const states = (['PENDING', 'DELIVERED', 'EXHAUSTED', 'CANCELLED'] as const).map((each) => [each, label(each)] as const)

/** While a delivery is due within half a minute, its state is read every two seconds. */
const refreshMs = (deliveries: Delivery[]) =>
  deliveries.some(
    ({ pendingReason: reason, nextAttemptAt: at }) =>
      reason === 'IN_FLIGHT' || (reason !== null && at !== null && Date.parse(at) < Date.now() + 30_000),
  )
    ? 2_000
    : null

export function Deliveries({ webhook }: { webhook: WebhookRecord }) {
  const state = useFilter('state', states)
  return (
    <Panel
      id="deliveries"
      title="Deliveries"
      action={
        <Filters>
          <Filter label="State" {...state} />
          <ListingControls />
        </Filters>
      }
    >
      <RecordList
        className="records deliveries"
        document={DeliveriesDocument}
        variables={{ webhook: webhook.id }}
        filters={{ state: state.value }}
        connectionOf={(data) => data.webhookDeliveries}
        refreshMs={refreshMs}
        empty={{
          icon: Send,
          title: 'No deliveries',
          children: 'No event that this webhook subscribes to has happened yet.',
        }}
        itemOf={(delivery) => <DeliveryItem delivery={delivery} webhook={webhook} />}
      />
    </Panel>
  )
}

function DeliveryItem({ delivery, webhook }: { delivery: Delivery; webhook: WebhookRecord }) {
  const { can } = useSession()
  const { act, isBusy, error } = useAct(RedeliverDocument)
  const { id, eventId, eventType, kind, attempts, attemptCount, createdAt } = delivery
  const waiting = waitingFor(delivery, webhook)
  const told = deliveryState(delivery)
  return (
    <li className="delivery-item">
      <details>
        <summary>
          <ChevronRight />
          <span className="mono event">{eventType}</span>
          {kind !== 'AUTOMATIC' && <span className="tag">{label(kind)}</span>}
          <Dots attempts={attempts} />
          <ToldStatus told={told} />
          {told.tone === 'bad' && waiting?.at && (
            <span className="quiet small">
              next <When at={waiting.at} />
            </span>
          )}
          <span className="quiet small at">
            <When at={createdAt} />
          </span>
        </summary>
        <div className="delivery">
          <p className="small quiet">
            <Id value={id} /> carries <Id value={eventId} /> · {counted(attemptCount, 'attempt')}
            {waiting && (
              <>
                {' '}
                · {waiting.text} {waiting.at && <When at={waiting.at} />}
              </>
            )}
          </p>
          <ol className="attempts">
            {attempts.map((attempt) => (
              <AttemptItem key={attempt.n} attempt={attempt} />
            ))}
            {attempts.length === 0 && <li className="quiet">Not attempted yet.</li>}
          </ol>
          <Sent delivery={delivery} />
          {can('webhooks:write') && (
            <Button
              icon={RotateCw}
              text="Redeliver"
              of={`${eventType} ${eventId}`}
              disabled={isBusy}
              onClick={() => act({ webhook: webhook.id, id }, 'Queued again')}
            />
          )}
          <Problem error={error} />
        </div>
      </details>
    </li>
  )
}

/** The attempts at a glance. */
const Dots = ({ attempts }: { attempts: Attempt[] }) => (
  <span className="dots" aria-hidden="true">
    {attempts.map((attempt) => (
      <i key={attempt.n} className={isSuccess(attempt) ? 'good' : 'bad'} />
    ))}
  </span>
)

const AttemptItem = ({ attempt }: { attempt: Attempt }) => (
  <li className={isSuccess(attempt) ? 'good' : 'bad'}>
    <p>
      <b>#{attempt.n}</b> <Clock at={attempt.startedAt} />
      <span className="outcome">
        {isSuccess(attempt) ? 'Accepted' : 'Failed'}: {attempt.status ?? attempt.error}
      </span>
      <span className="quiet">{attempt.ms} ms</span>
    </p>
    {attempt.answer && <pre>{attempt.answer}</pre>}
  </li>
)

/**
 * The headers of an attempt. Signatures are made for each attempt and never stored, so they are named and not shown.
 */
function headersOf({ id, eventId, attempts }: Delivery): (readonly [name: string, value: string])[] {
  const last = attempts.at(-1)
  const unix = last ? String(Math.floor(Date.parse(last.startedAt) / 1_000)) : '…'
  return [
    ['content-type', 'application/json'],
    ['user-agent', 'Signpost-Webhooks/1.0'],
    ['service-event-id', eventId],
    ['service-delivery-id', id],
    ['service-attempt', String(last?.n ?? 1)],
    ['service-signature', `t=${unix},v1=…`],
    ['webhook-id', eventId],
    ['webhook-timestamp', unix],
    ['webhook-signature', 'v1,…'],
  ]
}

/** The request of a delivery, as the last attempt sent it. */
const Sent = ({ delivery }: { delivery: Delivery }) => (
  <div className="sent">
    <h3>Request headers{delivery.attempts.length > 1 && ' of the last attempt'}</h3>
    <dl className="headers mono small">
      {headersOf(delivery).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p className="small quiet">A signature is made for each attempt, with the secret, and is kept nowhere.</p>
    {delivery.event && (
      <>
        <h3>Payload</h3>
        <pre className="payload">{bodyOf(delivery.event)}</pre>
      </>
    )}
  </div>
)
