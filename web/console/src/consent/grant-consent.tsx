import { useState } from 'react'
import { useQuery } from 'urql'
import { GrantConsentDocument, IdentitiesDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { ExpiryField, expiryOf } from '../parts/expiry.tsx'
import { Field, TextField, textOf } from '../parts/field.tsx'
import { shortId } from '../parts/id.tsx'
import { CoversField, coversOf } from './covers.tsx'

/** Consent without being asked: the owner names the consumer. Any identity's id can be written; the newest are offered. */
export function GrantConsent({ onClose }: { onClose: () => void }) {
  const { act, isBusy, error } = useAct(GrantConsentDocument)
  const [identity, setIdentity] = useState('')
  const [{ data }] = useQuery({ query: IdentitiesDocument, variables: { status: 'ACTIVE', aliases: false } })

  async function grant(form: FormData) {
    const input = {
      identity: identity.trim(),
      consumer: textOf(form, 'consumer') ?? '',
      covers: coversOf(form) ?? {},
      purpose: textOf(form, 'purpose') ?? null,
      expiresAt: expiryOf(form),
    }
    if (await act({ input }, 'Consent granted')) onClose()
  }

  return (
    <FormDialog title="Grant consent" action="Grant consent" onSubmit={grant} {...{ isBusy, error, onClose }}>
      <Field label="Identity" hint="It replaces the grant that stands between this identity and the consumer.">
        {(id, describedBy) => (
          <>
            <input
              id={id}
              list="identities"
              className="mono"
              required
              placeholder="idn_…"
              autoComplete="off"
              spellCheck={false}
              aria-describedby={describedBy}
              onChange={(event) => setIdentity(event.target.value)}
            />
            <datalist id="identities">
              {data?.identities.edges.map(({ node }) => (
                <option key={node.id} value={node.id} label={node.displayName ?? shortId(node.id)} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <TextField label="Consumer" name="consumer" placeholder="apc_…" isRequired mono />
      <TextField label="Purpose" name="purpose" />
      <CoversField identity={identity.trim()} hasDefault={false} />
      <ExpiryField value="90" />
    </FormDialog>
  )
}
