import { type ConsentWant, RequestConsentDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { CheckField, TextField, textOf } from '../parts/field.tsx'

const wantsOf = (form: FormData): ConsentWant[] => (form.has('release') ? ['DISCLOSURE', 'RELEASE'] : ['DISCLOSURE'])

/** Requests access to an alias. It is accepted with or without an existing alias. */
export const AskConsent = ({ alias }: { alias: string }) => (
  <WriteDialog
    title="Ask for consent"
    action="Ask"
    document={RequestConsentDocument}
    variablesOf={(form) => ({
      input: {
        alias: textOf(form, 'alias') ?? '',
        purpose: textOf(form, 'purpose') ?? null,
        wants: wantsOf(form),
      },
    })}
    done="Request sent"
  >
    <TextField label="Alias" name="alias" defaultValue={alias} placeholder="@alice" required />
    <TextField label="Purpose" name="purpose" hint="The owner reads it before deciding." />
    <CheckField name="release" text="Also get the addresses, sealed to your key" />
  </WriteDialog>
)
