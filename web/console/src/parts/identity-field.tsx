import { useQuery } from 'urql'
import { IdentitiesDocument } from '../generated/documents.ts'
import { useSession } from '../session.ts'
import { Field } from './field.tsx'
import { shortId } from './id.tsx'

type Props = { hint: string; onChange?: (value: string) => void }

/** An identity of the owner's by its id, in the form as `identity`: the newest active ones are offered. */
export function IdentityField({ hint, onChange }: Props) {
  const { can } = useSession()
  const [{ data }] = useQuery({
    query: IdentitiesDocument,
    variables: { first: 50, status: 'ACTIVE', aliases: false },
    pause: !can('identities:read'),
  })
  return (
    <Field label="Identity" hint={hint}>
      {(id, describedBy) => (
        <>
          <input
            id={id}
            name="identity"
            list={`${id}-offered`}
            className="mono"
            required
            placeholder="idn_…"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={describedBy}
            onChange={(event) => onChange?.(event.target.value)}
          />
          <datalist id={`${id}-offered`}>
            {data?.identities.edges.map(({ node }) => (
              <option key={node.id} value={node.id} label={node.displayName ?? shortId(node.id)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
