import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Bulk, DisclosedEndpoint, Resolution } from '../../../../src/client/generated/types.ts'
import { AskConsent } from '../consent/ask-consent.tsx'
import type { AliasType, EndpointType, IdentityType } from '../generated/documents.ts'
import { endpointIcon } from '../identities/endpoint-icons.ts'
import { Button } from '../parts/button.tsx'
import { Opener } from '../parts/dialog.tsx'
import { Id } from '../parts/facts.tsx'
import { Panel } from '../parts/page.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { Capabilities } from '../parts/record.tsx'
import { aliasText, counted, endpointTypes, identityTypes, label } from '../parts/spelling.ts'
import type { Question } from './question.ts'

/** The REST interface's answer, as received. */
type Answer = Resolution | Bulk
type Entry = Bulk['results'][number]
export type Resolved = Pick<
  Resolution,
  'identity' | 'type' | 'matched_alias' | 'endpoints' | 'disclosure' | 'assurance'
>
/** The evidence for the payee. */
type Assurance = NonNullable<Resolution['assurance']>

const isResolved = (entry: Partial<Resolved>): entry is Resolved => entry.identity !== undefined

/** The disclosed fields of an endpoint, in one text. */
export function shownOf({ address, url, masked, last4 }: DisclosedEndpoint): string {
  const whole = address ?? url ?? masked
  if (whole !== undefined) return whole
  return last4 ? `••••${last4}` : 'nothing of the address'
}

type Props = { body: unknown; refusal: Refusal | null; question: Question }

const missed = 'alias_not_found'

/** The answer for people, and as received. */
export function AnswerView({ body, refusal, question }: Props) {
  const [isRaw, setRaw] = useState(false)
  return (
    <Panel
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
    </Panel>
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

const shouted = (word: string) => word.toUpperCase()

/** A resolved alias: its identity and endpoints. */
function ResolvedView({ resolved }: { resolved: Resolved }) {
  const { identity, type, matched_alias: matched, endpoints, disclosure, assurance } = resolved
  const alias = aliasText({ type: shouted(matched.type) as AliasType, value: matched.value })
  const hidden = disclosure.total_endpoints - disclosure.disclosed
  return (
    <div className="entry">
      <p className="facts">
        <b className="value">{alias}</b> <span className="status good">Resolved</span>
        <span>{identityTypes[shouted(type) as IdentityType] ?? label(type)}</span>
        <Id value={identity} />
      </p>
      <ul className="shown-endpoints">
        {endpoints.map((endpoint) => (
          <EndpointLine key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      {assurance && <AssuranceView assurance={assurance} />}
      <p className="quiet">
        {disclosure.disclosed} of {disclosure.total_endpoints}{' '}
        {disclosure.total_endpoints === 1 ? 'endpoint is' : 'endpoints are'} shown.
        {hidden > 0 && ' The others need the owner’s consent, are hidden, or can’t take this payment.'}
      </p>
      {hidden > 0 && <AskOpener alias={alias} />}
    </div>
  )
}

/** Asks the owner of an alias, known or not. */
const AskOpener = ({ alias }: { alias: string }) => (
  <div className="actions">
    <Opener text="Ask for consent" aria-label={`Ask for consent to ${alias}`} dialog={<AskConsent alias={alias} />} />
  </div>
)

function EndpointLine({ endpoint }: { endpoint: DisclosedEndpoint }) {
  const { id, type, capabilities, token } = endpoint
  const known = shouted(type) as EndpointType
  const Icon = endpointIcon(known)
  return (
    <li>
      <p className="facts">
        <Icon />
        <b>{endpointTypes[known]?.title ?? label(type)}</b>
        <span className="mono value">{shownOf(endpoint)}</span>
        <Id value={id} />
      </p>
      <Capabilities of={capabilities} />
      {token && (
        <p className="small quiet">
          token <span className="mono value">{token}</span>
        </p>
      )}
    </li>
  )
}

const verifications: Record<string, string> = {
  proved: 'The alias is proved',
  attested: 'The alias is attested by its owner',
  none: 'Nothing proves the alias',
}

/** Facts to check before a payment: the more recent a change, the more it deserves a question. */
function AssuranceView({ assurance: { alias, identity, changed } }: { assurance: Assurance }) {
  const isProved = alias.verification === 'proved' && !alias.transferred
  const Icon = isProved ? ShieldCheck : ShieldAlert
  return (
    <div className={isProved ? 'assurance good' : 'assurance wait'}>
      <Icon />
      <ul>
        <li>
          {verifications[alias.verification] ?? verifications.none}, and registered for {counted(alias.days, 'day')}.
        </li>
        {alias.transferred && <li>It changed hands by a claim in the last 30 days.</li>}
        <li>The payee’s record is {counted(identity.days, 'day')} old.</li>
        {changed.map(({ endpoint, days }) => (
          <li key={endpoint ?? 'names'}>
            {endpoint ? (
              <>
                Endpoint <Id value={endpoint} />
              </>
            ) : (
              'The payee’s names'
            )}{' '}
            changed {counted(days, 'day')} ago.
          </li>
        ))}
      </ul>
    </div>
  )
}
