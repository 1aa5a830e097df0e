import { useState } from 'react'
import { hasEveryScope, type Scope, scopeName, scopes } from '../../../../src/kernel/scopes.ts'
import { CreateApiKeyDocument, RollApiKeyDocument } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { WriteDialog } from '../parts/dialog.tsx'
import { ExpiryField, expiryOf } from '../parts/expiry.tsx'
import { CheckField, SelectField, TextField, textOf } from '../parts/field.tsx'
import { SecretDialog } from '../parts/secret.tsx'
import { useSession } from '../session.ts'

const catalogue = Object.entries(scopes) as [Scope, { grants: string }][]

/** The scopes of the usual tasks. */
const presets: readonly (readonly [name: string, isIn: (scope: Scope) => boolean])[] = [
  ['Checkout', (scope) => ['resolve', 'payee_check', 'destination_check', 'release'].includes(scope)],
  ['Owner', (scope) => /^(?:identities|aliases|endpoints|consents|claims|payee_names):(?:read|write)$/.test(scope)],
  ['Read-only', (scope) => scope.endsWith(':read')],
  ['All', () => true],
]

const KeySecret = ({ secret }: { secret: string | null }) => (
  <SecretDialog title="API key" secret={secret}>
    Signpost stores its hash only. It is shown once.
  </SecretDialog>
)

export function CreateKey() {
  const { viewer } = useSession()
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const mayGive = (scope: Scope) => hasEveryScope(viewer.scopes, [scope])
  const turn = (scope: Scope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope])
  const choose = (isIn: (scope: Scope) => boolean) =>
    setChosen(catalogue.map(([scope]) => scope).filter((scope) => isIn(scope) && mayGive(scope)))
  return (
    <WriteDialog
      title="New API key"
      action="Create key"
      document={CreateApiKeyDocument}
      variablesOf={(form) => ({
        input: { name: textOf(form, 'name') ?? null, scopes: chosen.map(scopeName), expiresAt: expiryOf(form) },
      })}
      done="Key created"
      shownAfter={({ createApiKey }) => <KeySecret secret={createApiKey.key} />}
      isWide
    >
      <TextField label="Name" name="name" hint="A name for this list." />
      <fieldset className="choices">
        <legend>Scopes</legend>
        <div className="actions">
          {presets.map(([name, isIn]) => (
            <Button key={name} text={name} onClick={() => choose(isIn)} />
          ))}
        </div>
        <div className="coverable">
          {catalogue.map(([scope, { grants }]) => (
            <CheckField
              key={scope}
              checked={chosen.includes(scope)}
              disabled={!mayGive(scope)}
              onChange={() => turn(scope)}
              text={<span className="mono">{scope}</span>}
              hint={grants}
            />
          ))}
        </div>
      </fieldset>
      <ExpiryField />
    </WriteDialog>
  )
}

const overlaps = [
  ['0', 'At once'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
  ['604800', 'In a week'],
] as const

export const RollKey = ({ id }: { id: string }) => (
  <WriteDialog
    title="Roll this key"
    action="Roll key"
    document={RollApiKeyDocument}
    variablesOf={(form) => ({ id, expiresIn: Number(textOf(form, 'overlap')) })}
    done="Key rolled"
    shownAfter={({ rollApiKey }) => <KeySecret secret={rollApiKey.key} />}
  >
    <p>A new key with the same rights takes its place.</p>
    <SelectField label="The old key ends" name="overlap" options={overlaps} value="86400" />
  </WriteDialog>
)
