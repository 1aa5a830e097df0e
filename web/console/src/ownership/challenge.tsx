import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import {
  AnswerChallengeDocument,
  ChallengeDocument,
  ChallengedAliasDocument,
  ChallengedClaimDocument,
  type ChallengePurpose,
  type ChallengeQuery,
} from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Id, Status, When } from '../parts/facts.tsx'
import { Form, TextField, textOf } from '../parts/field.tsx'
import { useAct, useCopy } from '../parts/notice.tsx'
import { Back, focusHeading, Heading, PageHead, Panel } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { aliasText, counted } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { methods } from './method-dialog.tsx'

type ChallengeRecord = NonNullable<ChallengeQuery['challenge']>

const titles: Record<ChallengePurpose, string> = {
  PROVE: 'Prove',
  CLAIM: 'Prove your claim of',
  CONTEST: 'Contest the claim of',
}

/** A challenge has its own URL: an owner returns to it after changing a DNS record. */
export function ChallengePage({ id }: { id: string }) {
  const [{ data, error }, ask] = useQuery({ query: ChallengeDocument, variables: { id } })
  const challenge = data?.challenge
  if (challenge) return <Challenge challenge={challenge} />
  return (
    <>
      {data && <Heading title="No such challenge" />}
      {error ? <Problem error={error} onRetry={ask} /> : !data && <Waiting />}
    </>
  )
}

type Subject = { text: string; from: { href: string; name: string } }

/** The subject of the challenge, as far as the key may read it, and the page where it was started. */
function useSubject({ aliasId, claimId, purpose }: ChallengeRecord): Subject | null {
  const { can } = useSession()
  const aliases = useQuery({
    query: ChallengedAliasDocument,
    variables: { id: aliasId ?? '' },
    pause: aliasId === null || !can('aliases:read') || !can('identities:read'),
  })[0].data
  const claims = useQuery({
    query: ChallengedClaimDocument,
    variables: { id: claimId ?? '' },
    pause: claimId === null || !can('claims:read'),
  })[0].data
  if (aliases?.alias) {
    const { identity } = aliases.alias
    return { text: aliasText(aliases.alias), from: { href: `/identities/${identity.id}`, name: 'The identity' } }
  }
  if (!claims?.claim) return null
  const href = purpose === 'CONTEST' ? '/claims' : '/claims/outgoing'
  return { text: aliasText(claims.claim), from: { href, name: 'Claims' } }
}

function Challenge({ challenge }: { challenge: ChallengeRecord }) {
  const subject = useSubject(challenge)
  const { id, method, purpose, status, expiresAt, attemptsLeft } = challenge
  const isOpen = status === 'PENDING'
  return (
    <>
      {subject && <Back {...subject.from} />}
      <PageHead
        title={`${titles[purpose]} ${subject?.text ?? 'an alias'}`}
        about={
          <p className="facts">
            <Status value={status} />
            <span>{methods[method].text}</span>
            <Id value={id} />
            {isOpen && (
              <span className="quiet">
                ends <When at={expiresAt} /> · {counted(attemptsLeft, 'attempt')} left
              </span>
            )}
          </p>
        }
      />
      <Panel id="what-to-do" title={isOpen ? 'What to do' : 'What came of it'} className="card challenge">
        <div className="body">
          {isOpen ? (
            <>
              <Instructions instructions={challenge.instructions} />
              <AnswerForm challenge={challenge} />
            </>
          ) : (
            <Outcome challenge={challenge} href={subject?.from.href ?? null} />
          )}
        </div>
      </Panel>
    </>
  )
}

const met: Record<ChallengePurpose, string> = {
  PROVE: 'The alias is proved.',
  CLAIM: 'Your control is proved. What comes next is said beside the claim.',
  CONTEST: 'The alias stays yours, and is proved. The claim has ended.',
}

function Outcome({ challenge: { status, purpose }, href }: { challenge: ChallengeRecord; href: string | null }) {
  const text = {
    MET: met[purpose],
    FAILED: 'No attempts are left. Start another challenge to try again.',
    EXPIRED: 'Its time is over. Start another challenge to try again.',
    PENDING: '',
  }[status]
  return (
    <>
      <p role="status">{text}</p>
      {href && (
        <p>
          <Link href={href}>{purpose === 'PROVE' ? 'Go to the identity' : 'Go to the claims'}</Link>
        </p>
      )}
    </>
  )
}

/**
 * Answers with a code, or has the domain checked. A wrong answer is no error of the service: it returns a pending
 * challenge, and this form reports it.
 */
function AnswerForm({ challenge: { id, method, livemode } }: { challenge: ChallengeRecord }) {
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

  return (
    <>
      {!takesCode && (
        <div className="actions">
          <Button text="Look now" className="primary" disabled={isBusy} onClick={() => answer(null)} />
        </div>
      )}
      {(takesCode || !livemode) && (
        <Form ref={form} className="answer" onSubmit={(fields) => answer(textOf(fields, 'code') ?? null)}>
          <TextField label="Code" name="code" required mono inputMode="numeric" />
          <button type="submit" className={takesCode ? 'primary' : ''} disabled={isBusy}>
            Answer
          </button>
        </Form>
      )}
      {wrong && !error && <Problem refusal={wrong} />}
      <Problem error={error} />
    </>
  )
}

const leftOf = (attempts: number): string =>
  attempts === 1 ? 'One attempt is left.' : `${attempts} attempts are left.`

/** The parts of the instructions for programs, by their common names. */
const facts = [
  ['recordName', 'Name of the TXT record'],
  ['recordValue', 'Value of the TXT record'],
  ['url', 'Page'],
  ['content', 'What the page answers'],
] as const

function Instructions({ instructions }: { instructions: ChallengeRecord['instructions'] }) {
  const copy = useCopy()
  return (
    <>
      <p>{instructions.text}</p>
      <dl className="copied">
        {facts.map(([field, name]) => {
          const value = instructions[field]
          if (value === null) return null
          return (
            <div key={field}>
              <dt>{name}</dt>
              <dd>
                <code className="value">{value}</code>
                <Button icon={Copy} text="Copy" aria-label={`Copy: ${name}`} onClick={() => copy(value, 'Copied')} />
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
