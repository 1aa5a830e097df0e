import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import { RequestsDocument, type RequestsQuery } from '../generated/documents.ts'
import { shortId, When } from '../parts/facts.tsx'
import { Filter, Heads, ListingControls, TextFilter, useSpan } from '../parts/listing.tsx'
import { useChoice } from '../parts/location.ts'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import type { Names } from '../parts/record.tsx'

type Request = RequestsQuery['requests']['edges'][number]['node']

const heads = [['Operation'], ['Result'], ['Key', true], ['Time', true], ['When']] as const
const statuses = ['200', '201', '202', '400', '403', '404', '409', '429', '503'].map((each) => [each, each] as const)

/** Writes and refusals of the last 7 days. */
export function RequestPage() {
  const [operation, setOperation] = useChoice('operation')
  const [code, setCode] = useChoice('code')
  const [status, setStatus] = useChoice('status')
  const [key, setKey] = useChoice('key')
  const { span, since } = useSpan()
  const filters = { operation, code, status: /^[0-9]{3}$/.test(status ?? '') ? Number(status) : null, key, since }
  return (
    <>
      <PageHead title="Requests">
        <TextFilter label="Operation" value={operation} placeholder="Mutation.createAlias" onChoose={setOperation} />
        <Filter label="Status" value={status} options={statuses} onChoose={setStatus} />
        <TextFilter label="Code" value={code} placeholder="alias_taken" onChoose={setCode} />
        <TextFilter label="Key" value={key} placeholder="key_…" onChoose={setKey} />
        <Filter label="Time" {...span} />
        <ListingControls hasHeads />
      </PageHead>
      <Heads row="request-row" names={heads} />
      <RecordList
        document={RequestsDocument}
        variables={{}}
        filters={filters}
        connectionOf={(data) => data.requests}
        empty={{
          icon: ListChecks,
          title: 'No requests',
          children: 'Writes and refusals of the last 7 days are listed here. Successful reads are counted, not listed.',
        }}
        namedIn={({ keyId }) => [keyId]}
        itemOf={(request, names) => <RequestRow request={request} names={names} />}
      />
    </>
  )
}

function RequestRow({ request, names }: { request: Request; names: Names }) {
  const { id, operation, status, code, keyId, durationMs, count, createdAt } = request
  return (
    <li>
      <Link href={`/events?request=${id}`} className="row request-row" title={id}>
        <span className="who">
          <strong className="mono value">{operation}</strong>
          <span className="quiet mono">{shortId(id)}</span>
        </span>
        <span className={`status ${code ? 'bad' : 'good'}`}>
          {status}
          {code && ` · ${code}`}
          {count > 1 && ` · ${count} times`}
        </span>
        <span className="quiet wide-only value">{names.get(keyId) ?? shortId(keyId)}</span>
        <span className="quiet wide-only">{durationMs} ms</span>
        <span className="quiet">
          <When at={createdAt} />
        </span>
      </Link>
    </li>
  )
}
