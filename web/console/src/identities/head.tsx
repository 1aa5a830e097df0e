import { CircleX, Download, Eraser, Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { EraseIdentityDocument } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Opener, WriteDialog } from '../parts/dialog.tsx'
import { Id, Status, shortId, When } from '../parts/facts.tsx'
import { TextField } from '../parts/field.tsx'
import { PageHead } from '../parts/page.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { identityTypes } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import type { IdentityRecord } from './detail.tsx'
import { CloseIdentity, EditIdentity, TurnIdentity } from './identity-dialogs.tsx'

/** The name that people know an identity by. */
const identityName = ({ id, displayName, externalReference }: IdentityRecord): string =>
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

  async function save() {
    const { body, refusal } = await post(`/v1/identities/${id}/export`)
    setRefusal(refusal)
    if (refusal) return
    const url = URL.createObjectURL(new Blob([JSON.stringify(body, null, 2)], { type: 'application/json' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: `${id}.json` })
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <>
      <Button icon={Download} text="Export" onClick={save} />
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

/** Erases a closed identity. Its name is typed first: nobody erases the wrong one by a press too many. */
function EraseIdentity({ identity }: { identity: IdentityRecord }) {
  const [typed, setTyped] = useState('')
  const name = identityName(identity)
  return (
    <WriteDialog
      title={`Erase ${name}?`}
      action="Erase"
      document={EraseIdentityDocument}
      variablesOf={() => ({ id: identity.id, confirm: identity.id })}
      done="The identity is being erased"
      isBusy={typed.trim() !== name}
      isEnding
    >
      <p>
        Its names, aliases, addresses, grants and disclosures are deleted within 24 hours. Ids and times stay, so that
        your records still add up. This can’t be undone.
      </p>
      <TextField label={`Type “${name}” to confirm`} name="name" required onChange={setTyped} />
    </WriteDialog>
  )
}
