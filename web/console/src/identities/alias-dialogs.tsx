import { ReleaseAliasDocument, type VerificationMethod, VerifyAliasDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm, FormDialog } from '../parts/dialog.tsx'
import { SelectField, textOf } from '../parts/field.tsx'
import { aliasText } from '../parts/spelling.ts'
import type { AliasRecord } from './detail.tsx'

type Props = { alias: AliasRecord; onClose: () => void }

export function ReleaseAlias({ alias, onClose }: Props) {
  const { act, isBusy, error } = useAct(ReleaseAliasDocument)
  const text = aliasText(alias)
  return (
    <Confirm
      title={`Release ${text}?`}
      action="Release alias"
      onConfirm={() => act({ id: alias.id }, `${text} is released`)}
      {...{ isBusy, error, onClose }}
    >
      <p>
        It stops resolving at once and cools down ({alias.type === 'PHONE' ? '90' : '30'} days unless set otherwise).
        After that anybody may register it.
      </p>
    </Confirm>
  )
}

const methods = [
  ['OTP', 'One-time password'],
  ['EMAIL_LINK', 'Link in an e-mail'],
  ['DOCUMENT', 'Document'],
  ['OTHER', 'Other'],
] as const

export function VerifyAlias({ alias, onClose }: Props) {
  const { act, isBusy, error } = useAct(VerifyAliasDocument)
  const text = aliasText(alias)
  async function verify(form: FormData) {
    const method = textOf(form, 'method') as VerificationMethod
    if (await act({ id: alias.id, method }, `${text} is verified`)) onClose()
  }
  return (
    <FormDialog title={`Verify ${text}`} action="Mark as verified" onSubmit={verify} {...{ isBusy, error, onClose }}>
      <SelectField
        label="How you verified it"
        name="method"
        options={methods}
        hint="Signpost takes your word for it, and says so to your webhooks."
      />
    </FormDialog>
  )
}
