import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { scopesByName } from '../../../../src/kernel/scopes.ts'
import { ApiKeysDocument, type ApiKeysQuery, RevokeApiKeyDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Heading } from '../parts/heading.tsx'
import { Id } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { Pages } from '../parts/pages.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { CreateKey, RollKey } from './key-dialogs.tsx'

export type KeyRecord = ApiKeysQuery['apiKeys']['edges'][number]['node']

export function KeyPage() {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <div className="top">
        <Heading title="API keys" />
        <ListingControls />
        <button type="button" className="primary" onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          New key
        </button>
      </div>
      <ul className="rows card">
        <Pages
          document={ApiKeysDocument}
          variables={{}}
          connectionOf={(data) => data.apiKeys}
          empty={
            <Empty icon={KeyRound} title="No keys">
              Not even the one you signed in with.
            </Empty>
          }
        >
          {(keys) => keys.map((key) => <KeyItem key={key.id} apiKey={key} />)}
        </Pages>
      </ul>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </>
  )
}

export function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt) return 'REVOKED'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'EXPIRED' : 'ACTIVE'
}

function KeyItem({ apiKey }: { apiKey: KeyRecord }) {
  const { viewer } = useSession()
  const [open, setOpen] = useState<'roll' | 'revoke' | null>(null)
  const { act, isBusy, error } = useAct(RevokeApiKeyDocument)
  const { id, name, prefix, last4, scopes, router, expiresAt, lastUsedAt, rolledToId, createdAt } = apiKey
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
          <Status value={state} /> <Id value={id} /> · made <When at={createdAt} />
          {lastUsedAt && (
            <>
              {' '}
              · used <When at={lastUsedAt} />
            </>
          )}
          {expiresAt && state === 'ACTIVE' && (
            <>
              {' '}
              · expires <When at={expiresAt} />
            </>
          )}
          {rolledToId && (
            <>
              {' '}
              · replaced by <Id value={rolledToId} />
            </>
          )}
        </p>
      </div>
      {state === 'ACTIVE' && (
        <div className="actions">
          {!rolledToId && (
            <button type="button" aria-label={`Roll ${text}`} onClick={() => setOpen('roll')}>
              Roll
            </button>
          )}
          <button type="button" aria-label={`Revoke ${text}`} onClick={() => setOpen('revoke')}>
            Revoke
          </button>
        </div>
      )}
      {open === 'roll' && <RollKey apiKey={apiKey} onClose={() => setOpen(null)} />}
      {open === 'revoke' && (
        <Confirm
          title={`Revoke ${text}?`}
          action="Revoke key"
          onConfirm={() => act({ id }, 'Key revoked')}
          onClose={() => setOpen(null)}
          {...{ isBusy, error }}
        >
          <p>
            {isOwn
              ? 'It is the key of this session: you are signed out with it.'
              : 'Whoever uses it is refused at once, on every node.'}
          </p>
        </Confirm>
      )}
    </li>
  )
}
