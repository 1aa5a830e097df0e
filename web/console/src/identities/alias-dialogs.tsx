import { ReleaseAliasDocument, type VerificationMethod, VerifyAliasDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm, FormDialog } from '../parts/dialog.tsx'
import { SelectField, textOf } from '../parts/field.tsx'
import { aliasText } from '../parts/spelling.ts'
import type { AliasRecord } from './detail.tsx'

type Props = { alias: AliasRecord; onClose: () => void }

export function GiveUpAlias({ alias, onClose }: Props) {
  const { act, isBusy, error } = useAct(ReleaseAliasDocument)
  const text = aliasText(alias)
  return (
    <Confirm
      title={`Give up ${text}?`}
      action="Give up alias"
      onConfirm={() => act({ id: alias.id }, `${text} is given up`)}
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

export function VouchForAlias({ alias, onClose }: Props) {
  const { act, isBusy, error } = useAct(VerifyAliasDocument)
  const text = aliasText(alias)
  async function verify(form: FormData) {
    const method = textOf(form, 'method') as VerificationMethod
    if (await act({ id: alias.id, method }, `You vouch for ${text}`)) onClose()
  }
  return (
    <FormDialog title={`Vouch for ${text}`} action="Vouch" onSubmit={verify} {...{ isBusy, error, onClose }}>
      <SelectField
        label="How you verified it"
        name="method"
        options={methods}
        hint="Signpost records that you vouch for it. Nobody else checked it."
      />
    </FormDialog>
  )
}
