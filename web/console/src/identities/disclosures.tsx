import { Eye } from 'lucide-react'
import { type DisclosureKind, DisclosuresDocument, type DisclosuresQuery } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Field } from '../parts/field.tsx'
import { Filter } from '../parts/filter.tsx'
import { Consumer, consumerName, Id, shortId } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { useChoice } from '../parts/location.ts'
import { Pages } from '../parts/pages.tsx'
import { spanOptions, useSpan } from '../parts/span.ts'
import { aliasText, endpointTypes, label } from '../parts/spelling.ts'
import { Clock, dayOf } from '../parts/when.tsx'
import type { IdentityRecord } from './detail.tsx'
import { endpointIcons } from './endpoints.tsx'

type Disclosure = NonNullable<DisclosuresQuery['identity']>['disclosures']['edges'][number]['node']

/** Who saw which endpoints, when, by which alias and grant. */
export function Disclosures({ identity }: { identity: IdentityRecord }) {
  const [chosen, setConsumer] = useChoice('consumer')
  const consumer = wholeId(chosen ?? '')
  const { span, setSpan, since } = useSpan()
  const consumers = new Map(identity.consentGrants?.edges.map(({ node }) => [node.consumer!, node.consumerRecord]))
  return (
    <section className="card disclosures" aria-label="Disclosures">
      <div className="filters timeline-filters">
        <Field label="Consumer">
          {(id) => (
            <>
              <input
                id={id}
                className="mono"
                list="consumers"
                placeholder="anyone"
                autoComplete="off"
                spellCheck={false}
                defaultValue={consumer}
                onChange={({ target }) => {
                  const whole = wholeId(target.value)
                  if (whole !== consumer) setConsumer(whole || null)
                }}
              />
              <datalist id="consumers">
                {[...consumers].map(([each, record]) => (
                  <option key={each} value={each} label={consumerName(record) ?? shortId(each)} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Filter label="When" value={span} options={spanOptions} onChoose={setSpan} />
        <ListingControls />
      </div>
      <ol className="timeline">
        <Pages
          key={`${consumer} ${span}`}
          document={DisclosuresDocument}
          variables={{ id: identity.id, consumer: consumer || null, since }}
          connectionOf={(data) => data.identity?.disclosures}
          empty={
            <Empty icon={Eye} title="Nobody has looked">
              Each time an alias of this identity resolves for somebody, it is written down here.
            </Empty>
          }
        >
          {(records, before) =>
            records.map((record, index) => (
              <Moment
                key={record.id}
                record={record}
                identity={identity}
                isNewDay={isNewDay(record, records[index - 1] ?? before)}
              />
            ))
          }
        </Pages>
      </ol>
    </section>
  )
}

/** Half an id is no filter yet. */
const wholeId = (text: string): string => (/^apc_\w{26}$/.test(text.trim()) ? text.trim() : '')

type MomentProps = { record: Disclosure; identity: IdentityRecord; isNewDay: boolean }

const Moment = ({ record, identity, isNewDay }: MomentProps) => (
  <>
    {isNewDay && <li className="day">{dayOf(record.createdAt)}</li>}
    <li className={record.endpoints.length > 0 ? 'moment' : 'moment nothing'}>
      <span className="at">
        <Clock at={record.createdAt} />
      </span>
      <div>
        <p>
          <Consumer value={record.consumer} record={record.consumerRecord} /> {asked[record.kind]}{' '}
          <b className="value">{aliasNamed(record.alias, identity)}</b> and {told(record)}
        </p>
        {record.endpoints.length > 0 && (
          <ul className="seen">
            {record.endpoints.map((id) => (
              <Seen key={id} id={id} identity={identity} />
            ))}
          </ul>
        )}
        <p className="small quiet">
          {record.grant ? (
            <>
              by the grant <Id value={record.grant} />
            </>
          ) : (
            'without a grant'
          )}{' '}
          · request <Id value={record.requestId} />
        </p>
      </div>
    </li>
  </>
)

const isNewDay = (record: Disclosure, before: Disclosure | null) =>
  before === null || dayOf(before.createdAt) !== dayOf(record.createdAt)

const asked: Record<DisclosureKind, string> = {
  RESOLVE: 'asked for',
  CHECK: 'checked a name of',
  RELEASE: 'asked to pay',
}

/** What the caller was told, in words. */
function told({ kind, verdict, endpoints: { length } }: Disclosure): string {
  if (kind === 'CHECK') return `was told: ${verdict === null ? 'no verdict is stored' : label(verdict).toLowerCase()}`
  if (kind === 'RELEASE') return `was sent the address of ${counted(length)}`
  return `saw ${length === 0 ? 'no endpoint' : counted(length)}`
}

const counted = (count: number) => (count === 1 ? 'one endpoint' : `${count} endpoints`)

function aliasNamed(id: string, { aliases, released }: IdentityRecord): string {
  const all = [...(aliases?.edges ?? []), ...(released?.edges ?? [])]
  const found = all.find(({ node }) => node.id === id)
  return found ? aliasText(found.node) : shortId(id)
}

function Seen({ id, identity }: { id: string; identity: IdentityRecord }) {
  const endpoint = identity.endpoints?.edges.find(({ node }) => node.id === id)?.node
  if (!endpoint) return <li className="tag">Removed endpoint {shortId(id)}</li>
  const Icon = endpointIcons[endpoint.type]
  return (
    <li className="tag">
      <Icon aria-hidden="true" />
      {endpointTypes[endpoint.type]} <span className="mono">{endpoint.addressPreview ?? '…'}</span>
    </li>
  )
}
