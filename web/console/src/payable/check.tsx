import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { Id } from '../parts/facts.tsx'
import { Form, TextField } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'

const icons = { good: CircleCheck, wait: TriangleAlert, bad: CircleX, calm: CircleDashed }

/** A verdict by a word, an icon and a colour. */
export type Told = { word: string; text: string; tone: keyof typeof icons }
type Verdict = Told & { more: ReactNode; requestId: string }
type Asked = { verdict: Verdict | null; error: CombinedError | null; at: number }

type Props<D, I> = {
  document: TypedDocumentNode<D, { input: I }>
  inputOf: (form: FormData) => I
  toldOf: (data: D, input: I) => Verdict
  hint: string
  /** The fields besides the alias. */
  children: ReactNode
}

/** Checks the payee of an alias, once for each press. A change of the input removes the former verdict. */
export function Check<D, I>({ document, inputOf, toldOf, hint, children }: Props<D, I>) {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)

  async function check(form: FormData) {
    setBusy(true)
    const input = inputOf(form)
    const { data, error } = await client.query(document, { input }, { requestPolicy: 'network-only' })
    setBusy(false)
    setAsked({ verdict: data ? toldOf(data, input) : null, error: error ?? null, at: Date.now() })
  }

  return (
    <section className="card ask" aria-label="Check">
      <Form onSubmit={check} onChange={() => setAsked(null)}>
        <TextField label="Alias" name="alias" placeholder="@bob" required hint="Whom you are about to pay." />
        {children}
        <div className="actions">
          <button type="submit" className="primary" disabled={isBusy}>
            Check
          </button>
        </div>
      </Form>
      <div aria-live="polite">
        {asked?.verdict && <VerdictView key={asked.at} verdict={asked.verdict} />}
        {asked?.error && <Problem error={asked.error} />}
      </div>
      <p className="hint">{hint}</p>
    </section>
  )
}

function VerdictView({ verdict: { word, text, tone, more, requestId } }: { verdict: Verdict }) {
  const Icon = icons[tone]
  return (
    <div className={`verdict-told ${tone}`} role="status">
      <Icon />
      <div>
        <strong>{word}</strong>
        <p>{text}</p>
        <p className="small">
          {more} Request <Id value={requestId} />
        </p>
      </div>
    </div>
  )
}
