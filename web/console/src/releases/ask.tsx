import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { CreateReleaseDocument, type EndpointType, SealingKeysDocument } from '../generated/documents.ts'
import { FormDialog, WriteDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { shortId } from '../parts/id.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { endpointTypes, label } from '../parts/spelling.ts'
import { type Disclosed, type Resolved, shownOf } from '../resolve/answer.ts'
import { useSession } from '../session.ts'

/** Requests the address of an endpoint: first the alias, then one of the endpoints that it resolves to. */
export function AskRelease() {
  const { post } = useSession()
  const [found, setFound] = useState<{ alias: string; endpoints: Disclosed[] } | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function find(form: FormData) {
    const alias = textOf(form, 'alias') ?? ''
    setBusy(true)
    const answer = await post('/v1/resolve', { alias })
    setBusy(false)
    setRefusal(answer.refusal)
    if (!answer.refusal) setFound({ alias, endpoints: (answer.body as Resolved).endpoints })
  }

  if (found) return <ChooseEndpoint {...found} />
  return (
    <FormDialog title="Request an address" action="Next" onSubmit={find} error={undefined} {...{ isBusy }}>
      <TextField label="Alias" name="alias" placeholder="@bob" isRequired hint="It counts as a look-up." />
      {refusal && <Problem refusal={refusal} />}
    </FormDialog>
  )
}

const nameOf = (endpoint: Disclosed): string =>
  `${endpointTypes[endpoint.type.toUpperCase() as EndpointType] ?? label(endpoint.type)} ${shownOf(endpoint)}`

type ChooseProps = { alias: string; endpoints: Disclosed[] }

function ChooseEndpoint({ alias, endpoints }: ChooseProps) {
  const [{ data }] = useQuery({ query: SealingKeysDocument, variables: { first: 100 } })
  const keys = data?.sealingKeys.edges.map(({ node }) => node) ?? []
  const usable = keys.filter(({ status, usableAt }) => status === 'USABLE' || Date.parse(usableAt) <= Date.now())

  function inputOf(form: FormData) {
    const endpoint = textOf(form, 'endpoint') ?? ''
    return {
      alias,
      endpoint,
      sealingKey: textOf(form, 'sealingKey') ?? '',
      token: endpoints.find(({ id }) => id === endpoint)?.token ?? undefined,
      reference: textOf(form, 'reference'),
    }
  }

  return (
    <WriteDialog
      title={`Request an address of ${alias}`}
      action="Request"
      document={CreateReleaseDocument}
      variablesOf={(form) => ({ input: inputOf(form) })}
      isBusy={usable.length === 0}
    >
      <SelectField label="Endpoint" name="endpoint" options={endpoints.map((one) => [one.id, nameOf(one)] as const)} />
      <SelectField
        label="Sealing key"
        name="sealingKey"
        options={usable.map(({ id }) => [id, shortId(id)] as const)}
        hint={
          data && usable.length === 0 ? (
            <>
              No key of yours is usable. <Link href="/sealing-keys">Sealing keys</Link>
            </>
          ) : (
            'The address is sealed to this key. Only its private half opens it.'
          )
        }
      />
      <TextField label="Your reference" name="reference" hint="It comes back inside the sealed address." />
    </WriteDialog>
  )
}
