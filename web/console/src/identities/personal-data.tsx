import { useState } from 'react'
import { EraseIdentityDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { focusHeading } from '../parts/heading.tsx'
import type { Refusal } from '../parts/problem.tsx'
import type { Post } from '../poster.ts'
import type { IdentityRecord } from './detail.tsx'
import { identityName } from './head.tsx'

/** Erases a closed identity. Its name is typed first: nobody erases the wrong one by a press too many. */
export function EraseIdentity({ identity, onClose }: { identity: IdentityRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(EraseIdentityDocument)
  const [typed, setTyped] = useState('')
  const name = identityName(identity)
  const isRight = typed.trim() === name

  async function erase() {
    if (!isRight || !(await act({ id: identity.id, confirm: identity.id }, 'The identity is being erased'))) return
    onClose()
    focusHeading()
  }

  return (
    <FormDialog
      title={`Erase ${name}?`}
      action="Erase"
      isDanger
      onSubmit={erase}
      isBusy={isBusy || !isRight}
      {...{ error, onClose }}
    >
      <p>
        Its names, aliases, addresses, grants and disclosures are deleted within 24 hours. Ids and times stay, so that
        your records still add up. This can’t be undone.
      </p>
      <TextField label={`Type “${name}” to confirm`} name="name" isRequired onChange={setTyped} />
    </FormDialog>
  )
}

/** Reads the export and saves it as a file. @returns the reason of a refusal */
export async function exportIdentity(post: Post, id: string): Promise<Refusal | null> {
  const { body, refusal } = await post(`/v1/identities/${id}/export`)
  if (refusal) return refusal
  const url = URL.createObjectURL(new Blob([JSON.stringify(body, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `${id}.json` })
  link.click()
  URL.revokeObjectURL(url)
  return null
}
