import { Link } from 'wouter'
import { useSession } from '../session.ts'

export const historyPath = (id: string): string => `/audit?subject=${id}`

/** A link to the entries about one record. */
export function History({ id, name }: { id: string; name: string }) {
  const { can } = useSession()
  if (!can('audit:read')) return null
  return (
    <Link href={historyPath(id)} className="history" aria-label={`History of ${name}`}>
      History
    </Link>
  )
}
