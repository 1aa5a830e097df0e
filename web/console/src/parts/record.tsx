import { useQuery } from 'urql'
import { Link } from 'wouter'
import {
  type EndpointFieldsFragment,
  IdentitiesDocument,
  NamesDocument,
  type NamesQuery,
} from '../generated/documents.ts'
import { useSession } from '../session.ts'
import { Consumer, shortId } from './facts.tsx'
import { TextField } from './field.tsx'
import { pathOfId } from './places.ts'
import { aliasText, endpointTypes } from './spelling.ts'

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

type Endpoint = Pick<EndpointFieldsFragment, 'type' | 'addressPreview'>

/** An endpoint by its type, and what its owner may see of its address. */
export const endpointText = ({ type, addressPreview }: Endpoint): string =>
  `${endpointTypes[type].title} ${addressPreview ?? '…'}`

export const EndpointName = ({ endpoint: { type, addressPreview } }: { endpoint: Endpoint }) => (
  <>
    {endpointTypes[type].title} <span className="mono">{addressPreview ?? '…'}</span>
  </>
)

/** An answer of the REST interface leaves out what it does not say. */
type Capability = Partial<EndpointFieldsFragment['capabilities'][number]>

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

type Named = NonNullable<NamesQuery['nodes'][number]>

function nameOf(node: Named): string | null {
  if ('displayName' in node) return node.displayName ?? node.externalReference ?? null
  if ('value' in node) return aliasText(node)
  if ('url' in node) return node.url
  return 'name' in node ? node.name : null
}

/** The service reads this many records at once. */
const most = 100

export type Names = ReadonlyMap<string, string>

/** The names of own records by their ids; a record without a name, or of somebody else, is absent. */
export function useNames(ids: readonly string[]): Names {
  const asked = [...new Set(ids)].slice(0, most)
  const [{ data }] = useQuery({ query: NamesDocument, variables: { ids: asked }, pause: asked.length === 0 })
  return new Map(
    (data?.nodes ?? []).flatMap((node) => {
      const name = node && nameOf(node)
      return name ? [[node.id, name]] : []
    }),
  )
}

type Props = { hint: string; onChange?: (value: string) => void }

/** An identity of the owner's by its id, in the form as `identity`: the newest active ones are offered. */
export function IdentityField(props: Props) {
  const { can } = useSession()
  const [{ data }] = useQuery({
    query: IdentitiesDocument,
    variables: { first: 50, status: 'ACTIVE', aliases: false },
    pause: !can('identities:read'),
  })
  const offered = data?.identities.edges.map(({ node }) => [node.id, node.displayName ?? shortId(node.id)] as const)
  return (
    <TextField label="Identity" name="identity" placeholder="idn_…" required mono offered={offered ?? []} {...props} />
  )
}

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
