import { Activity, ChevronRight } from 'lucide-react'
import { EventsDocument, type EventsQuery } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Heading } from '../parts/heading.tsx'
import { Id } from '../parts/id.tsx'
import { Pages } from '../parts/pages.tsx'
import { fullDate, When } from '../parts/when.tsx'

type EventRecord = EventsQuery['events']['edges'][number]['node']

/** What happened, newest first, with the data that webhooks are sent. */
export const EventPage = () => (
  <>
    <div className="top">
      <Heading title="Events" />
    </div>
    <ul className="records deliveries card">
      <Pages
        document={EventsDocument}
        variables={{}}
        connectionOf={(data) => data.events}
        empty={
          <Empty icon={Activity} title="Nothing has happened yet">
            Each change of your records is an event. Your webhooks are told of those that they listen to.
          </Empty>
        }
      >
        {(events) => events.map((event) => <EventItem key={event.id} event={event} />)}
      </Pages>
    </ul>
  </>
)

const EventItem = ({ event: { id, type, data, createdAt } }: { event: EventRecord }) => (
  <li className="delivery-item">
    <details>
      <summary>
        <ChevronRight aria-hidden="true" />
        <span className="mono event">{type}</span>
        <span className="quiet small at">
          <When at={createdAt} />
        </span>
      </summary>
      <div className="delivery">
        <p className="small quiet">
          <Id value={id} /> · <time dateTime={createdAt}>{fullDate(createdAt)}</time>
        </p>
        <pre className="payload">{JSON.stringify(data, null, 2)}</pre>
      </div>
    </details>
  </li>
)
