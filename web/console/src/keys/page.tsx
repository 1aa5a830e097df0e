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
import { Button } from '../parts/button.tsx'
import { CloseContext, Opener, WriteDialog } from '../parts/dialog.tsx'
import { Fact } from '../parts/fact.tsx'
import { Id } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { CreateKey, RollKey } from './key-dialogs.tsx'

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
  const [isRolling, setRolling] = useState(false)
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
          <Fact told="used" at={lastUsedAt} />
          {!lastUsedAt && ' · never used'}
          <Fact told="expires" at={state === 'ACTIVE' && expiresAt} />
          <Fact told="replaced by" id={rolledToId} /> <History id={id} name={text} />
        </p>
        {usage && <UsageLine usage={usage} />}
      </div>
      {state === 'ACTIVE' && (
        <div className="actions">
          {!rolledToId && <Button text="Roll" of={text} onClick={() => setRolling(true)} />}
          <Opener
            text="Revoke"
            of={text}
            dialog={
              <WriteDialog
                title={`Revoke ${text}?`}
                action="Revoke key"
                document={RevokeApiKeyDocument}
                variablesOf={() => ({ id })}
                done="Key revoked"
                isEnding
              >
                <p>
                  {isOwn
                    ? 'It is the key of this session: you will be signed out.'
                    : 'Requests with it are refused at once, on every node.'}
                </p>
              </WriteDialog>
            }
          />
        </div>
      )}
      {isRolling && (
        <CloseContext value={() => setRolling(false)}>
          <RollKey id={id} />
        </CloseContext>
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
