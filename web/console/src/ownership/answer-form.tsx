import { type FormEvent, useRef, useState } from 'react'
import { AnswerChallengeDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Button } from '../parts/button.tsx'
import { TextField, textOf } from '../parts/field.tsx'
import { focusHeading } from '../parts/heading.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import type { ChallengeRecord } from './challenge.tsx'

/**
 * Answers with a code, or has the domain checked. A wrong answer is no error of the service: it returns a pending
 * challenge, and this form reports it.
 */
export function AnswerForm({ challenge: { id, method, livemode } }: { challenge: ChallengeRecord }) {
  const { act, isBusy, error } = useAct(AnswerChallengeDocument)
  const [wrong, setWrong] = useState<Refusal | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // A code is typed by hand; a domain is checked by the service.
  const takesCode = method === 'SMS_CODE' || method === 'EMAIL_CODE'

  async function answer(code: string | null) {
    setWrong(null)
    const given = await act({ id, code })
    if (!given) return
    const { status, attemptsLeft } = given.answerChallenge
    if (status !== 'PENDING') return focusHeading()
    setWrong({ message: `${code === null ? 'It is not there yet' : 'That code is wrong'}. ${leftOf(attemptsLeft)}` })
    form.current?.querySelector('input')?.select()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void answer(textOf(new FormData(event.currentTarget), 'code') ?? null)
  }

  return (
    <>
      {!takesCode && (
        <div className="actions">
          <Button text="Look now" className="primary" disabled={isBusy} onClick={() => answer(null)} />
        </div>
      )}
      {(takesCode || !livemode) && (
        <form ref={form} className="answer" onSubmit={submit}>
          <TextField label="Code" name="code" isRequired mono inputMode="numeric" />
          <button type="submit" className={takesCode ? 'primary' : ''} disabled={isBusy}>
            Answer
          </button>
        </form>
      )}
      {wrong && !error && <Problem refusal={wrong} />}
      <Problem error={error} />
    </>
  )
}

const leftOf = (attempts: number): string =>
  attempts === 1 ? 'One attempt is left.' : `${attempts} attempts are left.`
