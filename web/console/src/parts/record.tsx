import { Link } from 'wouter'
import type { EndpointType } from '../generated/documents.ts'
import { Consumer, shortId } from './id.tsx'
import { pathOfId } from './places.ts'
import { endpointTypes } from './spelling.ts'

/** A record by its id, with a link to where it is shown. */
export function RecordLink({ id, path = pathOfId(id) }: { id: string; path?: string }) {
  if (id.startsWith('apc_')) return <Consumer value={id} />
  return (
    <Link href={path} className="mono" title={id}>
      {shortId(id)}
    </Link>
  )
}

type IdentityProps = { id: string; record: { displayName: string | null } | null | undefined }

/** An identity of the owner's by its name; by its id if it has none, or the key may not read it. */
export const IdentityLink = ({ id, record }: IdentityProps) => (
  <Link href={`/identities/${id}`} className={record?.displayName ? '' : 'mono'} title={id}>
    {record?.displayName ?? shortId(id)}
  </Link>
)

type Endpoint = { type: EndpointType; addressPreview: string | null }

/** An endpoint by its type, and what its owner may see of its address. */
export const endpointText = ({ type, addressPreview }: Endpoint): string =>
  `${endpointTypes[type].title} ${addressPreview ?? '…'}`

export const EndpointName = ({ endpoint: { type, addressPreview } }: { endpoint: Endpoint }) => (
  <>
    {endpointTypes[type].title} <span className="mono">{addressPreview ?? '…'}</span>
  </>
)
