import { type ReleasePolicy, UpdateEndpointDocument } from '../generated/documents.ts'
import type { EndpointRecord } from '../identities/detail.tsx'
import { WriteDialog } from '../parts/dialog.tsx'
import { ChoiceField, textOf } from '../parts/field.tsx'
import { endpointText } from '../parts/record.tsx'

/** Recipients of the address itself, sealed to their own key. From closed to open. */
const policies: readonly { value: ReleasePolicy; text: string; hint: string; tag?: string }[] = [
  { value: 'NEVER', text: 'Nobody', hint: 'The address is sent to nobody.' },
  {
    value: 'GRANTED',
    text: 'Payers with a grant',
    hint: 'The grant must cover the endpoint and allow its address.',
    tag: 'Address by grant',
  },
  {
    value: 'PUBLIC',
    text: 'Everybody who resolves it',
    hint: 'For an account that everybody may pay to, such as a shop’s.',
    tag: 'Address for everybody',
  },
]

export const ReleaseTag = ({ policy }: { policy: ReleasePolicy }) => {
  const tag = policies.find(({ value }) => value === policy)?.tag
  return tag && <span className={`tag release-${policy.toLowerCase()}`}>{tag}</span>
}

export const ReleaseDialog = ({ endpoint }: { endpoint: EndpointRecord }) => (
  <WriteDialog
    title={`Address access of ${endpointText(endpoint)}`}
    action="Save"
    document={UpdateEndpointDocument}
    variablesOf={(form) => ({ id: endpoint.id, input: { release: textOf(form, 'release') as ReleasePolicy } })}
    done="Address access saved"
  >
    <p>
      Payers get the whole address, sealed to their own key. Resolve never shows it. An address that was sent can’t be
      taken back.
    </p>
    <ChoiceField legend="The address may be sent to" name="release" options={policies} value={endpoint.release} />
  </WriteDialog>
)
