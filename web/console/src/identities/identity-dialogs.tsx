import {
  CreateIdentityDocument,
  type IdentityStatus,
  type IdentityType,
  type PrivacyLevel,
  UpdateIdentityDocument,
} from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { navigate } from '../parts/location.ts'
import { levelOptions } from '../parts/privacy.tsx'
import { identityTypes } from '../parts/spelling.ts'
import type { IdentityRecord } from './detail.tsx'

type Props = { identity: IdentityRecord }

export const EditIdentity = ({ identity }: Props) => (
  <WriteDialog
    title="Edit identity"
    action="Save"
    document={UpdateIdentityDocument}
    variablesOf={(form) => ({
      id: identity.id,
      input: {
        displayName: textOf(form, 'displayName') ?? null,
        externalReference: textOf(form, 'reference') ?? null,
        defaultPrivacyLevel: textOf(form, 'level') as PrivacyLevel,
      },
    })}
    done="Identity saved"
  >
    <TextField label="Display name" name="displayName" defaultValue={identity.displayName ?? ''} />
    <TextField
      label="Your reference"
      name="reference"
      defaultValue={identity.externalReference ?? ''}
      hint="Your own number of this payee. Only you see it."
    />
    <SelectField
      label="Default privacy level"
      name="level"
      options={levelOptions}
      defaultValue={identity.defaultPrivacyLevel}
      hint="For records that are added later. Those that are there keep their own."
    />
  </WriteDialog>
)

export const CloseIdentity = ({ identity: { id } }: Props) => (
  <WriteDialog
    title="Close this identity?"
    action="Close identity"
    document={UpdateIdentityDocument}
    variablesOf={() => ({ id, input: { status: 'CLOSED' as const } })}
    done="Identity closed"
    isEnding
  >
    <p>
      Its aliases are released into their cooldown, its endpoints disabled, its grants revoked. This can’t be undone: a
      closed identity stays closed.
    </p>
  </WriteDialog>
)

/** Suspends an active identity, or makes a suspended one active again. */
export function TurnIdentity({ identity: { id, status } }: Props) {
  const isActive = status === 'ACTIVE'
  const next: IdentityStatus = isActive ? 'SUSPENDED' : 'ACTIVE'
  return (
    <WriteDialog
      title={isActive ? 'Suspend this identity?' : 'Activate this identity?'}
      action={isActive ? 'Suspend identity' : 'Activate identity'}
      document={UpdateIdentityDocument}
      variablesOf={() => ({ id, input: { status: next } })}
      done={isActive ? 'Identity suspended' : 'Identity active again'}
      isDanger={isActive}
    >
      <p>
        {isActive
          ? 'All its aliases stop resolving at once, for everybody, as if they did not exist: nobody can pay it. Its records and grants are kept, and “Activate” brings them back.'
          : 'Its aliases resolve again at once, as their privacy levels and your grants say.'}
      </p>
    </WriteDialog>
  )
}

export const CreateIdentity = () => (
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
    onDone={({ createIdentity }) => navigate(`/identities/${createIdentity.id}`)}
  >
    <SelectField label="Type" name="type" options={Object.entries(identityTypes)} />
    <TextField label="Display name" name="displayName" hint="Only you see it." />
    <SelectField
      label="Default privacy level"
      name="level"
      options={levelOptions}
      defaultValue="UNLISTED"
      hint="What a new alias or endpoint starts with when none is chosen."
    />
  </WriteDialog>
)
