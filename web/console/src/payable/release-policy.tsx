import { type ReleasePolicy, UpdateEndpointDocument } from '../generated/documents.ts'
import type { EndpointRecord } from '../identities/detail.tsx'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { textOf } from '../parts/field.tsx'
import { endpointTypes } from '../parts/spelling.ts'

type Told = { name: string; text: string; tag: string | null }

/** Recipients of the address itself, sealed to their own key. From closed to open. */
export const releasePolicies: Record<ReleasePolicy, Told> = {
  NEVER: { name: 'Nobody', text: 'The address leaves for nobody.', tag: null },
  GRANTED: {
    name: 'Whom a grant names it for',
    text: 'A grant has to cover the endpoint and name it for release.',
    tag: 'Released by grant',
  },
  PUBLIC: {
    name: 'Whoever resolves it',
    text: 'For an account that everybody may pay to, such as a shop’s.',
    tag: 'Released to everybody',
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
    if (await act({ id, input: { release: chosen } }, 'Release permission saved')) onClose()
  }

  return (
    <FormDialog
      title={`Who may be sent ${endpointTypes[type]} ${addressPreview ?? '…'}`}
      action="Save"
      onSubmit={save}
      {...{ isBusy, error, onClose }}
    >
      <p>
        The whole address, sealed to a key of the payer’s. Resolve never shows it. What was sent can’t be taken back.
      </p>
      <fieldset className="choices">
        <legend>Released to</legend>
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
