import { useState } from 'react'
import { AskConsent } from '../consent/ask-consent.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { type Answer, type Entry, isResolved } from './answer.ts'
import type { Question } from './question.ts'
import { ResolvedView } from './resolved-view.tsx'

type Props = { body: unknown; refusal: Refusal | null; question: Question }

const missed = 'alias_not_found'

/** The answer for people, and as received. */
export function AnswerView({ body, refusal, question }: Props) {
  const [isRaw, setRaw] = useState(false)
  return (
    <section className="card" aria-labelledby="answer">
      <header>
        <h2 id="answer">Answer</h2>
        {body !== null && (
          <fieldset className="segments" aria-label="How to show the answer">
            <button type="button" aria-pressed={!isRaw} onClick={() => setRaw(false)}>
              In words
            </button>
            <button type="button" aria-pressed={isRaw} onClick={() => setRaw(true)}>
              JSON
            </button>
          </fieldset>
        )}
      </header>
      <div className="answer-body" aria-live="polite">
        {isRaw ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element needs the keyboard.
          <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
        ) : (
          <InWords {...{ body, refusal, question }} />
        )}
      </div>
    </section>
  )
}

function InWords({ body, refusal, question }: Props) {
  if (refusal && refusal.code !== missed) return <Problem refusal={refusal} />
  if (refusal) return <Missed alias={question.path === '/v1/resolve' ? question.body.alias : ''} />
  const answer = body as Answer
  if (!('results' in answer)) return <ResolvedView resolved={answer} />
  if (answer.results.length === 0) return <p>Nothing was asked for.</p>
  return (
    <ol className="entries">
      {answer.results.map((entry, index) => (
        // The same alias may occur twice, so an entry is identified by its index.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <li key={index}>
          <EntryView entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function EntryView({ entry }: { entry: Entry }) {
  if (isResolved(entry)) return <ResolvedView resolved={entry} />
  if (entry.status === 'consent_pending') {
    return (
      <p>
        <b className="value">{entry.alias}</b> <span className="status wait">Your request for consent is open</span>
      </p>
    )
  }
  if (entry.error?.code === missed) return <Missed alias={entry.alias} />
  return (
    <p>
      <b className="value">{entry.alias}</b> <span className="status bad">Not judged</span>{' '}
      <code>{entry.error?.code}</code>
    </p>
  )
}

/** INVARIANT (uniform denial): a miss looks the same, whatever its cause. */
function Missed({ alias }: { alias: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="entry">
      <p>
        <b className="value">{alias}</b> <span className="status calm">Not found</span>
      </p>
      <p className="quiet">
        Nobody has it, or it is not shown to you: the answer is the same. You may ask for consent in both cases.
      </p>
      <div className="actions">
        <button type="button" aria-label={`Ask for consent to ${alias}`} onClick={() => setAsking(true)}>
          Ask for consent
        </button>
      </div>
      {isAsking && <AskConsent alias={alias} onClose={() => setAsking(false)} />}
    </div>
  )
}
