import { ChevronRight, Plus, Users } from 'lucide-react'
import { Link } from 'wouter'
import { IdentitiesDocument, type IdentitiesQuery, type IdentityType } from '../generated/documents.ts'
import { Opener } from '../parts/dialog.tsx'
import { Status, shortId, When } from '../parts/facts.tsx'
import { Filter, Heads, ListingControls, TextFilter, useFilter, useSpan } from '../parts/listing.tsx'
import { useChoice } from '../parts/location.ts'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { aliasText, identityTypes, label } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { CreateIdentity } from './identity-dialogs.tsx'

type Row = IdentitiesQuery['identities']['edges'][number]['node']

const statuses = (['ACTIVE', 'SUSPENDED', 'CLOSED'] as const).map((each) => [each, label(each)] as const)
const types = Object.entries(identityTypes) as [IdentityType, string][]
const heads = [
  ['Name and primary alias'],
  ['Your reference', true],
  ['Type', true],
  ['Status', true],
  ['Created'],
] as const

export function IdentityList() {
  const { can } = useSession()
  const status = useFilter('status', statuses)
  const type = useFilter('type', types)
  const { span, created } = useSpan()
  const [name, setName] = useChoice('name')
  return (
    <>
      <PageHead
        title="Identities"
        actions={
          can('identities:write') && (
            <Opener icon={Plus} text="New identity" className="primary" dialog={<CreateIdentity />} />
          )
        }
      >
        <TextFilter label="Name" value={name} placeholder="begins with" onChoose={setName} />
        <Filter label="Status" {...status} />
        <Filter label="Type" {...type} />
        <Filter label="Created" {...span} />
        <ListingControls hasHeads />
      </PageHead>
      <Heads row="identity-row" names={heads} />
      <RecordList
        document={IdentitiesDocument}
        variables={{ aliases: can('aliases:read') }}
        filters={{ status: status.value, type: type.value, created, displayName: name }}
        connectionOf={(data) => data.identities}
        empty={{
          icon: Users,
          title: 'No identities yet',
          children: 'An identity is a payee of yours. Aliases lead to it, and its endpoints are paid.',
        }}
        itemOf={(identity) => <IdentityRow identity={identity} />}
      />
    </>
  )
}

const IdentityRow = ({
  identity: { id, type, status, displayName, externalReference, primaryAlias, createdAt },
}: {
  identity: Row
}) => (
  <li>
    <Link href={`/identities/${id}`} className="row identity-row">
      <span className="who">
        <strong>{displayName ?? externalReference ?? shortId(id)}</strong>
        <span className="quiet">{primaryAlias ? aliasText(primaryAlias) : 'No primary alias'}</span>
      </span>
      <span className="quiet wide-only value">{externalReference}</span>
      <span className="quiet wide-only">{identityTypes[type]}</span>
      <span className="state">{status !== 'ACTIVE' && <Status value={status} />}</span>
      <span className="quiet wide-only">
        <When at={createdAt} />
      </span>
      <ChevronRight />
    </Link>
  </li>
)
