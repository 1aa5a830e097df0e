import { useLocation } from 'wouter'
import { CreateIdentityDocument, type IdentityType, type PrivacyLevel } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { levelOptions } from '../parts/privacy.tsx'
import { identityTypes } from '../parts/spelling.ts'

const types = Object.entries(identityTypes)

export function CreateIdentity({ onClose }: { onClose: () => void }) {
  const { act, isBusy, error } = useAct(CreateIdentityDocument)
  const [, go] = useLocation()

  async function create(form: FormData) {
    const input = {
      type: textOf(form, 'type') as IdentityType,
      displayName: textOf(form, 'displayName'),
      defaultPrivacyLevel: textOf(form, 'level') as PrivacyLevel,
    }
    const made = await act({ input }, 'Identity created')
    if (!made) return
    onClose()
    go(`/identities/${made.createIdentity.id}`)
  }

  return (
    <FormDialog title="New identity" action="Create identity" onSubmit={create} {...{ isBusy, error, onClose }}>
      <SelectField label="Type" name="type" options={types} />
      <TextField label="Display name" name="displayName" hint="Only you see it." />
      <SelectField
        label="Default privacy level"
        name="level"
        options={levelOptions}
        value="UNLISTED"
        hint="What a new alias or endpoint starts with when none is chosen."
      />
    </FormDialog>
  )
}
