import { ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import { kinds } from '../../../../src/events/kinds.ts'
import { AuditEntriesDocument, type AuditEntriesQuery } from '../generated/documents.ts'
import { Actor, Fact, Id, shortId } from '../parts/facts.tsx'
import { DayFilter, Filter, ListingControls, TextFilter, useFilter } from '../parts/listing.tsx'
import { useChoice } from '../parts/location.ts'
import { Filters, PageHead } from '../parts/page.tsx'
import { Moment, Timeline } from '../parts/pages.tsx'
import { historyPath, RecordLink } from '../parts/record.tsx'

type Entry = AuditEntriesQuery['auditEntries']['edges'][number]['node']

/** The entries of the log; with `about`, those of one record. */
export function AuditLog({ about }: { about?: string }) {
  const [chosenSubject, setSubject] = useChoice('subject')
  const subject = about ?? chosenSubject
  const [actor, setActor] = useChoice('actor')
  const kind = useFilter('kind', kindsOf(subject))
  const { since, until, from, to, setFrom, setTo } = useDays()
  return (
    <section className="card" aria-label="Entries">
      <Filters>
        {!about && <TextFilter label="Record" value={subject} placeholder="any id" onChoose={setSubject} />}
        <TextFilter label="Done by" value={actor} placeholder="key_…, apc_…, cli" onChoose={setActor} />
        <Filter label="Kind" {...kind} />
        <DayFilter label="From" value={from} onChoose={setFrom} />
        <DayFilter label="To" value={to} onChoose={setTo} />
        <ListingControls />
      </Filters>
      <Timeline
        document={AuditEntriesDocument}
        variables={{ subject }}
        filters={{ subject: chosenSubject, kind: kind.value, actor, since, until }}
        connectionOf={(found) => found.auditEntries}
        empty={{
          icon: ScrollText,
          title: 'Nothing has changed yet',
          children:
            'Each change of a record is recorded here with its author. Entries are kept for 400 days unless the operator set another time.',
        }}
        atOf={(entry) => entry.at}
        itemOf={(entry) => <EntryItem entry={entry} others={entry.subjectIds.filter((id) => id !== subject)} />}
      />
    </section>
  )
}

const isOfConsumers = (sides: object): boolean => Object.keys(sides).some((side) => side !== 'operator')

const changes = Object.entries(kinds).flatMap(([kind, sides]) => (isOfConsumers(sides) ? [kind] : []))
const disclosures = ['disclosure.resolve', 'disclosure.check', 'disclosure.destination', 'disclosure.release']

const familyOf = (kind: string): string => `${kind.split('.')[0]}.*`

/** The kinds of a consumer's log, each family before its members. Disclosures are in the log of one identity. */
function kindsOf(subject: string | null): (readonly [name: string, name: string])[] {
  const all = subject?.startsWith('idn_') ? [...changes, ...disclosures] : changes
  const families = Object.entries(Object.groupBy(all, familyOf))
  return families.flatMap(([family, members]) => [family, ...members!]).map((name) => [name, name])
}

/** Midnight of the reader's time zone, `later` days after a day like 2026-11-26; null for any other text. */
function midnight(day: string | null, later = 0): string | null {
  const [, year, month, date] = day?.match(/^(\d{4})-(\d{2})-(\d{2})$/) ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A first and a last day from the page's URL, as the range of a list: the whole last day is in it. */
function useDays() {
  const [from, setFrom] = useChoice('since')
  const [to, setTo] = useChoice('until')
  const [since, until] = [midnight(from), midnight(to, 1)]
  return { from: since && from, to: until && to, setFrom, setTo, since, until }
}

const EntryItem = ({ entry, others }: { entry: Entry; others: string[] }) => (
  <Moment at={entry.at}>
    <p>
      <b className="mono">{entry.kind}</b> by <Actor actor={entry.actor} />
    </p>
    {entry.changed.length > 0 && (
      <p className="capabilities">
        {entry.changed.map((name) => (
          <span className="tag mono" key={name}>
            {name}
          </span>
        ))}
      </p>
    )}
    {others.length > 0 && (
      <ul className="seen">
        {others.map((id) => (
          <li key={id}>
            <RecordLink id={id} path={historyPath(id)} />
          </li>
        ))}
      </ul>
    )}
    <p className="small quiet">
      <Id value={entry.id} />
      <Fact told="request" id={entry.requestId} />
    </p>
  </Moment>
)

/** The log of changes; with a subject, the history of one record. */
export function AuditPage() {
  const [subject] = useChoice('subject')
  return (
    <>
      <PageHead
        title={subject ? `History of ${shortId(subject)}` : 'Audit'}
        about={subject && <About id={subject} />}
      />
      <AuditLog />
    </>
  )
}

/** Views that show one record. */
const views: Record<string, string> = { idn: '/identities', whk: '/webhooks' }

function About({ id }: { id: string }) {
  const view = views[id.slice(0, 3)]
  return (
    <p className="facts">
      <Id value={id} />
      {view && <Link href={`${view}/${id}`}>Show the record</Link>}
    </p>
  )
}
