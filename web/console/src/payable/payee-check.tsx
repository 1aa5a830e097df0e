import { useState } from 'react'
import { CheckPayeeDocument, type CheckPayeeInput, type PayeeCheckVerdict } from '../generated/documents.ts'
import { SelectField, textOf } from '../parts/field.tsx'
import { IdentificationFields, identificationOf, NameFields, nameOf } from './add-payee-name.tsx'
import { Check, type Told } from './check.tsx'

/** Checks a name, or an identification, of the payee. */
export function PayeeCheck() {
  const [asks, setAsks] = useState<'name' | 'identification'>('name')
  return (
    <Check
      document={CheckPayeeDocument}
      inputOf={(form) => inputOf(asks, form)}
      toldOf={({ checkPayee: { verdict, basis, requestId } }) => ({
        ...verdicts[verdict],
        more: basis && (basis === 'ATTESTED' ? 'The operator attests the name.' : 'The name is the payee’s own word.'),
        requestId,
      })}
      hint={
        'You may ask three different names of one payee in 24 hours. A name that is no match costs one of your misses. ' +
        'The payee sees that you asked, and not which name.'
      }
    >
      <SelectField
        label="What you know"
        name="asks"
        options={[
          ['name', 'A name'],
          ['identification', 'An identification, such as an LEI'],
        ]}
        onChange={(chosen) => setAsks(chosen as typeof asks)}
      />
      {asks === 'name' ? (
        <NameFields />
      ) : (
        <div className="pair">
          <IdentificationFields />
        </div>
      )}
    </Check>
  )
}

const verdicts: Record<PayeeCheckVerdict, Told> = {
  MATCH: { word: 'Match', text: 'It is the name of the payee.', tone: 'good' },
  DECLARED_MATCH: {
    word: 'Same name, not verified',
    text: 'It is the name that the payee gives itself; nobody else vouches for it. Ask the payee before you pay.',
    tone: 'wait',
  },
  CLOSE_MATCH: { word: 'Close match', text: 'It is nearly the name. Ask the payee before you pay.', tone: 'wait' },
  NO_MATCH: { word: 'No match', text: 'The payee has another name. Don’t pay before you know why.', tone: 'bad' },
  UNAVAILABLE: {
    word: 'No answer',
    text: 'Nothing can be said. It doesn’t mean that the name is wrong, or that the alias exists.',
    tone: 'calm',
  },
}

function inputOf(asks: 'name' | 'identification', form: FormData): CheckPayeeInput {
  const alias = textOf(form, 'alias') ?? ''
  return asks === 'name' ? { alias, ...nameOf(form) } : { alias, identification: identificationOf(form) }
}
