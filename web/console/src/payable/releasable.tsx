import { useQuery } from 'urql'
import { CoverableDocument } from '../generated/documents.ts'
import { endpointTypes } from '../parts/spelling.ts'
import { useSession } from '../session.ts'

type Props = { identity: string; chosen?: readonly string[]; hint: string }

/**
 * The endpoints of an identity whose addresses a grant may release, by their own policy. Read it with `releaseOf`. An
 * endpoint is ticked only if the grant already names it.
 */
export function Releasable({ identity, chosen = [], hint }: Props) {
  const { can } = useSession()
  const [{ data }] = useQuery({
    query: CoverableDocument,
    variables: { id: identity, aliases: can('aliases:read'), endpoints: can('endpoints:read') },
    pause: !/^idn_\w{26}$/.test(identity),
  })
  const endpoints = data?.identity?.endpoints?.edges.filter(({ node }) => node.release === 'GRANTED') ?? []
  if (endpoints.length === 0) {
    return (
      <p className="hint">
        No address of this identity can be sent by a grant. “Address access” of an endpoint allows it.
      </p>
    )
  }
  return (
    <fieldset className="coverable">
      <legend>Addresses it may be sent</legend>
      {endpoints.map(({ node }) => (
        <label className="check" key={node.id}>
          <input type="checkbox" name="release" value={node.id} defaultChecked={chosen.includes(node.id)} />
          <span>
            {endpointTypes[node.type]} <span className="mono">{node.addressPreview ?? '…'}</span>
          </span>
        </label>
      ))}
      <p className="hint">{hint}</p>
    </fieldset>
  )
}

export const releaseOf = (form: FormData): string[] => form.getAll('release').map(String)
