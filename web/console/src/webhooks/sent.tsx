import { bodyOf } from '../events/body.ts'
import type { Delivery } from './deliveries.tsx'

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
export const Sent = ({ delivery }: { delivery: Delivery }) => (
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
