import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { type Answer, type Entry, isResolved } from './answer.ts'
import type { Question } from './question.ts'
import { AskOpener, ResolvedView } from './resolved-view.tsx'

type Props = { body: unknown; refusal: Refusal | null; question: Question }

const missed = 'alias_not_found'

/** The answer for people, and as received. */
export function AnswerView({ body, refusal, question }: Props) {
  const [isRaw, setRaw] = useState(false)
  return (
    <Card
      id="answer"
      title="Answer"
      action={
        body !== null && (
          <fieldset className="segments" aria-label="How to show the answer">
            <Button text="In words" aria-pressed={!isRaw} onClick={() => setRaw(false)} />
            <Button text="JSON" aria-pressed={isRaw} onClick={() => setRaw(true)} />
          </fieldset>
        )
      }
    >
      <div className="answer-body" aria-live="polite">
        {isRaw ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element needs the keyboard.
          <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
        ) : (
          <InWords {...{ body, refusal, question }} />
        )}
      </div>
    </Card>
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
const Missed = ({ alias }: { alias: string }) => (
  <div className="entry">
    <p>
      <b className="value">{alias}</b> <span className="status calm">Not found</span>
    </p>
    <p className="quiet">
      Nobody has it, or it is not shown to you: the answer is the same. You may ask for consent in both cases.
    </p>
    <AskOpener alias={alias} />
  </div>
)
