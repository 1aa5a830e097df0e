import { CircleCheck, CircleDashed, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import {
  CheckPayeeDocument,
  type CheckPayeeInput,
  type CheckPayeeQuery,
  type PayeeCheckVerdict,
} from '../generated/documents.ts'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { Heading } from '../parts/heading.tsx'
import { Id } from '../parts/id.tsx'
import { Problem } from '../parts/problem.tsx'
import { NameFields, nameOf } from './add-payee-name.tsx'

type Check = CheckPayeeQuery['checkPayee']
type Asked = { check: Check | null; error: CombinedError | null; at: number }

export function PayeeCheckPage() {
  const client = useClient()
  const [asks, setAsks] = useState<'name' | 'identification'>('name')
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)

  async function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    const input = inputOf(asks, new FormData(event.currentTarget))
    const { data, error } = await client.query(CheckPayeeDocument, { input }, { requestPolicy: 'network-only' })
    setBusy(false)
    setAsked({ check: data?.checkPayee ?? null, error: error ?? null, at: Date.now() })
  }

  return (
    <>
      <div className="top">
        <Heading title="Payee check" />
      </div>
      <section className="card ask" aria-label="Check">
        <form onSubmit={check} onChange={() => setAsked(null)}>
          <TextField label="Alias" name="alias" placeholder="@bob" isRequired hint="Whom you are about to pay." />
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
              <TextField label="Scheme" name="scheme" placeholder="lei" isRequired />
              <TextField label="Value" name="value" isRequired mono />
            </div>
          )}
          <div className="actions">
            <button type="submit" className="primary" disabled={isBusy}>
              Check
            </button>
          </div>
        </form>
        <div aria-live="polite">
          {asked?.check && <Verdict key={asked.at} check={asked.check} />}
          {asked?.error && <Problem error={asked.error} />}
        </div>
        <p className="hint">
          You may ask three different names of one payee in 24 hours. A name that is no match costs one of your misses.
          The payee sees that you asked, and not which name.
        </p>
      </section>
    </>
  )
}

type Told = { word: string; text: string; tone: string; icon: LucideIcon }

/** By a word, an icon and a colour. */
const verdicts: Record<PayeeCheckVerdict, Told> = {
  MATCH: { word: 'Match', text: 'It is the name of the payee.', tone: 'good', icon: CircleCheck },
  CLOSE_MATCH: {
    word: 'Close match',
    text: 'It is nearly the name, or a name that nobody but the payee vouches for. Ask the payee before you pay.',
    tone: 'wait',
    icon: TriangleAlert,
  },
  NO_MATCH: {
    word: 'No match',
    text: 'The payee has another name. Don’t pay before you know why.',
    tone: 'bad',
    icon: CircleX,
  },
  UNAVAILABLE: {
    word: 'No answer',
    text: 'Nothing can be said. It doesn’t mean that the name is wrong, or that the alias exists.',
    tone: 'calm',
    icon: CircleDashed,
  },
}

function Verdict({ check: { verdict, basis, requestId } }: { check: Check }) {
  const { word, text, tone, icon: Icon } = verdicts[verdict]
  return (
    <div className={`verdict-told ${tone}`} role="status">
      <Icon aria-hidden="true" />
      <div>
        <strong>{word}</strong>
        <p>{text}</p>
        <p className="small">
          {basis && (basis === 'ATTESTED' ? 'The operator attests the name. ' : 'The name is the payee’s own word. ')}
          Request <Id value={requestId} />
        </p>
      </div>
    </div>
  )
}

function inputOf(asks: 'name' | 'identification', form: FormData): CheckPayeeInput {
  const alias = textOf(form, 'alias') ?? ''
  if (asks === 'name') return { alias, ...nameOf(form) }
  return { alias, identification: { scheme: textOf(form, 'scheme') ?? '', value: textOf(form, 'value') ?? '' } }
}
