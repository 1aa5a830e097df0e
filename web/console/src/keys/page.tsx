import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { hasEveryScope, type Scope, scopeName, scopes, scopesByName } from '../../../../src/kernel/scopes.ts'
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  CreateApiKeyDocument,
  KeyUsageDocument,
  type KeyUsageQuery,
  RevokeApiKeyDocument,
  RollApiKeyDocument,
} from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { EndButton, Opener, SecretDialog, useDialog, WriteDialog } from '../parts/dialog.tsx'
import { Fact, Id, Status, When } from '../parts/facts.tsx'
import { CheckField, ExpiryField, expiryOf, SelectField, TextField, textOf } from '../parts/field.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { History } from '../parts/record.tsx'
import { useSession } from '../session.ts'

type KeyRecord = ApiKeysQuery['apiKeys']['edges'][number]['node']

export function KeyPage() {
  const { can } = useSession()
  const [{ data }] = useQuery({ query: KeyUsageDocument, pause: !can('requests:read') })
  const usage = new Map(data?.keyUsage.keys.map((entry) => [entry.keyId, entry]))
  return (
    <>
      <PageHead
        title="API keys"
        actions={<Opener icon={Plus} text="New key" className="primary" dialog={<CreateKey />} />}
      >
        <ListingControls />
      </PageHead>
      <RecordList
        document={ApiKeysDocument}
        variables={{}}
        connectionOf={(data) => data.apiKeys}
        empty={{ icon: KeyRound, title: 'No keys', children: 'A program signs in with an API key.' }}
        itemOf={(key) => <KeyItem apiKey={key} usage={usage.get(key.id)} />}
      />
    </>
  )
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt) return 'REVOKED'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'EXPIRED' : 'ACTIVE'
}

type Usage = KeyUsageQuery['keyUsage']['keys'][number]

/** `usage` is undefined without a request, and if this key may not read it. */
function KeyItem({ apiKey, usage }: { apiKey: KeyRecord; usage: Usage | undefined }) {
  const { viewer } = useSession()
  const { id, name, prefix, last4, scopes, router, expiresAt, lastUsedAt, rolledToId, createdAt } = apiKey
  const rolling = useDialog(<RollKey id={id} />)
  const state = stateOf(apiKey)
  const isOwn = id === viewer.keyId
  const text = name ?? `${prefix}…${last4}`
  return (
    <li className={state === 'ACTIVE' ? 'request' : 'request dimmed'}>
      <div className="request-text">
        <p>
          <strong>{text}</strong>{' '}
          <span className="mono quiet">
            {prefix}…{last4}
          </span>{' '}
          {isOwn && <span className="tag brand">This session</span>} {router && <span className="tag">Router</span>}
        </p>
        <p className="capabilities">
          {scopes.map((scope) => (
            <span className="tag mono" key={scope}>
              {scopesByName[scope]}
            </span>
          ))}
        </p>
        <p className="small quiet">
          <Status value={state} /> <Id value={id} /> · created <When at={createdAt} />
          <Fact told="used" at={lastUsedAt} />
          {!lastUsedAt && ' · never used'}
          <Fact told="expires" at={state === 'ACTIVE' && expiresAt} />
          <Fact told="replaced by" id={rolledToId} /> <History id={id} name={text} />
        </p>
        {usage && <UsageLine usage={usage} />}
      </div>
      {state === 'ACTIVE' && (
        <div className="actions">
          {!rolledToId && <Button text="Roll" of={text} onClick={rolling.open} />}
          <EndButton
            text="Revoke"
            of={text}
            title={`Revoke ${text}?`}
            action="Revoke key"
            document={RevokeApiKeyDocument}
            id={id}
            done="Key revoked"
          >
            <p>
              {isOwn
                ? 'It is the key of this session: you will be signed out.'
                : 'Requests with it are refused at once, on every node.'}
            </p>
          </EndButton>
        </div>
      )}
      {rolling.shown}
    </li>
  )
}

const number = new Intl.NumberFormat()

/** The requests with a key in 30 days, and their course. */
function UsageLine({ usage: { requests, days } }: { usage: Usage }) {
  const most = Math.max(1, ...days.map((day) => day.requests))
  const points = days.map((day, index) => `${index},${(20 - (day.requests / most) * 18).toFixed(1)}`)
  return (
    <p className="small quiet usage-line">
      <svg viewBox={`0 0 ${Math.max(1, days.length - 1)} 20`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>
      {number.format(requests)} requests in 30 days
    </p>
  )
}

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

function CreateKey() {
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

const RollKey = ({ id }: { id: string }) => (
  <WriteDialog
    title="Roll this key"
    action="Roll key"
    document={RollApiKeyDocument}
    variablesOf={(form) => ({ id, expiresIn: Number(textOf(form, 'overlap')) })}
    done="Key rolled"
    shownAfter={({ rollApiKey }) => <KeySecret secret={rollApiKey.key} />}
  >
    <p>A new key with the same rights takes its place.</p>
    <SelectField label="The old key ends" name="overlap" options={overlaps} defaultValue="86400" />
  </WriteDialog>
)
