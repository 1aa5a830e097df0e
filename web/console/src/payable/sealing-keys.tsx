import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { RemoveSealingKeyDocument, SealingKeysDocument, type SealingKeysQuery } from '../generated/documents.ts'
import { Opener, WriteDialog } from '../parts/dialog.tsx'
import { Fact } from '../parts/fact.tsx'
import { Id, shortId } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AddSealingKey } from './add-sealing-key.tsx'

type SealingKey = SealingKeysQuery['sealingKeys']['edges'][number]['node']

/** The keys that addresses are sealed to. Keys removed since the page was opened stay on it: they still count. */
export function SealingKeyPage() {
  const { can } = useSession()
  const [removed, setRemoved] = useState<readonly SealingKey[]>([])
  return (
    <>
      <PageHead
        title="Sealing keys"
        actions={
          can('sealing_keys:write') && (
            <Opener icon={Plus} text="Add key" className="primary" dialog={<AddSealingKey />} />
          )
        }
      >
        <ListingControls />
      </PageHead>
      <RecordList
        document={SealingKeysDocument}
        variables={{}}
        connectionOf={(data) => data.sealingKeys}
        empty={{
          icon: KeySquare,
          title: 'No sealing keys',
          children: 'A payer is sent an address sealed to its own key, so that nobody in between can read it.',
        }}
        itemOf={(key) => <KeyItem sealingKey={key} onRemoved={() => setRemoved((before) => [...before, key])} />}
      >
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
      </RecordList>
    </>
  )
}

function KeyItem({ sealingKey, onRemoved }: { sealingKey: SealingKey; onRemoved: () => void }) {
  const { can } = useSession()
  const { id, jwk, usableAt, createdAt } = sealingKey
  // Its delay may have ended since it was read.
  const status = Date.parse(usableAt) <= Date.now() ? 'USABLE' : sealingKey.status
  return (
    <li className="request">
      <div className="request-text">
        <p className="mono value">{jwk.x}</p>
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · added <When at={createdAt} />
          <Fact told="usable" at={status === 'WAITING' && usableAt} />
        </p>
      </div>
      {can('sealing_keys:write') && (
        <div className="actions">
          <Opener
            text="Remove"
            of={shortId(id)}
            dialog={
              <WriteDialog
                title="Remove this key?"
                action="Remove key"
                document={RemoveSealingKeyDocument}
                variablesOf={() => ({ id })}
                done="Key removed"
                onDone={onRemoved}
                isEnding
              >
                <p>
                  What is stored sealed to it is erased. It can’t be added again, and another key may have to wait a day
                  before it can be used.
                </p>
              </WriteDialog>
            }
          />
        </div>
      )}
    </li>
  )
}
