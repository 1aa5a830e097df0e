import { Activity, ChevronRight, Send } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { EventsDocument, type EventsQuery, EventTypesDocument } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Filter } from '../parts/filter.tsx'
import { Heading } from '../parts/heading.tsx'
import { Id } from '../parts/id.tsx'
import { Heads, ListingControls } from '../parts/listing.tsx'
import { oneOf, useChoice } from '../parts/location.ts'
import { Pages } from '../parts/pages.tsx'
import { spanOptions, useSpan } from '../parts/span.ts'
import { fullDate, When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { bodyOf } from './body.ts'
import { SendExample } from './send-example.tsx'

type EventRecord = EventsQuery['events']['edges'][number]['node']

const heads = [['What happened'], ['When']] as const

/** Events with the data that webhooks get. */
export function EventPage() {
  const [{ data }] = useQuery({ query: EventTypesDocument })
  const [chosenType, setType] = useChoice('type')
  const { span, setSpan, created } = useSpan()
  const [example, setExample] = useState<string | null>(null)
  const { can } = useSession()
  const names = data?.eventTypes.map((each) => each.type)
  const type = names ? oneOf(names, chosenType) : chosenType
  return (
    <>
      <div className="top">
        <Heading title="Events" />
        <Filter label="Type" value={type} options={(names ?? []).map((name) => [name, name])} onChoose={setType} />
        <Filter label="Time" value={span} options={spanOptions} onChoose={setSpan} />
        <ListingControls />
        {can('webhooks:write') && (
          <button type="button" onClick={() => setExample(type ?? 'webhook.test')}>
            <Send aria-hidden="true" />
            Send an example
          </button>
        )}
      </div>
      <Heads row="event-row" names={heads} />
      <ul className="records deliveries events card">
        <Pages
          key={`${type} ${span}`}
          document={EventsDocument}
          variables={{ type, created }}
          connectionOf={(found) => found.events}
          empty={
            <Empty icon={Activity} title={type || span ? 'None of these' : 'Nothing has happened yet'}>
              Each change of your records is an event. Your webhooks are told of those that they listen to.
            </Empty>
          }
        >
          {(events) => events.map((event) => <EventItem key={event.id} event={event} />)}
        </Pages>
      </ul>
      {example !== null && <SendExample type={example} onClose={() => setExample(null)} />}
    </>
  )
}

const EventItem = ({ event }: { event: EventRecord }) => (
  <li className="delivery-item">
    <details>
      <summary>
        <ChevronRight aria-hidden="true" />
        <span className="mono event">{event.type}</span>
        <span className="quiet small at">
          <When at={event.createdAt} />
        </span>
      </summary>
      <div className="delivery">
        <p className="small quiet">
          <Id value={event.id} /> · <time dateTime={event.createdAt}>{fullDate(event.createdAt)}</time>
        </p>
        <Cause event={event} />
        <h3>What webhooks are sent</h3>
        <pre className="payload">{bodyOf(event)}</pre>
      </div>
    </details>
  </li>
)

const ways: Record<string, string> = { cli: 'on the command line', admin_api: 'over the admin interface' }

function Cause({ event: { actor, requestId } }: { event: EventRecord }) {
  if (!actor) return null
  return (
    <p className="small quiet">
      {actor.type === 'API_KEY' && (
        <>
          by{' '}
          {actor.id ? (
            <>
              your key <Id value={actor.id} />
            </>
          ) : (
            'a key of somebody else'
          )}
        </>
      )}
      {actor.type === 'OPERATOR' && <>by the operator {ways[actor.id ?? ''] ?? ''}</>}
      {actor.type === 'SYSTEM' && <>by the service itself{actor.id && ` (${actor.id})`}</>}
      {requestId && (
        <>
          {' '}
          · request <Id value={requestId} />
        </>
      )}
    </p>
  )
}
