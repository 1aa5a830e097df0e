import { Eye } from 'lucide-react'
import {
  type DisclosureKind,
  DisclosuresDocument,
  type DisclosuresQuery,
  type PayeeCheckVerdict,
} from '../generated/documents.ts'
import { Consumer, consumerName, Fact, Id, shortId } from '../parts/facts.tsx'
import { TextField } from '../parts/field.tsx'
import { Filter, ListingControls, useFilter, useSpan } from '../parts/listing.tsx'
import { useChoice } from '../parts/location.ts'
import { Filters } from '../parts/page.tsx'
import { Moment, Timeline } from '../parts/pages.tsx'
import { EndpointName } from '../parts/record.tsx'
import { aliasText, counted } from '../parts/spelling.ts'
import type { IdentityRecord } from './detail.tsx'
import { endpointIcon } from './endpoint-icons.ts'

type Disclosure = NonNullable<DisclosuresQuery['identity']>['disclosures']['edges'][number]['node']

const kinds = [
  ['RESOLVE', 'Look-ups'],
  ['CHECK', 'Payee checks'],
  ['DESTINATION', 'Destination checks'],
  ['RELEASE', 'Releases'],
] as const

/** Verdicts for a filter, by kind. A destination check has no names. */
const verdicts: Partial<Record<DisclosureKind, readonly (readonly [PayeeCheckVerdict, string])[]>> = {
  CHECK: [
    ['MATCH', 'Match'],
    ['DECLARED_MATCH', 'Declared match'],
    ['CLOSE_MATCH', 'Close match'],
    ['NO_MATCH', 'No match'],
    ['UNAVAILABLE', 'Unavailable'],
  ],
  DESTINATION: [
    ['MATCH', 'Match'],
    ['NO_MATCH', 'Not registered in this form'],
    ['UNAVAILABLE', 'Not checked'],
  ],
}

/** Lists disclosures: consumer, endpoints, time, alias and grant. */
export function Disclosures({ identity }: { identity: IdentityRecord }) {
  const [chosen, setConsumer] = useChoice('consumer')
  const consumer = wholeId(chosen ?? '')
  const { span, since } = useSpan()
  const kind = useFilter('kind', kinds)
  const verdict = useFilter('verdict', (kind.value && verdicts[kind.value]) ?? [])
  const consumers = [...new Map(identity.consentGrants?.edges.map(({ node }) => [node.consumerId!, node.consumer]))]
  return (
    <section className="card disclosures" aria-label="Disclosures">
      <Filters>
        <TextField
          label="Consumer"
          placeholder="anyone"
          mono
          defaultValue={consumer}
          offered={consumers.map(([each, record]) => [each, consumerName(record) ?? shortId(each)] as const)}
          onChange={(text) => {
            const whole = wholeId(text)
            if (whole !== consumer) setConsumer(whole || null)
          }}
        />
        <Filter label="Kind" {...kind} />
        {verdict.options.length > 0 && <Filter label="Verdict" {...verdict} />}
        <Filter label="When" {...span} />
        <ListingControls />
      </Filters>
      {kind.value === 'DESTINATION' && (
        <p className="hint">
          A destination that is not registered can mean that somebody sends invoices with a false account in your name.
        </p>
      )}
      <Timeline
        document={DisclosuresDocument}
        variables={{ id: identity.id }}
        filters={{ consumer: consumer || null, kind: kind.value, verdict: verdict.value, since }}
        connectionOf={(data) => data.identity?.disclosures}
        empty={{
          icon: Eye,
          title: 'Nobody has looked',
          children: 'Each time an alias of this identity resolves for somebody, it is recorded here.',
        }}
        atOf={(record) => record.createdAt}
        itemOf={(record) => <DisclosureItem record={record} identity={identity} />}
      />
    </section>
  )
}

/** A partial id is no filter yet. */
const wholeId = (text: string): string => (/^apc_\w{26}$/.test(text.trim()) ? text.trim() : '')

const DisclosureItem = ({ record, identity }: { record: Disclosure; identity: IdentityRecord }) => (
  <Moment at={record.createdAt} className={record.endpointIds.length > 0 ? 'moment' : 'moment nothing'}>
    <p>
      <Consumer value={record.consumerId} record={record.consumer} /> {asked[record.kind]}{' '}
      <b className="value">{aliasNamed(record.aliasId, identity)}</b> and {told(record)}
    </p>
    {record.endpointIds.length > 0 && (
      <ul className="seen">
        {record.endpointIds.map((id) => (
          <Seen key={id} id={id} identity={identity} />
        ))}
      </ul>
    )}
    <p className="small quiet">
      {record.grantId ? (
        <>
          by the grant <Id value={record.grantId} />
        </>
      ) : (
        'without a grant'
      )}
      <Fact told="request" id={record.requestId} />
    </p>
  </Moment>
)

const asked: Record<DisclosureKind, string> = {
  RESOLVE: 'asked for',
  CHECK: 'checked a name of',
  DESTINATION: 'checked a destination of',
  RELEASE: 'asked to pay',
}

/** Describes the caller's answer in words. */
function told({ kind, verdict, endpointIds: { length } }: Disclosure): string {
  const options = verdicts[kind]
  if (options) {
    const word = options.find(([name]) => name === verdict)?.[1]
    return `was told: ${word?.toLowerCase() ?? 'no verdict is stored'}`
  }
  if (kind === 'RELEASE') return `was sent the address of ${counted(length, 'endpoint')}`
  return `saw ${length === 0 ? 'no endpoint' : counted(length, 'endpoint')}`
}

function aliasNamed(id: string, { aliases, released }: IdentityRecord): string {
  const all = [...(aliases?.edges ?? []), ...(released?.edges ?? [])]
  const found = all.find(({ node }) => node.id === id)
  return found ? aliasText(found.node) : shortId(id)
}

function Seen({ id, identity }: { id: string; identity: IdentityRecord }) {
  const endpoint = identity.endpoints?.edges.find(({ node }) => node.id === id)?.node
  if (!endpoint) return <li className="tag">Removed endpoint {shortId(id)}</li>
  const Icon = endpointIcon(endpoint.type)
  return (
    <li className="tag">
      <Icon />
      <EndpointName endpoint={endpoint} />
    </li>
  )
}
