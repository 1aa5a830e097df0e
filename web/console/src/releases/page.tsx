import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { AskRelease } from './ask.tsx'
import { Releases } from './list.tsx'

/** A payer's own releases. */
export function ReleasePage() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <PageHead
        title="Releases"
        actions={
          <button type="button" className="primary" onClick={() => setAsking(true)}>
            <Plus aria-hidden="true" />
            Request an address
          </button>
        }
      >
        <ListingControls />
      </PageHead>
      <Releases />
      {isAsking && <AskRelease onClose={() => setAsking(false)} />}
    </>
  )
}
