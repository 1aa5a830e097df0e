import { ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import { AuditEntriesDocument, type AuditEntriesQuery } from '../generated/documents.ts'
import { Actor } from '../parts/actor.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field } from '../parts/field.tsx'
import { Filter, TextFilter } from '../parts/filter.tsx'
import { Consumer, Id, shortId } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { oneOf, useChoice } from '../parts/location.ts'
import { Filters } from '../parts/page-head.tsx'
import { Pages } from '../parts/pages.tsx'
import { Clock, dayOf } from '../parts/when.tsx'
import { useDays } from './days.ts'
import { historyPath } from './history.tsx'
import { kindOptions } from './kinds.ts'

type Entry = AuditEntriesQuery['auditEntries']['edges'][number]['node']

/** The entries of the log; with `about`, those of one record. */
export function AuditLog({ about }: { about?: string }) {
  const [chosenSubject, setSubject] = useChoice('subject')
  const subject = about ?? chosenSubject
  const [actor, setActor] = useChoice('actor')
  const [chosen, setKind] = useChoice('kind')
  const { since, until, from, to, setFrom, setTo } = useDays()
  const names = kindOptions(subject)
  const kind = oneOf(names, chosen)
  return (
    <section className="card" aria-label="Entries">
      <Filters>
        {!about && <TextFilter label="Record" value={subject} placeholder="any id" onChoose={setSubject} />}
        <TextFilter label="Done by" value={actor} placeholder="key_…, apc_…, cli" onChoose={setActor} />
        <Filter label="Kind" value={kind} options={names.map((name) => [name, name])} onChoose={setKind} />
        <DayFilter label="From" value={from} onChoose={setFrom} />
        <DayFilter label="To" value={to} onChoose={setTo} />
        <ListingControls />
      </Filters>
      <ol className="timeline">
        <Pages
          key={`${subject} ${actor} ${kind} ${since} ${until}`}
          document={AuditEntriesDocument}
          variables={{ kind, subject, actor, since, until }}
          connectionOf={(found) => found.auditEntries}
          empty={
            <Empty
              icon={ScrollText}
              title="Nothing has changed yet"
              isNarrowed={[chosenSubject, actor, kind, since, until].some((each) => each !== null)}
            >
              Each change of a record is recorded here with its author. Entries are kept for 400 days unless the
              operator set another time.
            </Empty>
          }
        >
          {(entries, before) =>
            entries.map((entry, index) => (
              <Moment
                key={entry.id}
                entry={entry}
                others={entry.subjectIds.filter((id) => id !== subject)}
                isNewDay={dayOf(entry.at) !== dayBefore(entries[index - 1] ?? before)}
              />
            ))
          }
        </Pages>
      </ol>
    </section>
  )
}

const dayBefore = (entry: Entry | null): string | null => entry && dayOf(entry.at)

type FilterProps = { label: string; value: string | null; onChoose: (value: string | null) => void }

const DayFilter = ({ label, value, onChoose }: FilterProps) => (
  <Field label={label}>
    {(id) => (
      <input id={id} type="date" value={value ?? ''} onChange={({ target }) => onChoose(target.value || null)} />
    )}
  </Field>
)

type MomentProps = { entry: Entry; others: string[]; isNewDay: boolean }

const Moment = ({ entry, others, isNewDay }: MomentProps) => (
  <>
    {isNewDay && <li className="day">{dayOf(entry.at)}</li>}
    <li className="moment">
      <span className="at">
        <Clock at={entry.at} />
      </span>
      <div>
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
                <Subject id={id} />
              </li>
            ))}
          </ul>
        )}
        <p className="small quiet">
          <Id value={entry.id} />
          {entry.requestId && (
            <>
              {' '}
              · request <Id value={entry.requestId} />
            </>
          )}
        </p>
      </div>
    </li>
  </>
)

const Subject = ({ id }: { id: string }) =>
  id.startsWith('apc_') ? (
    <Consumer value={id} />
  ) : (
    <Link href={historyPath(id)} className="mono" title={id}>
      {shortId(id)}
    </Link>
  )
