import { useQuery } from 'urql'
import { IdentitiesDocument } from '../generated/documents.ts'
import { useSession } from '../session.ts'
import { shortId } from './facts.tsx'
import { TextField } from './field.tsx'

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
