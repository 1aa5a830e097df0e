import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { RemoveSealingKeyDocument, SealingKeysDocument, type SealingKeysQuery } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Id, shortId } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pages } from '../parts/pages.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AddSealingKey } from './add-sealing-key.tsx'

type SealingKey = SealingKeysQuery['sealingKeys']['edges'][number]['node']

/** The keys that addresses are sealed to. Keys removed since the page was opened stay on it: they still count. */
export function SealingKeyPage() {
  const { can } = useSession()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<readonly SealingKey[]>([])
  return (
    <>
      <PageHead
        title="Sealing keys"
        actions={
          can('sealing_keys:write') && (
            <button type="button" className="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              Add key
            </button>
          )
        }
      >
        <ListingControls />
      </PageHead>
      <ul className="rows card">
        <Pages
          document={SealingKeysDocument}
          variables={{}}
          connectionOf={(data) => data.sealingKeys}
          empty={
            <Empty icon={KeySquare} title="No sealing keys">
              A payer is sent an address sealed to its own key, so that nobody in between can read it.
            </Empty>
          }
        >
          {(keys) =>
            keys.map((key) => (
              <KeyItem key={key.id} sealingKey={key} onRemoved={() => setRemoved((before) => [...before, key])} />
            ))
          }
        </Pages>
        {removed.map(({ id, jwk: { x } }) => (
          <li key={id} className="request dimmed">
            <div className="request-text">
              <p className="mono value quiet">{x}</p>
              <p className="small quiet">
                <Status value="REMOVED" /> <Id value={id} /> · it keeps its place for 24 hours, and can’t be added again
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isAdding && <AddSealingKey onClose={() => setAdding(false)} />}
    </>
  )
}

function KeyItem({ sealingKey, onRemoved }: { sealingKey: SealingKey; onRemoved: () => void }) {
  const { can } = useSession()
  const [isRemoving, setRemoving] = useState(false)
  const { act, isBusy, error } = useAct(RemoveSealingKeyDocument)
  const { id, jwk, usableAt, createdAt } = sealingKey
  // Its delay may have ended since it was read.
  const status = Date.parse(usableAt) <= Date.now() ? 'USABLE' : sealingKey.status
  const remove = async () => {
    const done = await act({ id }, 'Key removed')
    if (done) onRemoved()
    return done
  }
  return (
    <li className="request">
      <div className="request-text">
        <p className="mono value">{jwk.x}</p>
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · added <When at={createdAt} />
          {status === 'WAITING' && (
            <>
              {' '}
              · usable <When at={usableAt} />
            </>
          )}
        </p>
      </div>
      {can('sealing_keys:write') && (
        <div className="actions">
          <button type="button" aria-label={`Remove ${shortId(id)}`} onClick={() => setRemoving(true)}>
            Remove
          </button>
        </div>
      )}
      {isRemoving && (
        <Confirm
          title="Remove this key?"
          action="Remove key"
          onConfirm={remove}
          onClose={() => setRemoving(false)}
          {...{ isBusy, error }}
        >
          <p>
            What is stored sealed to it is erased. It can’t be added again, and another key may have to wait a day
            before it can be used.
          </p>
        </Confirm>
      )}
    </li>
  )
}
