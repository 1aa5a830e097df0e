import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { CreatePayeeNameDocument, type PayeeNameInput, type PayeeNameKind } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'

const kinds = [
  ['LEGAL', 'Legal name'],
  ['TRADE', 'Trade name'],
  ['PREFERRED', 'Preferred name'],
  ['JOINT', 'Joint: two to four holders'],
  ['IDENTIFICATION', 'Identification, such as an LEI'],
] as const

export function AddPayeeName({ identity, onClose }: { identity: string; onClose: () => void }) {
  const { act, isBusy, error } = useAct(CreatePayeeNameDocument)
  const [kind, setKind] = useState<PayeeNameKind>('LEGAL')

  async function add(form: FormData) {
    if (await act({ identity, input: inputOf(kind, form) }, 'Name added')) onClose()
  }

  return (
    <FormDialog title="Add payee name" action="Add name" onSubmit={add} {...{ isBusy, error, onClose }}>
      <SelectField
        label="Kind"
        name="kind"
        options={kinds}
        onChange={(chosen) => setKind(chosen as PayeeNameKind)}
        hint="Sealed on arrival: you see its first letters, and payers see nothing of it."
      />
      {kind === 'JOINT' && <Holders />}
      {kind === 'IDENTIFICATION' && (
        <>
          <TextField label="Scheme" name="scheme" placeholder="lei" isRequired />
          <TextField label="Value" name="value" isRequired mono />
        </>
      )}
      {kind !== 'JOINT' && kind !== 'IDENTIFICATION' && <NameFields />}
    </FormDialog>
  )
}

/** In one text, or in two parts: then the family name needs no guess. */
export function NameFields() {
  const [isSplit, setSplit] = useState(false)
  return (
    <>
      {isSplit ? (
        <div className="pair">
          <TextField label="Given name" name="given" isRequired />
          <TextField label="Family name" name="family" isRequired />
        </div>
      ) : (
        <TextField label="Name" name="name" isRequired />
      )}
      <label className="check">
        <input type="checkbox" checked={isSplit} onChange={(event) => setSplit(event.target.checked)} />
        Given and family name apart
      </label>
    </>
  )
}

const most = 4
const fewest = 2

function Holders() {
  const [rows, setRows] = useState([1, 2])
  return (
    <fieldset className="capability-fields">
      <legend>Holders</legend>
      {rows.map((row, index) => (
        <div className="holder-field" key={row}>
          <input name="holder" aria-label={`Holder ${index + 1}`} required autoComplete="off" />
          {rows.length > fewest && (
            <button
              type="button"
              className="icon"
              aria-label={`Remove holder ${index + 1}`}
              onClick={() => setRows(rows.filter((other) => other !== row))}
            >
              <X aria-hidden="true" />
            </button>
          )}
        </div>
      ))}
      {rows.length < most && (
        <button type="button" onClick={() => setRows([...rows, Math.max(...rows) + 1])}>
          <Plus aria-hidden="true" />
          Add holder
        </button>
      )}
    </fieldset>
  )
}

/** Only the given parts of a name: the service takes either the whole or the two. */
export function nameOf(form: FormData): { name: string } | { given: string; family: string } {
  const [given, family] = [textOf(form, 'given'), textOf(form, 'family')]
  if (given !== undefined || family !== undefined) return { given: given ?? '', family: family ?? '' }
  return { name: textOf(form, 'name') ?? '' }
}

function inputOf(kind: PayeeNameKind, form: FormData): PayeeNameInput {
  if (kind === 'JOINT') return { kind, holders: form.getAll('holder').map((name) => ({ name: String(name).trim() })) }
  if (kind === 'IDENTIFICATION')
    return { kind, scheme: textOf(form, 'scheme') ?? '', value: textOf(form, 'value') ?? '' }
  return { kind, ...nameOf(form) }
}
