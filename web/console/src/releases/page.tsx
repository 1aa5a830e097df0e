import { KeySquare, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ReleaseDocument, ReleasesDocument, type ReleasesQuery } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Opener } from '../parts/dialog.tsx'
import { Fact } from '../parts/fact.tsx'
import { Id } from '../parts/id.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { aliasTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AskRelease } from './ask.tsx'
import { findKey, keptIds } from './browser-keys.ts'
import { type Opened, openRelease } from './open.ts'

type Release = ReleasesQuery['releases']['edges'][number]['node']

/** A payer's own releases of 30 days. The sealed address is read at the press of a button. */
export function ReleasePage() {
  const [kept, setKept] = useState<readonly string[]>([])
  useEffect(() => void keptIds().then(setKept, () => setKept([])), [])
  return (
    <>
      <PageHead
        title="Releases"
        actions={<Opener icon={Plus} text="Request an address" className="primary" dialog={<AskRelease />} />}
      >
        <ListingControls />
      </PageHead>
      <RecordList
        document={ReleasesDocument}
        variables={{}}
        connectionOf={(data) => data.releases}
        refreshMs={(releases) => (releases.some(({ status }) => status === 'PENDING') ? 2_000 : null)}
        empty={{
          icon: KeySquare,
          title: 'No releases',
          children:
            'A release sends you the address of an endpoint, sealed to a key of yours. It is listed here for 30 days.',
        }}
        itemOf={(release) => <ReleaseItem release={release} isKeyHere={kept.includes(release.sealingKeyId)} />}
      />
    </>
  )
}

function ReleaseItem({ release, isKeyHere }: { release: Release; isKeyHere: boolean }) {
  const { gateway, viewer } = useSession()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, status, endpointId, aliasType, sealingKeyId, reference, expiresAt, createdAt } = release
  const isOver = status === 'EXPIRED' || status === 'FAILED'

  async function open() {
    setProblem(null)
    const [privateKey, { data, error }] = await Promise.all([
      findKey(sealingKeyId),
      gateway.query(ReleaseDocument, { id }, { requestPolicy: 'network-only' }),
    ])
    const jwe = data?.release?.jwe
    if (!privateKey || !jwe) return setProblem(error?.message ?? 'It is no longer there: request it again.')
    try {
      setOpened(await openRelease({ jwe, privateKey, release: id, consumer: viewer.id }))
    } catch {
      setProblem('It could not be opened: the key or the signature is wrong.')
    }
  }

  return (
    <li className={isOver ? 'request dimmed' : 'request'}>
      <div className="request-text">
        <p>
          The address of <Id value={endpointId} /> <span className="tag">{aliasTypes[aliasType]}</span>
        </p>
        {reference && <blockquote>{reference}</blockquote>}
        {opened && (
          <p>
            <b className="mono value">{opened.address}</b>{' '}
            {opened.details && <span className="quiet mono value">{JSON.stringify(opened.details)}</span>}
          </p>
        )}
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · sealed to <Id value={sealingKeyId} /> · requested{' '}
          <When at={createdAt} />
          <Fact told="expires" at={status === 'READY' && expiresAt} />
        </p>
        {problem && <Problem refusal={{ message: problem }} />}
      </div>
      {status === 'READY' && isKeyHere && !opened && (
        <div className="actions">
          <Button text="Open" of={id} onClick={open} />
        </div>
      )}
    </li>
  )
}
