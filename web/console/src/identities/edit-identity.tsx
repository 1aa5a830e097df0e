import type { IdentityQuery, PrivacyLevel } from '../generated/documents.ts'
import { UpdateIdentityDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm, FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { levelOptions } from '../parts/privacy.tsx'

type Props = { identity: NonNullable<IdentityQuery['identity']>; onClose: () => void }

export function EditIdentity({ identity, onClose }: Props) {
  const { id, displayName, externalReference, defaultPrivacyLevel } = identity
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  async function save(form: FormData) {
    const input = {
      displayName: textOf(form, 'displayName') ?? null,
      externalReference: textOf(form, 'reference') ?? null,
      defaultPrivacyLevel: textOf(form, 'level') as PrivacyLevel,
    }
    if (await act({ id, input }, 'Identity saved')) onClose()
  }
  return (
    <FormDialog title="Edit identity" action="Save" onSubmit={save} {...{ isBusy, error, onClose }}>
      <TextField label="Display name" name="displayName" value={displayName ?? ''} />
      <TextField
        label="Your reference"
        name="reference"
        value={externalReference ?? ''}
        hint="Your own number of this payee. Only you see it."
      />
      <SelectField
        label="Default privacy level"
        name="level"
        options={levelOptions}
        value={defaultPrivacyLevel}
        hint="For records that are added later. Those that are there keep their own."
      />
    </FormDialog>
  )
}

export function CloseIdentity({ identity: { id }, onClose }: Props) {
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  return (
    <Confirm
      title="Close this identity?"
      action="Close identity"
      onConfirm={() => act({ id, input: { status: 'CLOSED' } }, 'Identity closed')}
      {...{ isBusy, error, onClose }}
    >
      <p>
        Its aliases are released into their cooldown, its endpoints disabled, its grants revoked. This can’t be undone:
        a closed identity stays closed.
      </p>
    </Confirm>
  )
}

/** Suspends an active identity, or makes a suspended one active again. */
export function TurnIdentity({ identity: { id, status }, onClose }: Props) {
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  const isActive = status === 'ACTIVE'
  return (
    <Confirm
      title={isActive ? 'Suspend this identity?' : 'Activate this identity?'}
      action={isActive ? 'Suspend identity' : 'Activate identity'}
      onConfirm={() =>
        act(
          { id, input: { status: isActive ? 'SUSPENDED' : 'ACTIVE' } },
          isActive ? 'Identity suspended' : 'Identity active again',
        )
      }
      isLasting
      isDanger={isActive}
      {...{ isBusy, error, onClose }}
    >
      <p>
        {isActive
          ? 'All its aliases stop resolving at once, for everybody, as if they did not exist: nobody can pay it. Its records and grants are kept, and “Activate” brings them back.'
          : 'Its aliases resolve again at once, as their privacy levels and your grants say.'}
      </p>
    </Confirm>
  )
}
