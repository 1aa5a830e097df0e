import type { IdentityQuery, PrivacyLevel } from '../generated/documents.ts'
import { UpdateIdentityDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm, FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { levelOptions } from '../parts/privacy.tsx'

type Props = { identity: NonNullable<IdentityQuery['identity']>; onClose: () => void }

export function EditIdentity({ identity: { id, displayName, defaultPrivacyLevel }, onClose }: Props) {
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  async function save(form: FormData) {
    const input = {
      displayName: textOf(form, 'displayName') ?? null,
      defaultPrivacyLevel: textOf(form, 'level') as PrivacyLevel,
    }
    if (await act({ id, input }, 'Identity saved')) onClose()
  }
  return (
    <FormDialog title="Edit identity" action="Save" onSubmit={save} {...{ isBusy, error, onClose }}>
      <TextField label="Display name" name="displayName" value={displayName ?? ''} />
      <SelectField label="Default privacy level" name="level" options={levelOptions} value={defaultPrivacyLevel} />
    </FormDialog>
  )
}

export function CloseIdentity({ identity: { id }, onClose }: Props) {
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  return (
    <Confirm
      title="Close this identity for good?"
      action="Close identity"
      onConfirm={() => act({ id, input: { status: 'CLOSED' } }, 'Identity closed')}
      {...{ isBusy, error, onClose }}
    >
      <p>
        Its aliases are released into their cooldown, its endpoints disabled, its grants revoked. It can’t be opened
        again.
      </p>
    </Confirm>
  )
}
