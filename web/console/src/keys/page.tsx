import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { scopesByName } from '../../../../src/kernel/scopes.ts'
import { History } from '../audit/history.tsx'
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  KeyUsageDocument,
  type KeyUsageQuery,
  RevokeApiKeyDocument,
} from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Id } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pages } from '../parts/pages.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { CreateKey, RollKey } from './key-dialogs.tsx'

export type KeyRecord = ApiKeysQuery['apiKeys']['edges'][number]['node']

export function KeyPage() {
  const { can } = useSession()
  const [isCreating, setCreating] = useState(false)
  const [{ data }] = useQuery({ query: KeyUsageDocument, pause: !can('requests:read') })
  const usage = new Map(data?.keyUsage.keys.map((entry) => [entry.keyId, entry]))
  return (
    <>
      <PageHead
        title="API keys"
        actions={
          <button type="button" className="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            New key
          </button>
        }
      >
        <ListingControls />
      </PageHead>
      <ul className="rows card">
        <Pages
          document={ApiKeysDocument}
          variables={{}}
          connectionOf={(data) => data.apiKeys}
          empty={
            <Empty icon={KeyRound} title="No keys">
              A program signs in with an API key.
            </Empty>
          }
        >
          {(keys) => keys.map((key) => <KeyItem key={key.id} apiKey={key} usage={data ? usage.get(key.id) : null} />)}
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

type Usage = KeyUsageQuery['keyUsage']['keys'][number]

/** `usage` is null if the key may not read it, and undefined without a request. */
type ItemProps = { apiKey: KeyRecord; usage: Usage | null | undefined }

function KeyItem({ apiKey, usage }: ItemProps) {
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
          <Status value={state} /> <Id value={id} /> · created <When at={createdAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              used <When at={lastUsedAt} />
            </>
          ) : (
            'never used'
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
          )}{' '}
          <History id={id} name={text} />
        </p>
        {usage && <UsageLine usage={usage} />}
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
              ? 'It is the key of this session: you will be signed out.'
              : 'Requests with it are refused at once, on every node.'}
          </p>
        </Confirm>
      )}
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
