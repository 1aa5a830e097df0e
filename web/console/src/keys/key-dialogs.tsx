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

/** The scopes of the usual tasks. */
const presets: readonly (readonly [name: string, isIn: (scope: Scope) => boolean])[] = [
  ['Checkout', (scope) => ['resolve', 'payee_check', 'destination_check', 'release'].includes(scope)],
  ['Owner', (scope) => /^(?:identities|aliases|endpoints|consents|claims|payee_names):(?:read|write)$/.test(scope)],
  ['Read-only', (scope) => scope.endsWith(':read')],
  ['All', () => true],
]

const KeySecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog title="API key" secret={secret} onClose={onClose}>
    Signpost stores its hash only. It is shown once.
  </SecretDialog>
)

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { viewer } = useSession()
  const { act, isBusy, error } = useAct(CreateApiKeyDocument)
  const [secret, setSecret] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const mayGive = (scope: Scope) => hasEveryScope(viewer.scopes, [scope])
  const turn = (scope: Scope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope])

  async function create(form: FormData) {
    const input = {
      name: textOf(form, 'name') ?? null,
      scopes: chosen.map(scopeName),
      expiresAt: expiryOf(form),
    }
    const made = await act({ input }, 'Key created')
    if (made) setSecret(made.createApiKey.key)
  }

  if (secret !== null) return <KeySecret secret={secret} onClose={onClose} />
  return (
    <FormDialog title="New API key" action="Create key" onSubmit={create} isWide {...{ isBusy, error, onClose }}>
      <TextField label="Name" name="name" hint="A name for this list." />
      <fieldset className="choices">
        <legend>Scopes</legend>
        <div className="actions">
          {presets.map(([name, isIn]) => (
            <button
              key={name}
              type="button"
              onClick={() =>
                setChosen(catalogue.map(([scope]) => scope).filter((scope) => isIn(scope) && mayGive(scope)))
              }
            >
              {name}
            </button>
          ))}
        </div>
        <div className="coverable">
          {catalogue.map(([scope, { grants }]) => (
            <label className="check" key={scope}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                disabled={!mayGive(scope)}
                onChange={() => turn(scope)}
              />
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
