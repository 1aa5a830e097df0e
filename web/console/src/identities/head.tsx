import { CircleX, Download, Eraser, Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Id, shortId } from '../parts/id.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { identityTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import type { IdentityRecord } from './detail.tsx'
import { CloseIdentity, EditIdentity, TurnIdentity } from './edit-identity.tsx'
import { EraseIdentity, exportIdentity } from './personal-data.tsx'

/** The name that people know an identity by. */
export const identityName = ({ id, displayName, externalReference }: IdentityRecord): string =>
  displayName ?? externalReference ?? shortId(id)

type Open = 'edit' | 'turn' | 'close' | 'erase' | null

export function IdentityHead({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const isClosed = identity.status === 'CLOSED'
  return (
    <>
      <PageHead
        title={identityName(identity)}
        about={<Facts identity={identity} />}
        actions={
          <>
            {can('identities:write') && !isClosed && <Changes status={identity.status} onOpen={setOpen} />}
            <Export id={identity.id} />
            {can('identities:erase') && isClosed && !identity.erasing && !identity.erasedAt && (
              <button type="button" className="danger" onClick={() => setOpen('erase')}>
                <Eraser aria-hidden="true" />
                Erase
              </button>
            )}
          </>
        }
      />
      {isClosed && <Ended identity={identity} />}
      {open === 'turn' && <TurnIdentity identity={identity} onClose={close} />}
      {open === 'edit' && <EditIdentity identity={identity} onClose={close} />}
      {open === 'close' && <CloseIdentity identity={identity} onClose={close} />}
      {open === 'erase' && <EraseIdentity identity={identity} onClose={close} />}
    </>
  )
}

const Changes = ({ status, onOpen }: { status: string; onOpen: (open: Open) => void }) => (
  <>
    <button type="button" onClick={() => onOpen('edit')}>
      <Pencil aria-hidden="true" />
      Edit
    </button>
    <button type="button" onClick={() => onOpen('turn')}>
      {status === 'ACTIVE' ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      {status === 'ACTIVE' ? 'Suspend' : 'Activate'}
    </button>
    <button type="button" onClick={() => onOpen('close')}>
      <CircleX aria-hidden="true" />
      Close
    </button>
  </>
)

/** Saves all that the service has about an identity as one file. */
function Export({ id }: { id: string }) {
  const { post } = useSession()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return (
    <>
      <button type="button" onClick={async () => setRefusal(await exportIdentity(post, id))}>
        <Download aria-hidden="true" />
        Export
      </button>
      {refusal && <Problem refusal={refusal} />}
    </>
  )
}

function Facts({
  identity: { id, status, type, externalReference, erasing, createdAt },
}: {
  identity: IdentityRecord
}) {
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
const Ended = ({ identity: { erasing, erasedAt, updatedAt } }: { identity: IdentityRecord }) => (
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
