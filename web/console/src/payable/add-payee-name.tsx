import { useState } from 'react'
import { CreatePayeeNameDocument, type PayeeNameInput, type PayeeNameKind } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { CheckField, RowFields, SelectField, TextField, textOf } from '../parts/field.tsx'

const kinds = [
  ['LEGAL', 'Legal name'],
  ['TRADE', 'Trade name'],
  ['PREFERRED', 'Preferred name'],
  ['JOINT', 'Joint: two to four holders'],
  ['IDENTIFICATION', 'Identification, such as an LEI'],
] as const

export function AddPayeeName({ identity }: { identity: string }) {
  const [kind, setKind] = useState<PayeeNameKind>('LEGAL')
  return (
    <WriteDialog
      title="Add payee name"
      action="Add name"
      document={CreatePayeeNameDocument}
      variablesOf={(form) => ({ identity, input: inputOf(kind, form) })}
      done="Name added"
    >
      <SelectField
        label="Kind"
        name="kind"
        options={kinds}
        onChange={(chosen) => setKind(chosen as PayeeNameKind)}
        hint="Sealed on arrival: you see its first letters, and payers see nothing of it."
      />
      {kind === 'JOINT' && (
        <RowFields legend="Holders" name="holder" fewest={2} most={4}>
          {(_, index) => <input name="holder" aria-label={`Holder ${index + 1}`} required autoComplete="off" />}
        </RowFields>
      )}
      {kind === 'IDENTIFICATION' && <IdentificationFields />}
      {kind !== 'JOINT' && kind !== 'IDENTIFICATION' && <NameFields />}
    </WriteDialog>
  )
}

/** In one text, or in two parts: then the family name needs no guess. */
export function NameFields() {
  const [isSplit, setSplit] = useState(false)
  return (
    <>
      {isSplit ? (
        <div className="pair">
          <TextField label="Given name" name="given" required />
          <TextField label="Family name" name="family" required />
        </div>
      ) : (
        <TextField label="Name" name="name" required />
      )}
      <CheckField
        checked={isSplit}
        onChange={(event) => setSplit(event.target.checked)}
        text="Given and family name apart"
      />
    </>
  )
}

export const IdentificationFields = () => (
  <>
    <TextField label="Scheme" name="scheme" placeholder="lei" required />
    <TextField label="Value" name="value" required mono />
  </>
)

/** Only the given parts of a name: the service takes either the whole or the two. */
export function nameOf(form: FormData): { name: string } | { given: string; family: string } {
  const [given, family] = [textOf(form, 'given'), textOf(form, 'family')]
  if (given !== undefined || family !== undefined) return { given: given ?? '', family: family ?? '' }
  return { name: textOf(form, 'name') ?? '' }
}

export const identificationOf = (form: FormData): { scheme: string; value: string } => ({
  scheme: textOf(form, 'scheme') ?? '',
  value: textOf(form, 'value') ?? '',
})

function inputOf(kind: PayeeNameKind, form: FormData): PayeeNameInput {
  if (kind === 'JOINT') return { kind, holders: form.getAll('holder').map((name) => ({ name: String(name).trim() })) }
  return kind === 'IDENTIFICATION' ? { kind, ...identificationOf(form) } : { kind, ...nameOf(form) }
}
