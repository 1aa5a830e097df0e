import { Link } from 'wouter'
import { shortId } from './id.tsx'

type Props = { id: string; record: { displayName: string | null } | null | undefined }

/** An identity of the owner's by its name; by its id if it has none, or the key may not read it. */
export const IdentityLink = ({ id, record }: Props) => (
  <Link href={`/identities/${id}`} className={record?.displayName ? '' : 'mono'} title={id}>
    {record?.displayName ?? shortId(id)}
  </Link>
)
