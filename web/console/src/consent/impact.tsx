import { useQuery } from 'urql'
import { ImpactDocument, type ImpactInput, type ImpactQuery } from '../generated/documents.ts'
import { Consumer } from '../parts/facts.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'

type Impact = ImpactQuery['impact']

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

type Side = Impact['everybody']['before']

function everybody({ everybody: { before, after } }: Impact): string {
  const [gained, lost] = [without(after, before), without(before, after)]
  if (gained) return `Everybody would see ${gained} more.`
  if (lost) return `Without a grant, nobody would see ${lost} any more.`
  return 'For callers without a grant nothing changes.'
}

const without = (seen: Side, other: Side): string =>
  recordsText(
    seen.aliasIds.filter((id) => !other.aliasIds.includes(id)),
    seen.endpointIds.filter((id) => !other.endpointIds.includes(id)),
  )

/** Counts records in words; empty if there are none. */
export function recordsText(aliases: readonly string[], endpoints: readonly string[]): string {
  const parts = [
    [aliases.length, 'alias', 'aliases'],
    [endpoints.length, 'endpoint', 'endpoints'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  return told.join(' and ')
}

const Grantees = ({ impacts, verb }: { impacts: Impact['gains']; verb: string }) => (
  <ul>
    {impacts.slice(0, named).map(({ consumerId, aliasIds, endpointIds }) => (
      <li key={consumerId}>
        <Consumer value={consumerId} /> {verb} {recordsText(aliasIds, endpointIds)}
      </li>
    ))}
    {impacts.length > named && <li>and {impacts.length - named} more</li>}
  </ul>
)
