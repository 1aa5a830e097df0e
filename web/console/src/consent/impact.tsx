import { useQuery } from 'urql'
import { ImpactDocument, type ImpactInput, type ImpactQuery } from '../generated/documents.ts'
import { Consumer } from '../parts/id.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'

type Impact = ImpactQuery['impact']
type Side = { aliasIds: string[]; endpointIds: string[] }

/** The grantees that are named; the others are counted. */
const named = 5

/** Says who would see more or less, as the service predicts it, before a change is made. */
export function ImpactNote({ change }: { change: ImpactInput }) {
  const { can } = useSession()
  const [{ data, error }] = useQuery({
    query: ImpactDocument,
    variables: { input: change },
    requestPolicy: 'network-only',
    pause: !can('consents:read'),
  })
  if (error) return <Problem error={error} />
  if (!data) return null
  return (
    <div className="impact" role="status">
      <p>{everybody(data.impact)}</p>
      <Grantees impacts={data.impact.gains} verb="gains" />
      <Grantees impacts={data.impact.loses} verb="loses" />
      {data.impact.truncated && <p className="hint">The first 1,000 grants are compared.</p>}
    </div>
  )
}

const without = (a: string[], b: string[]) => a.filter((id) => !b.includes(id))

function everybody({ everybody: { before, after } }: Impact): string {
  const gained = counted({
    aliasIds: without(after.aliasIds, before.aliasIds),
    endpointIds: without(after.endpointIds, before.endpointIds),
  })
  const lost = counted({
    aliasIds: without(before.aliasIds, after.aliasIds),
    endpointIds: without(before.endpointIds, after.endpointIds),
  })
  if (gained) return `Everybody would see ${gained} more.`
  if (lost) return `Without a grant, nobody would see ${lost} any more.`
  return 'For callers without a grant nothing changes.'
}

/** Counts records in words; empty if there are none. */
function counted({ aliasIds, endpointIds }: Side): string {
  const parts = [
    [aliasIds.length, 'alias', 'aliases'],
    [endpointIds.length, 'endpoint', 'endpoints'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(' and ')
}

const Grantees = ({ impacts, verb }: { impacts: Impact['gains']; verb: string }) => (
  <ul>
    {impacts.slice(0, named).map((one) => (
      <li key={one.consumerId}>
        <Consumer value={one.consumerId} /> {verb} {counted(one)}
      </li>
    ))}
    {impacts.length > named && <li>and {impacts.length - named} more</li>}
  </ul>
)
