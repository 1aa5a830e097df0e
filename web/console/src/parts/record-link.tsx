import { Link } from 'wouter'
import { Consumer, shortId } from './id.tsx'
import { pathOfId } from './places.ts'

/** A record by its id, with a link to where it is shown. */
export function RecordLink({ id }: { id: string }) {
  if (id.startsWith('apc_')) return <Consumer value={id} />
  return (
    <Link href={pathOfId(id)} className="mono" title={id}>
      {shortId(id)}
    </Link>
  )
}
