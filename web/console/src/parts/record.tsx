import { Link } from 'wouter'
import type { EndpointType } from '../generated/documents.ts'
import { Consumer, shortId } from './facts.tsx'
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

type Capability = {
  asset: string
  network?: string | null
  rail: string
  supportsInstant?: boolean | null
  minAmount?: number | null
  maxAmount?: number | null
}

function termsOf({ network, rail, supportsInstant, minAmount, maxAmount }: Capability): string {
  const amounts = minAmount == null && maxAmount == null ? null : `${minAmount ?? 0} – ${maxAmount ?? '∞'}`
  return [network, rail, supportsInstant && 'instant', amounts].filter(Boolean).join(' · ')
}

/** The payments that an endpoint can take. */
export const Capabilities = ({ of }: { of: readonly Capability[] }) =>
  of.length > 0 && (
    <p className="capabilities">
      {of.map((capability) => (
        <span className="tag" key={JSON.stringify(capability)}>
          <b>{capability.asset}</b> {termsOf(capability)}
        </span>
      ))}
    </p>
  )
