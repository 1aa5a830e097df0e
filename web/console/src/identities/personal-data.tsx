import { useState } from 'react'
import { EraseIdentityDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import type { Refusal } from '../parts/problem.tsx'
import type { Post } from '../poster.ts'
import type { IdentityRecord } from './detail.tsx'
import { identityName } from './head.tsx'

/** Erases a closed identity. Its name is typed first: nobody erases the wrong one by a press too many. */
export function EraseIdentity({ identity }: { identity: IdentityRecord }) {
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
      <TextField label={`Type “${name}” to confirm`} name="name" isRequired onChange={setTyped} />
    </WriteDialog>
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
