import { useState } from 'react'
import { type AliasType, CreateAliasDocument, type PrivacyLevel } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { levelOptions } from '../parts/privacy.tsx'
import { aliasTypes } from '../parts/spelling.ts'

const examples: Record<AliasType, string> = {
  USERNAME: '@alice',
  PHONE: '+1 415 555 2671',
  EMAIL: 'alice@example.com',
  MERCHANT_HANDLE: '$acme',
  PAYMENT_LINK: 'https://pay.example.com/alice',
}

export function AddAlias({ identity, onClose }: { identity: string; onClose: () => void }) {
  const { act, isBusy, error } = useAct(CreateAliasDocument)
  const [type, setType] = useState<AliasType>('USERNAME')

  async function add(form: FormData) {
    const privacyLevel = textOf(form, 'level') as PrivacyLevel | undefined
    const input = {
      identity,
      type,
      value: textOf(form, 'value') ?? '',
      isPrimary: form.has('primary'),
      ...(privacyLevel ? { privacyLevel } : {}),
    }
    if (await act({ input }, 'Alias added')) onClose()
  }

  return (
    <FormDialog title="Add alias" action="Add alias" onSubmit={add} {...{ isBusy, error, onClose }}>
      <SelectField
        label="Type"
        name="type"
        options={Object.entries(aliasTypes)}
        onChange={(chosen) => setType(chosen as AliasType)}
      />
      <TextField label="Alias" name="value" placeholder={examples[type]} isRequired />
      <SelectField label="Privacy level" name="level" options={[['', 'The identity’s default'], ...levelOptions]} />
      <label className="check">
        <input type="checkbox" name="primary" />
        Make it the primary alias
      </label>
    </FormDialog>
  )
}
