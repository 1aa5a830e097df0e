import { useState } from 'react'
import { hasEveryScope, type Scope, scopeName, scopes } from '../../../../src/kernel/scopes.ts'
import { CreateApiKeyDocument, RollApiKeyDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { ExpiryField, expiryOf } from '../parts/expiry.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { SecretDialog } from '../parts/secret.tsx'
import { useSession } from '../session.ts'
import type { KeyRecord } from './page.tsx'

const catalogue = Object.entries(scopes) as [Scope, { grants: string }][]

const KeySecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog title="API key" secret={secret} onClose={onClose}>
    Only its hash is kept. It is shown this once.
  </SecretDialog>
)

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { viewer } = useSession()
  const { act, isBusy, error } = useAct(CreateApiKeyDocument)
  const [secret, setSecret] = useState<string | null>(null)

  async function create(form: FormData) {
    const input = {
      name: textOf(form, 'name') ?? null,
      scopes: form.getAll('scope').map((scope) => scopeName(scope as Scope)),
      expiresAt: expiryOf(form),
    }
    const made = await act({ input }, 'Key created')
    if (made) setSecret(made.createApiKey.key)
  }

  if (secret !== null) return <KeySecret secret={secret} onClose={onClose} />
  return (
    <FormDialog title="New API key" action="Create key" onSubmit={create} isWide {...{ isBusy, error, onClose }}>
      <TextField label="Name" name="name" hint="For you, in this list." />
      <fieldset className="choices">
        <legend>Scopes</legend>
        <div className="coverable">
          {catalogue.map(([scope, { grants }]) => (
            <label className="check" key={scope}>
              <input type="checkbox" name="scope" value={scope} disabled={!hasEveryScope(viewer.scopes, [scope])} />
              <span>
                <span className="mono">{scope}</span>
                <small>{grants}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <ExpiryField />
    </FormDialog>
  )
}

const overlaps = [
  ['0', 'At once'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
  ['604800', 'In a week'],
] as const

export function RollKey({ apiKey, onClose }: { apiKey: KeyRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(RollApiKeyDocument)
  const [secret, setSecret] = useState<string | null>(null)

  async function roll(form: FormData) {
    const made = await act({ id: apiKey.id, expiresIn: Number(textOf(form, 'overlap')) }, 'Key rolled')
    if (made) setSecret(made.rollApiKey.key)
  }

  if (secret !== null) return <KeySecret secret={secret} onClose={onClose} />
  return (
    <FormDialog title="Roll this key" action="Roll key" onSubmit={roll} {...{ isBusy, error, onClose }}>
      <p>A new key with the same rights takes its place.</p>
      <SelectField label="The old key ends" name="overlap" options={overlaps} value="86400" />
    </FormDialog>
  )
}
