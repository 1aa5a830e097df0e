import { ChevronRight, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { IdentitiesDocument, type IdentitiesQuery, type IdentityType } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Field } from '../parts/field.tsx'
import { Filter } from '../parts/filter.tsx'
import { Heading } from '../parts/heading.tsx'
import { shortId } from '../parts/id.tsx'
import { Heads, ListingControls } from '../parts/listing.tsx'
import { oneOf, useChoice } from '../parts/location.ts'
import { Pages } from '../parts/pages.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { spanOptions, useSpan } from '../parts/span.ts'
import { aliasText, identityTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { CreateIdentity } from './create-identity.tsx'

type Row = IdentitiesQuery['identities']['edges'][number]['node']

const statuses = [
  ['ACTIVE', 'Active'],
  ['SUSPENDED', 'Suspended'],
  ['CLOSED', 'Closed'],
] as const
const types = Object.entries(identityTypes)
const heads = [['Name and primary alias'], ['Type', true], ['Privacy', true], ['Status'], ['Made', true]] as const

export function IdentityList() {
  const { can } = useSession()
  const [chosenStatus, setStatus] = useChoice('status')
  const [chosenType, setType] = useChoice('type')
  const status = oneOf(['ACTIVE', 'SUSPENDED', 'CLOSED'], chosenStatus)
  const type = oneOf(Object.keys(identityTypes) as IdentityType[], chosenType)
  const { span, setSpan, created } = useSpan()
  const [name, setName] = useChoice('name')
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <div className="top">
        <Heading title="Identities" />
        <Filter label="Status" value={status} options={statuses} onChoose={setStatus} />
        <Filter label="Type" value={type} options={types} onChoose={setType} />
        <Filter label="Made" value={span} options={spanOptions} onChoose={setSpan} />
        <NameFilter key={name} name={name} onChoose={setName} />
        <ListingControls />
        {can('identities:write') && (
          <button type="button" className="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            New identity
          </button>
        )}
      </div>
      <Heads row="identity-row" names={heads} />
      <ul className="rows card">
        <Pages
          key={`${status} ${type} ${span} ${name}`}
          document={IdentitiesDocument}
          variables={{ status, type, created, displayName: name, aliases: can('aliases:read') }}
          connectionOf={(data) => data.identities}
          empty={
            <Empty icon={Users} title={status || type || span || name ? 'None of these' : 'No identities yet'}>
              An identity is permanent; aliases point to it, and endpoints belong to it.
            </Empty>
          }
        >
          {(identities) => identities.map((identity) => <IdentityRow key={identity.id} identity={identity} />)}
        </Pages>
      </ul>
      {isCreating && <CreateIdentity onClose={() => setCreating(false)} />}
    </>
  )
}

/** The beginning of a name. It is applied on Enter, or when the field loses focus. */
const NameFilter = ({ name, onChoose }: { name: string | null; onChoose: (value: string | null) => void }) => (
  <Field label="Name">
    {(id) => (
      <input
        id={id}
        className="narrow"
        defaultValue={name ?? ''}
        placeholder="begins with"
        autoComplete="off"
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        onBlur={({ currentTarget: { value } }) => value.trim() !== (name ?? '') && onChoose(value.trim() || null)}
      />
    )}
  </Field>
)

const IdentityRow = ({
  identity: { id, type, status, displayName, primaryAlias, defaultPrivacyLevel, createdAt },
}: {
  identity: Row
}) => (
  <li>
    <Link href={`/identities/${id}`} className="row identity-row">
      <span className="who">
        <strong>{displayName ?? shortId(id)}</strong>
        <span className="quiet">{primaryAlias ? aliasText(primaryAlias) : identityTypes[type]}</span>
      </span>
      <span className="quiet wide-only">{identityTypes[type]}</span>
      <span className="wide-only">
        <PrivacyBadge value={defaultPrivacyLevel} />
      </span>
      <Status value={status} />
      <span className="quiet wide-only">
        <When at={createdAt} />
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  </li>
)
