import { useState } from 'react'
import { GrantConsentDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { ExpiryField, expiryOf } from '../parts/expiry.tsx'
import { TextField, textOf } from '../parts/field.tsx'
import { IdentityField } from '../parts/identity-field.tsx'
import { Releasable, releaseOf } from '../payable/releasable.tsx'
import { CoversField, coversOf } from './covers.tsx'

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
      <TextField label="Consumer" name="consumer" placeholder="apc_…" isRequired mono />
      <TextField label="Purpose" name="purpose" />
      <CoversField identity={identity.trim()} />
      {/^idn_/.test(identity.trim()) && <Releasable identity={identity.trim()} />}
      <ExpiryField value="90" />
    </WriteDialog>
  )
}
