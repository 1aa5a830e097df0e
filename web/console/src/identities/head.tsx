import { CircleX, Download, Eraser, Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../parts/button.tsx'
import { Opener } from '../parts/dialog.tsx'
import { Id, shortId } from '../parts/id.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { identityTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import type { IdentityRecord } from './detail.tsx'
import { CloseIdentity, EditIdentity, TurnIdentity } from './identity-dialogs.tsx'
import { EraseIdentity, exportIdentity } from './personal-data.tsx'

/** The name that people know an identity by. */
export const identityName = ({ id, displayName, externalReference }: IdentityRecord): string =>
  displayName ?? externalReference ?? shortId(id)

type Props = { identity: IdentityRecord }

export function IdentityHead({ identity }: Props) {
  const { can } = useSession()
  const isClosed = identity.status === 'CLOSED'
  return (
    <>
      <PageHead
        title={identityName(identity)}
        about={<Facts identity={identity} />}
        actions={
          <>
            {can('identities:write') && !isClosed && <Changes identity={identity} />}
            <Export id={identity.id} />
            {can('identities:erase') && isClosed && !identity.erasing && !identity.erasedAt && (
              <Opener icon={Eraser} text="Erase" className="danger" dialog={<EraseIdentity identity={identity} />} />
            )}
          </>
        }
      />
      {isClosed && <Ended identity={identity} />}
    </>
  )
}

function Changes({ identity }: Props) {
  const isActive = identity.status === 'ACTIVE'
  return (
    <>
      <Opener icon={Pencil} text="Edit" dialog={<EditIdentity identity={identity} />} />
      <Opener
        icon={isActive ? Pause : Play}
        text={isActive ? 'Suspend' : 'Activate'}
        dialog={<TurnIdentity identity={identity} />}
      />
      <Opener icon={CircleX} text="Close" dialog={<CloseIdentity identity={identity} />} />
    </>
  )
}

/** Saves all that the service has about an identity as one file. */
function Export({ id }: { id: string }) {
  const { post } = useSession()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return (
    <>
      <Button icon={Download} text="Export" onClick={async () => setRefusal(await exportIdentity(post, id))} />
      {refusal && <Problem refusal={refusal} />}
    </>
  )
}

function Facts({ identity: { id, status, type, externalReference, erasing, createdAt } }: Props) {
  const { can } = useSession()
  return (
    <p className="facts">
      <Status value={erasing ? 'ERASING' : status} />
      <span>{identityTypes[type]}</span>
      {externalReference && (
        <span>
          <span className="quiet">your reference</span> <b className="value">{externalReference}</b>
        </span>
      )}
      <Id value={id} />
      <span className="quiet">
        created <When at={createdAt} />
      </span>
      {can('webhooks:read') && <Link href={`/events?object=${id}`}>Events</Link>}
    </p>
  )
}

/** A closed identity is read-only. */
const Ended = ({ identity: { erasing, erasedAt, updatedAt } }: Props) => (
  <p className="card ended">
    {erasedAt ? (
      <>
        Erased <When at={erasedAt} />. Ids and times are left.
      </>
    ) : erasing ? (
      'It is being erased. That takes 24 hours at most.'
    ) : (
      <>
        Closed, last changed <When at={updatedAt} />. It can be exported and erased; nothing else can change.
      </>
    )}
  </p>
)
