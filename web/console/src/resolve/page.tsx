import { useState } from 'react'
import { AreaField, CheckField, Form, TextField } from '../parts/field.tsx'
import { PageHead, Tabs } from '../parts/page.tsx'
import { DestinationCheck } from '../payable/destination-check.tsx'
import { PayeeCheck } from '../payable/payee-check.tsx'
import type { Posted } from '../session.ts'
import { useSession } from '../session.ts'
import { AnswerView } from './answer-view.tsx'
import { CodeView } from './code-view.tsx'
import { type Question, questionOf } from './question.ts'

type Asked = Posted & { question: Question; at: number }

const tabs = {
  'look-up': { name: 'Look up', scope: 'resolve', view: <LookUp /> },
  'payee-check': { name: 'Payee check', scope: 'payee_check', view: <PayeeCheck /> },
  'destination-check': { name: 'Destination check', scope: 'destination_check', view: <DestinationCheck /> },
} as const

export const ResolvePage = ({ tab }: { tab: keyof typeof tabs }) => (
  <>
    <PageHead title="Resolve" />
    <Tabs label="Of a payee" path="/resolve" tabs={tabs} asked={tab} />
  </>
)

/** The key's answer for an alias: requested once, when the form is sent, because every look-up counts. */
function LookUp() {
  const { post } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)

  async function resolve(form: FormData) {
    const question = questionOf(form)
    setBusy(true)
    const posted = await post(question.path, question.body)
    setBusy(false)
    setAsked({ ...posted, question, at: Date.now() })
  }

  return (
    <div className="stack">
      <section className="card ask" aria-label="Look up">
        <Form onSubmit={resolve}>
          <AreaField
            label="Aliases"
            name="aliases"
            placeholder="@alice"
            rows={2}
            required
            hint="One in each line. Each counts as a look-up, and what is not found as a miss. Owners see that you asked."
          />
          <ForPayment />
          <CheckField
            name="assurance"
            text="With assurance"
            hint="How well the alias is proved, and what changed in the last 30 days."
          />
          <div className="actions">
            <button type="submit" className="primary" disabled={isBusy}>
              Resolve
            </button>
          </div>
        </Form>
      </section>
      {asked && (
        <div className="stack" key={asked.at}>
          <AnswerView body={asked.body} refusal={asked.refusal} question={asked.question} />
          <CodeView question={asked.question} />
        </div>
      )}
    </div>
  )
}

const ForPayment = () => (
  <details>
    <summary>For a payment</summary>
    <p className="hint">Only the endpoints that can take it, the best first. All four may be left out.</p>
    <div className="quarters">
      <TextField label="Asset" name="asset" placeholder="EUR" />
      <TextField label="Network" name="network" placeholder="ethereum" />
      <TextField label="Rail" name="rail" placeholder="sepa" />
      <TextField label="Amount" name="amount" type="number" inputMode="decimal" step="any" hint="Needs an asset." />
    </div>
  </details>
)
