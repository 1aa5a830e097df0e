import { useEffect, useRef, useState } from 'react'
import { type ConsentCoversInput, GrantConsentDocument, type PrivacyLevel } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { CheckField, ChoiceField, ExpiryField, expiryOf, TextField, textOf } from '../parts/field.tsx'
import { PrivacyBadge } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { EndpointName, IdentityField } from '../parts/record.tsx'
import { aliasText } from '../parts/spelling.ts'
import { Releasable, releaseOf, useCoverable } from '../payable/releasable.tsx'

/**
 * Creates a grant without a request: the owner names the consumer. Any identity's id is accepted; the newest are
 * offered.
 */
export function GrantConsent() {
  const [identity, setIdentity] = useState('')
  return (
    <WriteDialog
      title="Grant consent"
      action="Grant consent"
      document={GrantConsentDocument}
      variablesOf={(form) => ({
        input: {
          identity: identity.trim(),
          consumer: textOf(form, 'consumer') ?? '',
          covers: coversOf(form),
          purpose: textOf(form, 'purpose') ?? null,
          expiresAt: expiryOf(form),
          release: releaseOf(form),
        },
      })}
      done="Consent granted"
    >
      <IdentityField hint="Where the consumer has an active grant on it, change that one." onChange={setIdentity} />
      <TextField label="Consumer" name="consumer" placeholder="apc_…" required mono />
      <TextField label="Purpose" name="purpose" />
      <CoversField identity={identity.trim()} />
      {/^idn_/.test(identity.trim()) && <Releasable identity={identity.trim()} />}
      <ExpiryField value="90" />
    </WriteDialog>
  )
}

const choices = [
  { value: 'chosen', text: 'Let me choose', hint: 'Only what is ticked' },
  { value: 'all', text: 'Everything', hint: 'All that needs consent or is unlisted, later records too' },
] as const

/** The covers of a grant; the narrowest choice is the default. Read it with `coversOf`. */
function CoversField({ identity }: { identity: string }) {
  const [chosen, setChosen] = useState<'all' | 'chosen'>('chosen')
  return (
    <ChoiceField legend="What it opens" name="covers" options={choices} value="chosen" onChange={setChosen}>
      {chosen === 'chosen' && <Coverable identity={identity} />}
    </ChoiceField>
  )
}

function Coverable({ identity }: { identity: string }) {
  const [ticked, setTicked] = useState(0)
  const box = useRef<HTMLFieldSetElement>(null)
  const { data, error } = useCoverable(identity)
  // The browser refuses to send the form, and shows the reason at the first of them.
  useEffect(() => {
    box.current?.querySelector('input')?.setCustomValidity(ticked === 0 ? 'Tick at least one.' : '')
  })
  if (!/^idn_\w{26}$/.test(identity)) return <p className="hint">Name an identity first: what it has is listed here.</p>
  if (error) return <Problem error={error} />
  const aliases = consentFirst(data?.identity?.aliases?.edges)
  const endpoints = consentFirst(data?.identity?.endpoints?.edges)
  return (
    <fieldset
      ref={box}
      className="coverable"
      aria-label="Aliases and endpoints"
      onChange={() => setTicked(box.current!.querySelectorAll(':checked').length)}
    >
      {aliases.map(({ node }) => (
        <CheckField key={node.id} name="alias" value={node.id} text={<span className="value">{aliasText(node)}</span>}>
          <PrivacyBadge value={node.privacyLevel} />
        </CheckField>
      ))}
      {endpoints.map(({ node }) => (
        <CheckField key={node.id} name="endpoint" value={node.id} text={<EndpointName endpoint={node} />}>
          <PrivacyBadge value={node.privacyLevel} />
        </CheckField>
      ))}
    </fieldset>
  )
}

/** The records that a grant shows today, before those that need a change of level. */
const consentFirst = <E extends { node: { privacyLevel: PrivacyLevel } }>(edges: readonly E[] = []): E[] =>
  edges.toSorted((a, b) => rank(a.node.privacyLevel) - rank(b.node.privacyLevel))

const rank = (level: PrivacyLevel): number => (level === 'CONSENT_REQUIRED' ? 0 : 1)

const coversOf = (form: FormData): ConsentCoversInput =>
  form.get('covers') === 'all'
    ? { all: true }
    : { aliases: form.getAll('alias').map(String), endpoints: form.getAll('endpoint').map(String) }
