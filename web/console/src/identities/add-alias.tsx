import { useState } from 'react'
import { type AliasType, CreateAliasDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { CheckField, SelectField, TextField, textOf } from '../parts/field.tsx'
import { LevelField, levelOf } from '../parts/privacy.tsx'
import { aliasTypes } from '../parts/spelling.ts'

const examples: Record<AliasType, string> = {
  USERNAME: '@alice',
  PHONE: '+1 415 555 2671',
  EMAIL: 'alice@example.com',
  MERCHANT_HANDLE: '$acme',
  PAYMENT_LINK: 'https://pay.example.com/alice',
}

export function AddAlias({ identity }: { identity: string }) {
  const [type, setType] = useState<AliasType>('USERNAME')
  return (
    <WriteDialog
      title="Add alias"
      action="Add alias"
      document={CreateAliasDocument}
      variablesOf={(form) => ({
        input: {
          identity,
          type,
          value: textOf(form, 'value') ?? '',
          isPrimary: form.has('primary'),
          privacyLevel: levelOf(form),
        },
      })}
      done="Alias added"
    >
      <SelectField
        label="Type"
        name="type"
        options={Object.entries(aliasTypes)}
        onChange={(chosen) => setType(chosen as AliasType)}
      />
      <TextField label="Alias" name="value" placeholder={examples[type]} required />
      <LevelField />
      <CheckField name="primary" text="Make it the primary alias" />
    </WriteDialog>
  )
}
