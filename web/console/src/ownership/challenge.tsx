import { useQuery } from 'urql'
import { Link } from 'wouter'
import {
  ChallengeDocument,
  ChallengedAliasDocument,
  ChallengedClaimDocument,
  type ChallengePurpose,
  type ChallengeQuery,
} from '../generated/documents.ts'
import { Card } from '../parts/card.tsx'
import { Back, Heading } from '../parts/heading.tsx'
import { Id } from '../parts/id.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { aliasText, counted } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AnswerForm } from './answer-form.tsx'
import { Instructions } from './instructions.tsx'
import { methods } from './method-dialog.tsx'

export type ChallengeRecord = NonNullable<ChallengeQuery['challenge']>

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
      <Card id="what-to-do" title={isOpen ? 'What to do' : 'What came of it'} className="card challenge">
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
      </Card>
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
