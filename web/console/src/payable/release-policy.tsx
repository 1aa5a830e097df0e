import { type ReleasePolicy, UpdateEndpointDocument } from '../generated/documents.ts'
import type { EndpointRecord } from '../identities/detail.tsx'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { textOf } from '../parts/field.tsx'
import { endpointTypes } from '../parts/spelling.ts'

type Told = { name: string; text: string; tag: string | null }

/** Recipients of the address itself, sealed to their own key. From closed to open. */
export const releasePolicies: Record<ReleasePolicy, Told> = {
  NEVER: { name: 'Nobody', text: 'The address is sent to nobody.', tag: null },
  GRANTED: {
    name: 'Payers with a grant',
    text: 'The grant must cover the endpoint and allow its address.',
    tag: 'Address by grant',
  },
  PUBLIC: {
    name: 'Everybody who resolves it',
    text: 'For an account that everybody may pay to, such as a shop’s.',
    tag: 'Address for everybody',
  },
}

export const ReleaseTag = ({ policy }: { policy: ReleasePolicy }) => {
  const { tag } = releasePolicies[policy]
  return tag && <span className={`tag release-${policy.toLowerCase()}`}>{tag}</span>
}

export function ReleaseDialog({ endpoint, onClose }: { endpoint: EndpointRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(UpdateEndpointDocument)
  const { id, type, addressPreview, release } = endpoint

  async function save(form: FormData) {
    const chosen = textOf(form, 'release') as ReleasePolicy
    if (await act({ id, input: { release: chosen } }, 'Address access saved')) onClose()
  }

  return (
    <FormDialog
      title={`Address access of ${endpointTypes[type]} ${addressPreview ?? '…'}`}
      action="Save"
      onSubmit={save}
      {...{ isBusy, error, onClose }}
    >
      <p>
        Payers get the whole address, sealed to their own key. Resolve never shows it. An address that was sent can’t be
        taken back.
      </p>
      <fieldset className="choices">
        <legend>The address may be sent to</legend>
        {Object.entries(releasePolicies).map(([policy, { name, text }]) => (
          <label key={policy} className="choice">
            <input type="radio" name="release" value={policy} defaultChecked={policy === release} />
            <span>
              {name}
              <small>{text}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
