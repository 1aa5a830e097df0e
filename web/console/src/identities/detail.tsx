import { Handshake } from 'lucide-react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { AuditLog } from '../audit/log.tsx'
import { GrantItem } from '../consent/grants.tsx'
import { IdentityDocument, type IdentityQuery } from '../generated/documents.ts'
import { Back, Empty, Heading, Panel, Tabs } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { PayeeNames } from '../payable/payee-names.tsx'
import { useSession } from '../session.ts'
import { Aliases } from './aliases.tsx'
import { Disclosures } from './disclosures.tsx'
import { Endpoints } from './endpoints.tsx'
import { IdentityHead } from './head.tsx'
import { ViewAs } from './view-as.tsx'

export type IdentityRecord = NonNullable<IdentityQuery['identity']>
export type AliasRecord = NonNullable<IdentityRecord['aliases']>['edges'][number]['node']
export type EndpointRecord = NonNullable<IdentityRecord['endpoints']>['edges'][number]['node']
export type GrantRecord = NonNullable<IdentityRecord['consentGrants']>['edges'][number]['node']

export function IdentityDetail({ id, tab }: { id: string; tab: string | undefined }) {
  const { can } = useSession()
  const [{ data, error }, ask] = useQuery({
    query: IdentityDocument,
    variables: { id, aliases: can('aliases:read'), endpoints: can('endpoints:read'), consents: can('consents:read') },
  })
  if (!data?.identity) {
    return (
      <>
        <Back href="/identities" name="Identities" />
        {data && <Heading title="No such identity" />}
        {error ? <Problem error={error} onRetry={ask} /> : !data && <Waiting />}
      </>
    )
  }
  const { identity } = data
  return (
    <>
      <Back href="/identities" name="Identities" />
      <IdentityHead identity={identity} />
      <Tabs
        label="Of this identity"
        path={`/identities/${id}`}
        asked={tab}
        tabs={{
          records: { name: 'Records', scope: 'identities:read', view: <Records identity={identity} /> },
          grants: { name: 'Grants', scope: 'consents:read', view: <Grants {...identity} /> },
          history: { name: 'History', scope: 'audit:read', view: <AuditLog about={id} /> },
          disclosures: { name: 'Disclosures', scope: 'identities:read', view: <Disclosures identity={identity} /> },
          'payee-names': { name: 'Payee names', scope: 'payee_names:read', view: <PayeeNames identity={identity} /> },
        }}
      />
    </>
  )
}

/** The newest 100 grants on the identity. */
const Grants = ({ id, displayName, consentGrants }: IdentityRecord) => (
  <ul className="rows card">
    {consentGrants?.edges.map(({ node }) => (
      <GrantItem key={node.id} grant={{ ...node, identity: { id, displayName } }} />
    ))}
    {consentGrants?.edges.length === 0 && (
      <li className="plain">
        <Empty icon={Handshake} title="No grants">
          A grant gives one consumer access to records that need consent.
        </Empty>
      </li>
    )}
    {consentGrants?.pageInfo.hasNextPage && (
      <li className="plain more">
        <Link href="/consent/grants">All grants</Link>
      </li>
    )}
  </ul>
)

/** The owner's records, and a caller's view of them. */
function Records({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const canPreview = identity.aliases && identity.endpoints && identity.consentGrants && identity.status !== 'CLOSED'
  return (
    <div className={canPreview ? 'beside' : ''}>
      <div className="stack">
        {identity.aliases && <Aliases identity={identity} />}
        {identity.endpoints && <Endpoints identity={identity} />}
        {!(can('aliases:read') && can('endpoints:read')) && (
          <p className="quiet">This key may not read all that belongs to the identity.</p>
        )}
        <Details identity={identity} />
      </div>
      {canPreview && <ViewAs identity={identity} />}
    </div>
  )
}

const Details = ({ identity: { defaultPrivacyLevel, metadata } }: { identity: IdentityRecord }) => (
  <Panel id="details" title="Details">
    <dl className="details">
      <div>
        <dt>Default for new records</dt>
        <dd>
          <PrivacyBadge value={defaultPrivacyLevel} />
        </dd>
      </div>
      {Object.entries(metadata as Record<string, string>).map(([key, value]) => (
        <div key={key}>
          <dt className="mono value">{key}</dt>
          <dd className="value">{value}</dd>
        </div>
      ))}
    </dl>
    {Object.keys(metadata as object).length === 0 && <p className="hint body">No metadata.</p>}
  </Panel>
)
