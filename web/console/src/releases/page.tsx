import { compactDecrypt, createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { KeySquare, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { DisclosedEndpoint } from '../../../../src/client/generated/types.ts'
import {
  CreateReleaseDocument,
  type EndpointType,
  ReleaseDocument,
  ReleasesDocument,
  type ReleasesQuery,
  SealingKeysDocument,
} from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog, Opener, WriteDialog } from '../parts/dialog.tsx'
import { Fact, Id, Status, shortId, When } from '../parts/facts.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Problem, type Refusal } from '../parts/problem.tsx'
import { aliasTypes, endpointTypes, label } from '../parts/spelling.ts'
import { type Resolved, shownOf } from '../resolve/answer-view.tsx'
import { useSession } from '../session.ts'
import { findKey, keptKeys } from './browser-keys.ts'

type Release = ReleasesQuery['releases']['edges'][number]['node']

/** The opened release; docs/how-to/releases.md has all claims. */
type Opened = { type: string; address: string; details: Record<string, string> | null }

type Asked = { jwe: string; privateKey: CryptoKey; release: string; consumer: string }

/**
 * Opens a release, and checks that the service signed it, for this consumer and this release.
 *
 * @throws Error if one of them is wrong
 */
async function openRelease({ jwe, privateKey, release, consumer }: Asked): Promise<Opened> {
  const { plaintext } = await compactDecrypt(jwe, privateKey)
  const published = (await (await fetch('/.well-known/signpost-jwks.json')).json()) as JSONWebKeySet
  const { payload } = await jwtVerify(new TextDecoder().decode(plaintext), createLocalJWKSet(published), {
    audience: consumer,
    algorithms: ['EdDSA', 'Ed25519'],
  })
  if (payload.jti !== release) throw new Error('It is the address of another release.')
  return payload as unknown as Opened
}

/** A payer's own releases of 30 days. The sealed address is read at the press of a button. */
export function ReleasePage() {
  const { can } = useSession()
  const [kept, setKept] = useState<readonly string[]>([])
  useEffect(() => void keptKeys().then(setKept, () => setKept([])), [])
  const [{ data }] = useQuery({
    query: SealingKeysDocument,
    variables: { first: 100 },
    pause: !can('sealing_keys:read'),
  })
  const keyOf = (release: Release) =>
    data?.sealingKeys.edges.find(({ node }) => node.id === release.sealingKeyId)?.node.jwk.x
  return (
    <>
      <PageHead
        title="Releases"
        actions={<Opener icon={Plus} text="Request an address" className="primary" dialog={<AskRelease />} />}
      >
        <ListingControls />
      </PageHead>
      <RecordList
        document={ReleasesDocument}
        variables={{}}
        connectionOf={(data) => data.releases}
        refreshMs={(releases) => (releases.some(({ status }) => status === 'PENDING') ? 2_000 : null)}
        empty={{
          icon: KeySquare,
          title: 'No releases',
          children:
            'A release sends you the address of an endpoint, sealed to a key of yours. It is listed here for 30 days.',
        }}
        itemOf={(release) => <ReleaseItem release={release} keyHere={kept.find((x) => x === keyOf(release))} />}
      />
    </>
  )
}

function ReleaseItem({ release, keyHere }: { release: Release; keyHere: string | undefined }) {
  const { gateway, viewer } = useSession()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, status, endpointId, aliasType, sealingKeyId, reference, expiresAt, createdAt } = release
  const isOver = status === 'EXPIRED' || status === 'FAILED'

  async function open() {
    setProblem(null)
    const [privateKey, { data, error }] = await Promise.all([
      findKey(keyHere!),
      gateway.query(ReleaseDocument, { id }, { requestPolicy: 'network-only' }),
    ])
    const jwe = data?.release?.jwe
    if (!privateKey || !jwe) return setProblem(error?.message ?? 'It is no longer there: request it again.')
    try {
      setOpened(await openRelease({ jwe, privateKey, release: id, consumer: viewer.id }))
    } catch {
      setProblem('It could not be opened: the key or the signature is wrong.')
    }
  }

  return (
    <li className={isOver ? 'request dimmed' : 'request'}>
      <div className="request-text">
        <p>
          The address of <Id value={endpointId} /> <span className="tag">{aliasTypes[aliasType]}</span>
        </p>
        {reference && <blockquote>{reference}</blockquote>}
        {opened && (
          <p>
            <b className="mono value">{opened.address}</b>{' '}
            {opened.details && <span className="quiet mono value">{JSON.stringify(opened.details)}</span>}
          </p>
        )}
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · sealed to <Id value={sealingKeyId} /> · requested{' '}
          <When at={createdAt} />
          <Fact told="expires" at={status === 'READY' && expiresAt} />
        </p>
        {problem && <Problem refusal={{ message: problem }} />}
      </div>
      {status === 'READY' && keyHere && !opened && (
        <div className="actions">
          <Button text="Open" of={id} onClick={open} />
        </div>
      )}
    </li>
  )
}

/** Requests the address of an endpoint: first the alias, then one of the endpoints that it resolves to. */
function AskRelease() {
  const { post } = useSession()
  const [found, setFound] = useState<{ alias: string; endpoints: DisclosedEndpoint[] } | null>(null)
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
      <TextField label="Alias" name="alias" placeholder="@bob" required hint="It counts as a look-up." />
      {refusal && <Problem refusal={refusal} />}
    </FormDialog>
  )
}

const nameOf = (endpoint: DisclosedEndpoint): string =>
  `${endpointTypes[endpoint.type.toUpperCase() as EndpointType]?.title ?? label(endpoint.type)} ${shownOf(endpoint)}`

type ChooseProps = { alias: string; endpoints: DisclosedEndpoint[] }

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
