import { ReleaseAliasDocument, type VerificationMethod, VerifyAliasDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { SelectField, textOf } from '../parts/field.tsx'
import { aliasText } from '../parts/spelling.ts'
import type { AliasRecord } from './detail.tsx'

type Props = { alias: AliasRecord }

export const GiveUpAlias = ({ alias }: Props) => (
  <WriteDialog
    title={`Give up ${aliasText(alias)}?`}
    action="Give up alias"
    document={ReleaseAliasDocument}
    variablesOf={() => ({ id: alias.id })}
    done={`${aliasText(alias)} is given up`}
    isEnding
  >
    <p>
      It stops resolving at once and cools down ({alias.type === 'PHONE' ? '90' : '30'} days unless set otherwise).
      After that anybody may register it.
    </p>
  </WriteDialog>
)

const methods = [
  ['OTP', 'One-time password'],
  ['EMAIL_LINK', 'Link in an e-mail'],
  ['DOCUMENT', 'Document'],
  ['OTHER', 'Other'],
] as const

export const VouchForAlias = ({ alias }: Props) => (
  <WriteDialog
    title={`Vouch for ${aliasText(alias)}`}
    action="Vouch"
    document={VerifyAliasDocument}
    variablesOf={(form) => ({ id: alias.id, method: textOf(form, 'method') as VerificationMethod })}
    done={`You vouch for ${aliasText(alias)}`}
  >
    <SelectField
      label="How you verified it"
      name="method"
      options={methods}
      hint="Signpost records that you vouch for it. Nobody else checked it."
    />
  </WriteDialog>
)
