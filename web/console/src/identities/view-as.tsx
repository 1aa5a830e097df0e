import { Eye, EyeOff, OctagonX, Signpost } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { coversText } from '../consent/grants.tsx'
import { ExplanationDocument, type ExplanationQuery } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Consumer, consumerName, distance, shortId } from '../parts/facts.tsx'
import { Panel } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { aliasText, endpointTypes } from '../parts/spelling.ts'
import { primaryFirst } from './aliases.tsx'
import type { AliasRecord, GrantRecord, IdentityRecord } from './detail.tsx'
import { reasons, remedyText } from './reasons.ts'

type Explanation = NonNullable<ExplanationQuery['explanation']>
type Sight = Explanation['endpoints'][number]

/** Each alias is a request: so many are asked about at once. */
const step = 10

/** A caller's view of each alias, as the service explains it: no rule of the policy is here. */
export function ViewAs({ identity }: { identity: IdentityRecord }) {
  const [consumer, setConsumer] = useState('')
  const [most, setMost] = useState(step)
  const grants = standingGrants(identity)
  const grant = grants.find((each) => each.consumerId === consumer) ?? null
  const aliases = primaryFirst(identity)
  return (
    <Panel id="view-as" title="View as consumer" className="card view-as">
      <div className="caller">
        <label htmlFor="view-as-consumer">Who is asking</label>
        <select id="view-as-consumer" value={consumer} onChange={(event) => setConsumer(event.target.value)}>
          <option value="">Anyone without a grant</option>
          {grants.map(({ consumerId, consumer, status }) => (
            <option key={consumerId} value={consumerId!}>
              {consumerName(consumer) ?? shortId(consumerId!)} ·{' '}
              {status === 'ACTIVE' ? 'with a grant' : `grant ${status.toLowerCase()}`}
            </option>
          ))}
        </select>
        {grant && <GrantLine grant={grant} />}
        {identity.consentGrants?.pageInfo.hasNextPage && (
          <p className="hint">The newest 100 grants are offered here.</p>
        )}
      </div>
      <ol className="lanes" aria-live="polite">
        {aliases.slice(0, most).map((alias) => (
          <Lane key={alias.id} alias={alias} identity={identity} consumer={consumer || null} />
        ))}
        {aliases.length === 0 && <li className="quiet">No alias leads here: there is nothing to ask for.</li>}
      </ol>
      {aliases.length > most && <Button text="Show more aliases" onClick={() => setMost(most + step)} />}
    </Panel>
  )
}

/** The newest grant of each consumer: an active one is always the newest. */
function standingGrants(identity: IdentityRecord): GrantRecord[] {
  const grants = identity.consentGrants?.edges.map(({ node }) => node) ?? []
  return grants.filter(
    (grant, index) => grants.findIndex(({ consumerId }) => consumerId === grant.consumerId) === index,
  )
}

const GrantLine = ({ grant: { consumerId, consumer, status, expiresAt, covers } }: { grant: GrantRecord }) => (
  <p className="hint grant-line">
    <Consumer value={consumerId!} record={consumer} />
    {status === 'ACTIVE'
      ? `may see ${coversText(covers)}${expiresAt ? `; expires ${distance(expiresAt)}` : ''}`
      : `had a grant, now ${status.toLowerCase()}`}
  </p>
)

type LaneProps = { alias: AliasRecord; identity: IdentityRecord; consumer: string | null }

function Lane({ alias, identity, consumer }: LaneProps) {
  const [{ data, error }, ask] = useQuery({
    query: ExplanationDocument,
    variables: { input: { alias: alias.id, consumer } },
  })
  const explanation = data?.explanation
  if (!explanation) return <li>{error ? <Problem error={error} onRetry={ask} /> : !data && <Waiting />}</li>
  const { resolves, endpoints } = explanation
  const shown = endpoints.filter((each) => each.shown).length
  return (
    <li className={resolves ? 'lane open' : 'lane shut'}>
      <div className="gate">
        {resolves ? <Signpost /> : <OctagonX />}
        <strong className="value">{aliasText(alias)}</strong>
        <span className="verdict">{resolves ? `${shown} of ${endpoints.length}` : 'Not found'}</span>
      </div>
      <p className="because">{becauseOf(explanation)}</p>
      {resolves && (
        <ul className="sights">
          {endpoints.map((sight) => (
            <SightItem key={sight.endpointId} sight={sight} identity={identity} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Every rule that fails, or the level that opens the alias. */
function becauseOf({ resolves, rules }: Explanation): string {
  if (resolves) return reasons[rules.find(({ rule }) => rule === 'ALIAS_LEVEL')!.because]
  const failing = rules.filter(({ holds }) => !holds)
  const told = failing.map(({ because }) => reasons[because]).join('. ')
  const remedy = failing.length === 1 ? remedyText(failing[0]!.remedy) : ''
  return `${told}. Answered exactly like an alias that doesn’t exist. ${remedy}`.trim()
}

function SightItem({ sight, identity }: { sight: Sight; identity: IdentityRecord }) {
  const { endpointId, shown, because, preview, token } = sight
  const endpoint = identity.endpoints?.edges.find(({ node }) => node.id === endpointId)?.node
  return (
    <li className={shown ? 'shown' : 'hidden'}>
      {shown ? <Eye /> : <EyeOff />}
      <span>
        <b>{endpoint ? endpointTypes[endpoint.type].title : shortId(endpointId)}</b>{' '}
        <span className="mono">{preview ?? '…'}</span>
        <small>
          {shown ? `Disclosed: ${endpoint ? endpointTypes[endpoint.type].disclosed : 'part of it'}` : 'Hidden'}
          {token && ' and a token'} · {reasons[because]}
        </small>
      </span>
    </li>
  )
}
