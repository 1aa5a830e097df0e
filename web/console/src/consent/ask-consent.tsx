import { type ConsentWant, RequestConsentDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { TextField, textOf } from '../parts/field.tsx'

/** Requests access to an alias. It is accepted with or without an existing alias. */
export function AskConsent({ alias, onClose }: { alias: string; onClose: () => void }) {
  const { act, isBusy, error } = useAct(RequestConsentDocument)
  async function ask(form: FormData) {
    const wants: ConsentWant[] = form.has('release') ? ['DISCLOSURE', 'RELEASE'] : ['DISCLOSURE']
    const input = { alias: textOf(form, 'alias') ?? '', purpose: textOf(form, 'purpose') ?? null, wants }
    if (await act({ input }, 'Request sent')) onClose()
  }
  return (
    <FormDialog title="Ask for consent" action="Ask" onSubmit={ask} {...{ isBusy, error, onClose }}>
      <TextField label="Alias" name="alias" value={alias} placeholder="@alice" isRequired />
      <TextField label="Purpose" name="purpose" hint="The owner reads it before deciding." />
      <label className="check">
        <input type="checkbox" name="release" />
        <span>Also get the addresses, sealed to your key</span>
      </label>
    </FormDialog>
  )
}
