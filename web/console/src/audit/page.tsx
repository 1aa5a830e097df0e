import { Link } from 'wouter'
import { Id, shortId } from '../parts/id.tsx'
import { useChoice } from '../parts/location.ts'
import { PageHead } from '../parts/page-head.tsx'
import { AuditLog } from './log.tsx'

/** The log of changes; with a subject, the history of one record. */
export function AuditPage() {
  const [subject] = useChoice('subject')
  return (
    <>
      <PageHead
        title={subject ? `History of ${shortId(subject)}` : 'Audit'}
        about={subject && <About id={subject} />}
      />
      <AuditLog />
    </>
  )
}

/** Views that show one record. */
const views: Record<string, string> = { idn: '/identities', whk: '/webhooks' }

function About({ id }: { id: string }) {
  const view = views[id.slice(0, 3)]
  return (
    <p className="facts">
      <Id value={id} />
      {view && <Link href={`${view}/${id}`}>Show the record</Link>}
    </p>
  )
}
