import { Activity, ChevronRight, Send } from 'lucide-react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { EventsDocument, type EventsQuery, EventTypesDocument } from '../generated/documents.ts'
import { Opener } from '../parts/dialog.tsx'
import { Actor, fullDate, Id, shortId, When } from '../parts/facts.tsx'
import { Filter, Heads, ListingControls, TextFilter, useSpan } from '../parts/listing.tsx'
import { oneOf, useChoice } from '../parts/location.ts'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { isId } from '../parts/places.ts'
import type { Names } from '../parts/record.tsx'
import { RecordLink } from '../parts/record.tsx'
import { useSession } from '../session.ts'
import { bodyOf, idsIn } from './body.ts'
import { SendExample } from './send-example.tsx'

type EventRecord = EventsQuery['events']['edges'][number]['node']

const heads = [['What happened'], ['Record'], ['By', true], ['When']] as const

/** Events with the data that webhooks get. */
export function EventPage() {
  const [{ data }] = useQuery({ query: EventTypesDocument })
  const [chosenType, setType] = useChoice('type')
  const { span, created } = useSpan()
  const [object, setObject] = useChoice('object')
  const [request, setRequest] = useChoice('request')
  const { can } = useSession()
  const names = data?.eventTypes.map((each) => each.type)
  const type = names ? oneOf(names, chosenType) : chosenType
  return (
    <>
      <PageHead
        title="Events"
        actions={
          can('webhooks:write') && (
            <Opener icon={Send} text="Send an example" dialog={<SendExample type={type ?? 'webhook.test'} />} />
          )
        }
      >
        <Filter label="Type" value={type} options={(names ?? []).map((name) => [name, name])} onChoose={setType} />
        <TextFilter label="Record" value={object} placeholder="any id" onChoose={setObject} />
        <TextFilter label="Request" value={request} placeholder="req_…" onChoose={setRequest} />
        <Filter label="Time" {...span} />
        <ListingControls hasHeads />
      </PageHead>
      <Heads row="event-row" names={heads} />
      <RecordList
        className="records deliveries events card"
        document={EventsDocument}
        variables={{}}
        filters={{ type, created, object, request }}
        connectionOf={(found) => found.events}
        empty={{
          icon: Activity,
          title: 'Nothing has happened yet',
          children: 'Each change of your records is an event. Webhooks receive those that they subscribe to.',
        }}
        namedIn={namedIn}
        itemOf={(event, names) => <EventItem event={event} names={names} />}
      />
    </>
  )
}

/** The ids whose names a row shows. */
const namedIn = ({ data, actor }: EventRecord): string[] =>
  [idsIn(data)[0], actor?.id].filter((id) => id != null && isId(id)) as string[]

function EventItem({ event, names }: { event: EventRecord; names: Names }) {
  const ids = idsIn(event.data)
  const [subject] = ids
  const { actor } = event
  return (
    <li className="delivery-item">
      <details>
        <summary className="event-row">
          <ChevronRight />
          <span className="mono event">{event.type}</span>
          <span className="value">{subject && (names.get(subject) ?? shortId(subject))}</span>
          <span className="quiet small wide-only">
            {actor && <Actor actor={{ ...actor, name: names.get(actor.id ?? '') ?? null }} isPlain />}
          </span>
          <span className="quiet small at">
            <When at={event.createdAt} />
          </span>
        </summary>
        <div className="delivery">
          <p className="small quiet">
            <Id value={event.id} /> · <time dateTime={event.createdAt}>{fullDate(event.createdAt)}</time>
          </p>
          <Cause event={event} />
          {ids.length > 0 && (
            <ul className="seen" aria-label="Records">
              {ids.map((id) => (
                <li key={id}>
                  <RecordLink id={id} />
                </li>
              ))}
            </ul>
          )}
          <h3>Body of its deliveries</h3>
          <pre className="payload">{bodyOf(event)}</pre>
        </div>
      </details>
    </li>
  )
}

function Cause({ event: { actor, requestId } }: { event: EventRecord }) {
  if (!actor) return null
  return (
    <p className="small quiet">
      by <Actor actor={actor} />
      {requestId && (
        <>
          {' '}
          · request <Link href={`/events?request=${requestId}`}>{shortId(requestId)}</Link>
        </>
      )}
    </p>
  )
}
