import { useLocation } from 'wouter'
import { CreateIdentityDocument, type IdentityType, type PrivacyLevel } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { levelOptions } from '../parts/privacy.tsx'
import { identityTypes } from '../parts/spelling.ts'

export function CreateIdentity() {
  const [, go] = useLocation()
  return (
    <WriteDialog
      title="New identity"
      action="Create identity"
      document={CreateIdentityDocument}
      variablesOf={(form) => ({
        input: {
          type: textOf(form, 'type') as IdentityType,
          displayName: textOf(form, 'displayName'),
          defaultPrivacyLevel: textOf(form, 'level') as PrivacyLevel,
        },
      })}
      done="Identity created"
      onDone={({ createIdentity }) => go(`/identities/${createIdentity.id}`)}
    >
      <SelectField label="Type" name="type" options={Object.entries(identityTypes)} />
      <TextField label="Display name" name="displayName" hint="Only you see it." />
      <SelectField
        label="Default privacy level"
        name="level"
        options={levelOptions}
        value="UNLISTED"
        hint="What a new alias or endpoint starts with when none is chosen."
      />
    </WriteDialog>
  )
}
