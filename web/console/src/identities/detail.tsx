import { ArrowLeft, CircleX, Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { IdentityDocument, type IdentityQuery } from '../generated/documents.ts'
import { Heading } from '../parts/heading.tsx'
import { Id, shortId } from '../parts/id.tsx'
import { Waiting } from '../parts/pages.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { identityTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { PayeeNames } from '../payable/payee-names.tsx'
import { useSession } from '../session.ts'
import { Disclosures } from './disclosures.tsx'
import { CloseIdentity, EditIdentity, TurnIdentity } from './edit-identity.tsx'
import { Records } from './records.tsx'

export type IdentityRecord = NonNullable<IdentityQuery['identity']>
export type AliasRecord = NonNullable<IdentityRecord['aliases']>['edges'][number]['node']
export type EndpointRecord = NonNullable<IdentityRecord['endpoints']>['edges'][number]['node']
export type GrantRecord = NonNullable<IdentityRecord['consentGrants']>['edges'][number]['node']

export function IdentityDetail({ id, tab }: { id: string; tab: 'records' | 'payee-names' | 'disclosures' }) {
  const { can } = useSession()
  const [{ data, error }, ask] = useQuery({
    query: IdentityDocument,
    variables: { id, aliases: can('aliases:read'), endpoints: can('endpoints:read'), consents: can('consents:read') },
  })
  if (!data?.identity) {
    return (
      <>
        <Back />
        {data && <Heading title="No such identity" />}
        {error ? <Problem error={error} onRetry={ask} /> : !data && <Waiting />}
      </>
    )
  }
  const { identity } = data
  const here = (name: typeof tab) => (name === tab ? { 'aria-current': 'page' as const } : {})
  return (
    <>
      <Back />
      <Header identity={identity} />
      <nav className="tabs" aria-label="Of this identity">
        <Link href={`/identities/${id}`} {...here('records')}>
          Aliases and endpoints
        </Link>
        {can('payee_names:read') && (
          <Link href={`/identities/${id}/payee-names`} {...here('payee-names')}>
            Payee names
          </Link>
        )}
        <Link href={`/identities/${id}/disclosures`} {...here('disclosures')}>
          Disclosures
        </Link>
      </nav>
      {tab === 'records' && <Records identity={identity} />}
      {tab === 'payee-names' && <PayeeNames identity={identity} />}
      {tab === 'disclosures' && <Disclosures identity={identity} />}
    </>
  )
}

const Back = () => (
  <Link href="/identities" className="back">
    <ArrowLeft aria-hidden="true" />
    Identities
  </Link>
)

function Header({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const [open, setOpen] = useState<'edit' | 'turn' | 'close' | null>(null)
  const { id, status, type, displayName, defaultPrivacyLevel } = identity
  return (
    <>
      <div className="top">
        <div className="identity-head">
          <Heading title={displayName ?? shortId(id)} />
          <p className="facts">
            <Status value={status} />
            <span>{identityTypes[type]}</span>
            <Id value={id} />
            <span className="quiet">
              new records start as <PrivacyBadge value={defaultPrivacyLevel} />
            </span>
          </p>
        </div>
        {can('identities:write') && status !== 'CLOSED' && (
          <div className="actions">
            <button type="button" onClick={() => setOpen('edit')}>
              <Pencil aria-hidden="true" />
              Edit
            </button>
            <button type="button" onClick={() => setOpen('turn')}>
              {status === 'ACTIVE' ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
              {status === 'ACTIVE' ? 'Suspend' : 'Activate'}
            </button>
            <button type="button" onClick={() => setOpen('close')}>
              <CircleX aria-hidden="true" />
              Close
            </button>
          </div>
        )}
      </div>
      {open === 'turn' && <TurnIdentity identity={identity} onClose={() => setOpen(null)} />}
      {open === 'edit' && <EditIdentity identity={identity} onClose={() => setOpen(null)} />}
      {open === 'close' && <CloseIdentity identity={identity} onClose={() => setOpen(null)} />}
    </>
  )
}
