import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Heading } from '../parts/heading.tsx'
import { useSession } from '../session.ts'
import { GrantConsent } from './grant-consent.tsx'
import { Grants } from './grants.tsx'
import { Requests } from './requests.tsx'

export function ConsentPage({ tab }: { tab: 'requests' | 'grants' }) {
  const { can } = useSession()
  const [isGranting, setGranting] = useState(false)
  const here = (name: typeof tab) => (name === tab ? { 'aria-current': 'page' as const } : {})
  return (
    <>
      <div className="top">
        <Heading title="Consent" />
        {can('consents:write') && can('identities:read') && (
          <button type="button" onClick={() => setGranting(true)}>
            <Plus aria-hidden="true" />
            Grant consent
          </button>
        )}
      </div>
      <nav className="tabs" aria-label="Of consent">
        <Link href="/consent" {...here('requests')}>
          Requests
        </Link>
        <Link href="/consent/grants" {...here('grants')}>
          Grants
        </Link>
      </nav>
      {tab === 'requests' ? <Requests /> : <Grants />}
      {isGranting && <GrantConsent onClose={() => setGranting(false)} />}
    </>
  )
}
