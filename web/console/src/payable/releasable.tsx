import { useQuery } from 'urql'
import { CoverableDocument, type GrantsQuery, UpdateGrantDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { Consumer } from '../parts/facts.tsx'
import { CheckField } from '../parts/field.tsx'
import { focusHeading } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { EndpointName } from '../parts/record.tsx'
import { useSession } from '../session.ts'

/** The records of an identity that a grant can cover, as far as the key may read them. */
export function useCoverable(identity: string) {
  const { can } = useSession()
  return useQuery({
    query: CoverableDocument,
    variables: { id: identity, aliases: can('aliases:read'), endpoints: can('endpoints:read') },
    pause: !/^idn_\w{26}$/.test(identity),
  })[0]
}

type Props = { identity: string; chosen?: readonly string[] }

/**
 * The endpoints of an identity whose addresses a grant may release, by their own policy, and those that it names
 * already, which are ticked. Read it with `releaseOf`.
 */
export function Releasable({ identity, chosen = [] }: Props) {
  const { data } = useCoverable(identity)
  if (!data) return null
  const all = data.identity?.endpoints?.edges ?? []
  const endpoints = all.filter(({ node: { id, release } }) => release === 'GRANTED' || chosen.includes(id))
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
      {endpoints.map(({ node: { id, ...endpoint } }) => (
        <CheckField
          key={id}
          name="release"
          value={id}
          defaultChecked={chosen.includes(id)}
          text={<EndpointName endpoint={endpoint} />}
        />
      ))}
      <p className="hint">The whole address, sealed to a key of the consumer’s. The grant must cover the endpoint.</p>
    </fieldset>
  )
}

export const releaseOf = (form: FormData): string[] => form.getAll('release').map(String)

type GrantProps = { grant: GrantsQuery['consentGrants']['edges'][number]['node'] }

/** Changes which addresses a grant releases: those that are ticked, once all are shown. */
export function GrantReleases({ grant }: GrantProps) {
  const { data, error } = useCoverable(grant.identityId)
  return (
    <WriteDialog
      title="Address access"
      action="Save"
      document={UpdateGrantDocument}
      variablesOf={(form) => ({ id: grant.id, input: { release: releaseOf(form), version: grant.version } })}
      done="Grant changed"
      isBusy={!data?.identity?.endpoints}
      onDone={focusHeading}
    >
      <p>
        To <Consumer value={grant.consumerId!} record={grant.consumer} />. What it may see stays as it is.
      </p>
      <Problem error={error} />
      <Releasable identity={grant.identityId} chosen={grant.release} />
    </WriteDialog>
  )
}
