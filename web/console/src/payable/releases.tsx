import { KeySquare } from 'lucide-react'
import { ReleasesDocument } from '../generated/documents.ts'
import { Empty } from '../parts/empty.tsx'
import { Id } from '../parts/id.tsx'
import { Pages } from '../parts/pages.tsx'
import { aliasTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'

/** A payer's own releases, without the sealed addresses, which the API returns at their request. */
export const Releases = () => (
  <ul className="rows card">
    <Pages
      document={ReleasesDocument}
      variables={{}}
      connectionOf={(data) => data.releases}
      refreshMs={(releases) => (releases.some(({ status }) => status === 'PENDING') ? 2_000 : null)}
      empty={
        <Empty icon={KeySquare} title="No releases">
          An address that you had sealed to a key of yours is listed here for 30 days.
        </Empty>
      }
    >
      {(releases) =>
        releases.map(({ id, status, endpointId, aliasType, sealingKeyId, reference, expiresAt, createdAt }) => (
          <li key={id} className={status === 'EXPIRED' || status === 'FAILED' ? 'request dimmed' : 'request'}>
            <div className="request-text">
              <p>
                The address of <Id value={endpointId} /> <span className="tag">{aliasTypes[aliasType]}</span>
              </p>
              {reference && <blockquote>{reference}</blockquote>}
              <p className="small quiet">
                <Status value={status} /> <Id value={id} /> · sealed to <Id value={sealingKeyId} /> · asked{' '}
                <When at={createdAt} />
                {status === 'READY' && (
                  <>
                    {' '}
                    · expires <When at={expiresAt} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))
      }
    </Pages>
  </ul>
)
